//# Forms beside text: the plain one in a pipe, in order with what is printed, and through a type's own overload.
#include <vector>
#include <chevron/display.h>
chevron::html("<b>bold</b>")
//= <b>bold</b>
chevron::markdown("# Title\n\ntext")
//= # Title
//=
//= text
chevron::json("{\"a\": 1}")
//= {"a": 1}
chevron::svg("<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
//= <image/svg+xml, 41 bytes>
chevron::MimeBundle().add("text/html", "<i>x</i>").add("text/plain", "x")
//= x
printf("before\n"); chevron::display(chevron::latex("$x^2$")); printf("between\n"); chevron::display(42); printf("after\n"); 7
//= before
//= $x^2$
//= between
//= 42
//= after
//= (int) 7
auto shown = chevron::display("first");
//= "first"
shown.update("second");
//= "second"
chevron::update_display(shown, 3.5);
//= 3.5
chevron::display(1, "mine"); chevron::update_display("mine", 2);
//= 1
//= 2
namespace chem { struct Molecule { int atoms; }; chevron::MimeBundle display_bundle(const Molecule &m) { return chevron::html("<b>M</b>").add("text/plain", m.atoms > 3 ? "large" : "small"); } }
chem::Molecule{5}
//= (chem::Molecule) large
chem::Molecule water{3}; water
//= (chem::Molecule) small
chevron::display(water);
//= small
std::vector<chem::Molecule>{{1}, {2}}
//= (std::vector<chem::Molecule>) {{atoms: 1}, {atoms: 2}}
enum class Level { low, high }; chevron::Plot display_bundle(Level l) { return chevron::plot(std::vector<int>{0, l == Level::high}); }
Level::high
//= 1.0 ┤                                                                    ⣀⠤⠒⠉
//=     │                                                               ⣀⡠⠔⠊⠉
//=     │                                                          ⢀⣀⠤⠒⠉
//= 0.8 ┤                                                      ⣀⡠⠔⠊⠁
//=     │                                                 ⢀⣀⠤⠒⠉
//=     │                                             ⣀⠤⠔⠊⠁
//= 0.6 ┤                                        ⢀⡠⠤⠒⠉
//=     │                                    ⣀⠤⠔⠊⠁
//=     │                               ⢀⡠⠔⠒⠉
//= 0.4 ┤                           ⣀⠤⠒⠊⠁
//=     │                      ⢀⡠⠔⠒⠉
//=     │                  ⣀⠤⠒⠉⠁
//= 0.2 ┤             ⢀⡠⠔⠊⠉
//=     │         ⣀⠤⠒⠉⠁
//=     │    ⣀⡠⠔⠊⠉
//=   0 ┤⣀⠤⠒⠉
//=     └┬─────────────┬─────────────┬──────────────┬─────────────┬─────────────┬
//=      0            0.2           0.4            0.6           0.8          1.0
