//! Statements that whole warps take part in: branches and loops of theirs, and what their lanes exchange.

use super::{Kernel, Place, VALUES};

impl Kernel<'_> {
    /// A value that a warp's lanes have alike.
    pub(super) fn of_warp(&mut self, place: Place) -> String {
        match self.rng.u32(..5) {
            0 => "(threadIdx.x / 32)".to_owned(),
            1 => "(t >> 5)".to_owned(),
            2 => "((blockIdx.x * blockDim.x + threadIdx.x) >> 5)".to_owned(),
            3 => "__shfl_sync(0xffffffffu, v0, 3)".to_owned(),
            _ => self.common(place),
        }
    }

    /// Whole warps go one way or the other.
    pub(super) fn warp_branch(&mut self, place: Place) {
        let of = self.of_warp(place);
        let condition = self.condition(of);
        let inside = Place {
            depth: place.depth + 1,
            ..place
        };
        self.line(place, &format!("if ({condition}) {{"));
        self.statements(inside);
        if self.rng.bool() {
            self.line(place, "} else {");
            self.statements(inside);
        }
        self.line(place, "}");
    }

    /// A loop that warps go round differently, their lanes alike.
    pub(super) fn warp_loop(&mut self, place: Place) {
        let counter = place.loops;
        let (first, step) = (self.of_warp(place), self.rng.u32(1..5));
        self.line(
            place,
            &format!("for (unsigned i{counter} = ({first}) % 16u; i{counter} < 9u + (n & 7u); i{counter} += {step}) {{"),
        );
        self.statements(Place {
            depth: place.depth + 1,
            loops: place.loops + 1,
            ..place
        });
        self.line(place, "}");
    }

    /// Some warps end.
    pub(super) fn end_warp(&mut self, place: Place) {
        let of = self.of_warp(place);
        let how = self.pick(&["return;", "{ out[g * 4] = v1; return; }"]);
        self.line(place, &format!("if (({of}) % 7u == 5) {how}"));
    }

    /// Some warps exchange values, as in the last stage of a reduction.
    pub(super) fn one_warp(&mut self, place: Place) {
        let condition = self.pick(&[
            "threadIdx.x < 32",
            "t / 32 == 1",
            "(threadIdx.x >> 5) == m % 3",
        ]);
        self.line(place, &format!("if ({condition}) {{"));
        let inside = Place {
            depth: place.depth + 1,
            together: false,
            in_loop: false,
            ..place
        };
        for _ in 0..self.rng.u32(1..4) {
            self.among_lanes(inside);
            let (to, from) = (self.rng.u32(..VALUES), self.own(inside));
            let lane = self.rng.u32(..32);
            self.line(inside, &format!("if ((t & 31) == {lane}) v{to} -= {from};"));
        }
        self.line(place, "}");
    }

    pub(super) fn among_lanes(&mut self, place: Place) {
        let (to, from) = (self.rng.u32(..VALUES), self.own(place));
        let delta = [1, 2, 3, 4, 8, 16, 31][self.rng.usize(..7)];
        let all = "0xffffffffu";
        let text = match self.rng.u32(..8) {
            0 => format!("v{to} += __shfl_down_sync({all}, {from}, {delta});"),
            1 => format!("v{to} ^= __shfl_up_sync({all}, {from}, {delta});"),
            2 => format!("v{to} += __shfl_xor_sync({all}, {from}, {delta});"),
            3 => format!("v{to} += __shfl_sync({all}, {from}, (t + {delta}) & 31);"),
            4 => format!("v{to} ^= __ballot_sync({all}, ({from}) & 1);"),
            5 => format!("v{to} += __shfl_down_sync({all}, {from}, {delta}, 8);"),
            6 => format!(
                "v{to} += __any_sync({all}, ({from}) % 50u == 1) + 2 * __all_sync({all}, ({from}) % 3u);"
            ),
            _ => format!("v{to} -= __reduce_add_sync({all}, {from});"),
        };
        self.line(place, &text);
        if self.rng.u32(..3) == 0 {
            self.line(place, "__syncwarp();");
        }
    }
}
