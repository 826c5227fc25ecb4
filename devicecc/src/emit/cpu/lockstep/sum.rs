//! Sums of products: what an index or an address is computed from.

use std::collections::BTreeMap;

/// Sums of more products than this are not followed.
const PRODUCTS_MAX: usize = 16;
/// Products of more factors than this are not followed.
const FACTORS_MAX: usize = 4;

/// A factor whose value is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Atom {
    TidX,
    TidY,
    TidZ,
    /// The lane in the warp.
    Lane,
    /// The number in x with some bits turned over, the same for all lanes: no two threads have the same. The value stands for it.
    Mirrored(usize),
    NtidX,
    NtidY,
    /// How often control has gone round the loop.
    Turn(usize),
    /// How many rounds of the loop ago: at least one.
    Ago(usize),
    /// The same of a loop that has begun anew since: any number.
    Other(usize),
    /// Some other value of the function.
    Value(usize),
}

impl Atom {
    /// Does it tell the lanes of a warp apart?
    pub(super) fn is_place(self) -> bool {
        matches!(
            self,
            Atom::TidX | Atom::TidY | Atom::TidZ | Atom::Lane | Atom::Mirrored(_)
        )
    }
}

/// Factors, in order; a number alone has none.
pub(super) type Product = Vec<Atom>;

/// A sum of products, each counted so often; none is counted zero times.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sum(pub(super) BTreeMap<Product, i64>);

impl Sum {
    pub(super) fn number(number: i64) -> Sum {
        let mut sum = Sum::default();
        sum.count(Vec::new(), number);
        sum
    }

    pub(super) fn atom(atom: Atom) -> Sum {
        let mut sum = Sum::default();
        sum.count(vec![atom], 1);
        sum
    }

    fn count(&mut self, product: Product, times: i64) {
        let sum = self.0.get(&product).copied().unwrap_or(0);
        match sum.wrapping_add(times) {
            0 => self.0.remove(&product),
            sum => self.0.insert(product, sum),
        };
    }

    pub(super) fn plus(&self, other: &Sum, times: i64) -> Sum {
        let mut sum = self.clone();
        for (product, count) in &other.0 {
            sum.count(product.clone(), count.wrapping_mul(times));
        }
        sum
    }

    pub(super) fn minus(&self, other: &Sum) -> Sum {
        self.plus(other, -1)
    }

    pub(super) fn times(&self, number: i64) -> Sum {
        Sum::default().plus(self, number)
    }

    /// The product of two sums, unless it would be large.
    pub(super) fn product(&self, other: &Sum) -> Option<Sum> {
        let mut sum = Sum::default();
        for (left, left_count) in &self.0 {
            for (right, right_count) in &other.0 {
                let mut product = left.clone();
                product.extend(right);
                product.sort_unstable();
                if product.len() > FACTORS_MAX {
                    return None;
                }
                sum.count(product, left_count.wrapping_mul(*right_count));
            }
        }
        sum.is_small().then_some(sum)
    }

    pub(super) fn is_small(&self) -> bool {
        self.0.len() <= PRODUCTS_MAX
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number that the sum is, if it is one.
    pub(super) fn as_number(&self) -> Option<i64> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    pub(super) fn atoms(&self) -> impl Iterator<Item = Atom> {
        self.0.keys().flatten().copied()
    }

    /// The products that hold one of the atoms, and the rest.
    pub(super) fn split(&self, of: impl Fn(Atom) -> bool) -> (Sum, Sum) {
        let (with, without) = self
            .0
            .iter()
            .map(|(product, count)| (product.clone(), *count))
            .partition(|(product, _)| product.iter().any(|atom| of(*atom)));
        (Sum(with), Sum(without))
    }

    /// The greatest number that divides all counts; 0 for the sum of nothing.
    pub(super) fn divisor(&self) -> i64 {
        self.0
            .values()
            .fold(0, |divisor, count| common_divisor(divisor, *count))
    }

    /// The sum divided by a product and a number, if both divide it.
    pub(super) fn divided(&self, by: &[Atom], number: i64) -> Option<Sum> {
        let mut sum = Sum::default();
        for (product, count) in &self.0 {
            let mut rest = product.clone();
            for factor in by {
                let at = rest.iter().position(|atom| atom == factor)?;
                rest.remove(at);
            }
            if number == 0 || count % number != 0 {
                return None;
            }
            sum.count(rest, count / number);
        }
        Some(sum)
    }

    /// Puts a sum in the place of each atom that has one.
    pub(super) fn replaced(&self, by: impl Fn(Atom) -> Option<Sum>) -> Option<Sum> {
        let mut all = Sum::default();
        for (product, count) in &self.0 {
            let mut one = Sum::number(*count);
            for atom in product {
                one = one.product(&by(*atom).unwrap_or_else(|| Sum::atom(*atom)))?;
            }
            all = all.plus(&one, 1);
        }
        all.is_small().then_some(all)
    }
}

pub(super) fn common_divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}
