extern "C" const unsigned lanes = 32;
extern const int depth = 5;
extern const float weights[3];
const float weights[3] = {1, 2, 3};
namespace tables {
extern const double half;
const double half = 0.5;
} // namespace tables
const int own = 2;

int own_of_tables() { return own; }
