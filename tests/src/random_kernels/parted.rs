//! Kernels in which nothing waits for other threads, and loops that threads leave in different rounds.

use super::{Kernel, Place, VALUES};

impl Kernel<'_> {
    /// A loop that computes more than it reads, and that each thread leaves when it likes.
    pub(super) fn parted_loop(&mut self, place: Place) {
        let (first, to) = (self.own(place), self.rng.u32(..VALUES));
        let (by, rare) = (self.rng.u32(3..99) | 1, self.rng.u32(3..30));
        let inside = Place {
            depth: place.depth + 1,
            ..place
        };
        let most = self.pick(&["40", "n + 3", "(t & 7)", "70"]);
        let (open, close) = match self.rng.u32(..3) {
            0 => (
                format!(
                    "{{ unsigned w = {first}, i = 0; while (i < {most} && w % {rare}u != 1) {{"
                ),
                "} ",
            ),
            1 => (
                format!("{{ unsigned w = {first}, i = 0; do {{"),
                "} while (i < 30 && (w & 4)); ",
            ),
            _ => (
                format!("{{ unsigned w = {first}, i = 0; for (;; ++w) {{ if (i > {most}) break;"),
                "} ",
            ),
        };
        self.line(place, &open);
        self.line(
            inside,
            &format!("w = w * {by}u + (w >> 3) + i; v{to} ^= (w << 2) - (w >> 9); ++i;"),
        );
        let of = self.pick(&["w", "(w >> 5) + i", "i"]).to_owned();
        let condition = self.condition(of);
        match self.rng.u32(..5) {
            0 => self.line(inside, &format!("if ({condition}) continue;")),
            1 => self.line(inside, &format!("if ({condition}) break;")),
            2 => self.line(inside, &format!("if ({condition}) {{ v0 += w; break; }}")),
            3 => self.line(inside, &format!("if ({condition}) out[g * 4 + 1] = w;")),
            _ => {}
        }
        let other = self.rng.u32(..VALUES);
        self.line(
            inside,
            &format!("v{other} += (w ^ i) * 5u; w ^= w << 1; w += v{to} & 15u;"),
        );
        if self.rng.u32(..4) == 0 {
            self.line(inside, "w += in[w & 255];");
        }
        let own = self.rng.u32(..VALUES);
        self.line(place, &format!("{close}v{own} += w + i; }}"));
    }
}
