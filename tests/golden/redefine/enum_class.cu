//# A scoped enum defined again shows the new names.
enum class Mode { slow, fast };
Mode::fast
//= (Mode) Mode::fast
enum class Mode { off, fast = 5 };
Mode::fast
//= (Mode) Mode::fast
