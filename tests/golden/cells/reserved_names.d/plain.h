#pragma once
enum class __chv_colour { red };
