//# bool, characters with escapes, strings of every kind, and what is not text.
true
//= (bool) true
'a'
//= (char) 'a'
'\n'
//= (char) '\n'
'\0'
//= (char) '\0'
L'x'
//= (wchar_t) L'x'
u'\u00e9'
//= (char16_t) u'é'
"text with \"quotes\" and \\ and \t tab"
//= (const char[35]) "text with \"quotes\" and \\ and \t tab"
const char *none = nullptr; none
//= (const char *) nullptr
char buffer[8] = "abc"; buffer
//= (char[8]) "abc"
#include <string>
std::string s = "several\nlines"; s
//= (std::string) "several\nlines"
#include <string_view>
std::string_view(s).substr(0, 7)
//= (std::basic_string_view<char>) "several"
std::u16string(u"wide \u00fc")
//= (std::u16string) u"wide ü"
std::string()
//= (std::string) ""
