//! Colours for numbers: from 0, the least, to 1, the greatest.

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// A way to colour numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorMap {
    /// From dark violet over green to yellow; evenly bright, and the same for the colour-blind.
    Viridis,
    /// From black over violet to pale yellow.
    Magma,
    /// From blue over red to yellow.
    Plasma,
    /// All colours of the rainbow.
    Turbo,
    /// From blue over grey to red, for numbers around a middle.
    Coolwarm,
    /// From black to white.
    Gray,
}

/// The maps by their names.
const NAMES: &[(&str, ColorMap)] = &[
    ("viridis", ColorMap::Viridis),
    ("magma", ColorMap::Magma),
    ("plasma", ColorMap::Plasma),
    ("turbo", ColorMap::Turbo),
    ("coolwarm", ColorMap::Coolwarm),
    ("gray", ColorMap::Gray),
    ("grey", ColorMap::Gray),
];

/// Polynomials of degree 6 for red, green and blue, lowest coefficient first (Matt Zucker's fits of matplotlib's maps, in the public domain).
type Fit = [[f64; 3]; 7];

const VIRIDIS: Fit = [
    [0.2777273272234177, 0.005407344544966578, 0.3340998053353061],
    [0.1050930431085774, 1.404613529898575, 1.384590162594685],
    [-0.3308618287255563, 0.214847559468213, 0.09509516302823659],
    [-4.634230498983486, -5.799100973351585, -19.33244095627987],
    [6.228269936347081, 14.17993336680509, 56.69055260068105],
    [4.776384997670288, -13.74514537774601, -65.35303263337234],
    [-5.435455855934631, 4.645852612178535, 26.3124352495832],
];

const PLASMA: Fit = [
    [0.05873234392399702, 0.02333670892565664, 0.5433401826748754],
    [2.176514634195958, 0.2383834171260182, 0.7539604599784036],
    [-2.689460476458034, -7.455851135738909, 3.110799939717086],
    [6.130348345893603, 42.3461881477227, -28.51885465332158],
    [-11.10743619062271, -82.66631109428045, 60.13984767418263],
    [10.02306557647065, 71.413_617_700_953_5, -54.07218655560067],
    [-3.658713842777788, -22.93153465461149, 18.19190778539828],
];

const MAGMA: Fit = [
    [
        -0.002136485053939582,
        -0.000749655052795221,
        -0.005386127855323933,
    ],
    [0.2516605407371642, 0.6775232436837668, 2.494026599312351],
    [8.353717279216625, -3.577719514958484, 0.3144679030132573],
    [-27.66873308576866, 14.26473078096533, -13.64921318813922],
    [52.17613981234068, -27.94360607168351, 12.94416944238394],
    [-50.76852536473588, 29.04658282127291, 4.23415299384598],
    [18.65570506591883, -11.48977351997711, -5.601961508734096],
];

/// Turbo's own fit, of degree 5 (Anton Mikhailov, Apache-2.0).
const TURBO: Fit = [
    [0.13572138, 0.09140261, 0.10667330],
    [4.61539260, 2.19418839, 12.64194608],
    [-42.66032258, 4.84296658, -60.58204836],
    [132.13108234, -14.18503333, 110.36276771],
    [-152.94239396, 4.27729857, -89.90310912],
    [59.28637943, 2.82956604, 27.34824973],
    [0.0, 0.0, 0.0],
];

impl ColorMap {
    /// The map of this name; none if there is no such map.
    pub fn named(name: &str) -> Option<ColorMap> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, map)| *map)
    }

    /// The names, for messages.
    pub fn names() -> String {
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    /// The colour of a number; what lies outside of 0 to 1 has the colour of the nearer end.
    pub fn color(self, number: f64) -> Rgb {
        let at = number.clamp(0.0, 1.0);
        match self {
            ColorMap::Viridis => fitted(&VIRIDIS, at),
            ColorMap::Magma => fitted(&MAGMA, at),
            ColorMap::Plasma => fitted(&PLASMA, at),
            ColorMap::Turbo => fitted(&TURBO, at),
            ColorMap::Coolwarm if at < 0.5 => between([59, 76, 192], [221, 221, 221], at * 2.0),
            ColorMap::Coolwarm => between([221, 221, 221], [180, 4, 38], at * 2.0 - 1.0),
            ColorMap::Gray => between([0; 3], [255; 3], at),
        }
    }
}

fn fitted(fit: &Fit, at: f64) -> Rgb {
    [0, 1, 2].map(|channel| {
        let sum = fit
            .iter()
            .rev()
            .fold(0.0, |sum, coefficients| sum * at + coefficients[channel]);
        byte(sum)
    })
}

fn between(low: Rgb, high: Rgb, at: f64) -> Rgb {
    [0, 1, 2].map(|channel| {
        let (low, high) = (f64::from(low[channel]), f64::from(high[channel]));
        byte((low + (high - low) * at) / 255.0)
    })
}

/// 0 to 1 as a byte.
pub fn byte(part: f64) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Matplotlib's own values.
    #[test]
    fn fits_are_near_the_maps() {
        let known = [
            (ColorMap::Viridis, 0.0, [68, 1, 84]),
            (ColorMap::Viridis, 0.5, [33, 145, 140]),
            (ColorMap::Viridis, 1.0, [253, 231, 37]),
            (ColorMap::Magma, 0.0, [0, 0, 4]),
            (ColorMap::Magma, 1.0, [252, 253, 191]),
            (ColorMap::Plasma, 0.0, [13, 8, 135]),
            (ColorMap::Plasma, 1.0, [240, 249, 33]),
            (ColorMap::Turbo, 0.5, [150, 250, 80]),
            (ColorMap::Gray, 0.5, [128, 128, 128]),
        ];
        for (map, at, expected) in known {
            let color = map.color(at);
            let off = (0..3).map(|it| color[it].abs_diff(expected[it])).max();
            assert!(
                off <= Some(12),
                "{map:?} at {at}: {color:?}, not {expected:?}"
            );
        }
    }

    #[test]
    fn numbers_outside_have_the_colour_of_an_end() {
        assert_eq!(ColorMap::Gray.color(-3.0), [0, 0, 0]);
        assert_eq!(ColorMap::Gray.color(7.0), [255, 255, 255]);
        assert_eq!(ColorMap::named("no such map"), None);
    }
}
