//! Axes: which numbers stand at them.

/// A range of numbers with marks at round ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its least number.
    pub low: f64,
    /// Its greatest number, above `low`.
    pub high: f64,
    /// Numbers with their texts, in order.
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis for these numbers with about so many marks.
    pub fn over(low: f64, high: f64, wanted: usize) -> Axis {
        let (low, high) = widened(low, high);
        let step = round_step((high - low) / wanted.max(1) as f64);
        let first = (low / step - 1e-9).ceil();
        let last = (high / step + 1e-9).floor();
        let count = (last - first).max(0.0) as usize + 1;
        let largest = low.abs().max(high.abs());
        let ticks = (0..count.min(50)).map(|index| {
            let number = (first + index as f64) * step;
            (number, text(number, step, largest))
        });
        Axis {
            low,
            high,
            ticks: ticks.collect(),
        }
    }

    /// How many bytes the longest text of a mark has, at least 1.
    pub fn widest(&self) -> usize {
        let texts = self.ticks.iter().map(|(_, text)| text.len());
        texts.max().unwrap_or(1)
    }

    /// Where a number lies: 0 at the least one, 1 at the greatest one.
    pub fn part(&self, number: f64) -> f64 {
        (number - self.low) / (self.high - self.low)
    }
}

/// Equal ends are set apart, so that what lies there is in the middle.
fn widened(low: f64, high: f64) -> (f64, f64) {
    let (low, high) = (low.clamp(-1e300, 1e300), high.clamp(-1e300, 1e300));
    let largest = low.abs().max(high.abs());
    if high - low > largest * 1e-12 && largest > 1e-290 {
        return (low, high);
    }
    let margin = match largest > 1e-290 {
        true => largest * 0.05,
        false => 0.5,
    };
    (low - margin, high + margin)
}

/// 1, 2 or 5 times a power of ten, at least this.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let fits = |factor: &&f64| **factor * power >= least * (1.0 - 1e-9);
    factors.iter().find(fits).unwrap_or(&10.0) * power
}

/// A mark's number, with as many digits as tell it from its neighbours.
fn text(number: f64, step: f64, largest: f64) -> String {
    if number.abs() < step / 2.0 {
        return "0".to_owned();
    }
    if !(1e-4..1e6).contains(&largest) {
        let digits = (largest.log10().floor() - step.log10().floor()).max(0.0) as usize;
        let text = format!("{number:.digits$e}");
        return text.replace(".0e", "e");
    }
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(low: f64, high: f64) -> Vec<String> {
        let axis = Axis::over(low, high, 5);
        axis.ticks.into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(texts(0.0, 10.0), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(texts(-1.0, 1.0), ["-1.0", "-0.5", "0", "0.5", "1.0"]);
        assert_eq!(
            texts(0.013, 0.0175),
            ["0.013", "0.014", "0.015", "0.016", "0.017"]
        );
        assert_eq!(texts(0.0, 5e6), ["0", "1e6", "2e6", "3e6", "4e6", "5e6"]);
    }

    #[test]
    fn one_number_has_an_axis() {
        let axis = Axis::over(3.0, 3.0, 4);
        assert!(axis.low < 3.0 && axis.high > 3.0 && !axis.ticks.is_empty());
        let axis = Axis::over(0.0, 0.0, 4);
        assert!((axis.part(0.0) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn extreme_numbers_have_an_axis() {
        for (low, high) in [(-f64::MAX, f64::MAX), (0.0, 5e-324), (1e15, 1e15 + 1.0)] {
            let axis = Axis::over(low, high, 5);
            assert!(axis.low < axis.high, "{low} to {high}");
            assert!(axis.ticks.len() <= 50);
        }
    }
}
