//! Functions of the compiler's runtime that code of this machine calls by name and older libgcc have not: conversions to and from `__bf16`
//! (GCC 13) and `_Float16` (GCC 12).
//!
//! Both types come and go in the low 16 bits of a vector register (System V ABI, x86-64), as the low half of a `float` does.

/// What a number of 16 bits is made of.
#[derive(Clone, Copy)]
struct Format {
    exponent_bits: u32,
    fraction_bits: u32,
}

const HALF: Format = Format {
    exponent_bits: 5,
    fraction_bits: 10,
};
const BFLOAT: Format = Format {
    exponent_bits: 8,
    fraction_bits: 7,
};

/// Address of a function of the runtime.
pub(super) fn address(name: &str) -> Option<usize> {
    let found = match name {
        "__truncsfbf2" => bfloat_of_float as *const (),
        "__truncdfbf2" => bfloat_of_double as *const (),
        "__extendbfsf2" => float_of_bfloat as *const (),
        "__truncsfhf2" | "__gnu_f2h_ieee" => half_of_float as *const (),
        "__truncdfhf2" => half_of_double as *const (),
        "__extendhfsf2" | "__gnu_h2f_ieee" => float_of_half as *const (),
        "__floattihf" => half_of_wide as *const (),
        "__floatuntihf" => half_of_unsigned_wide as *const (),
        "__fixhfti" => wide_of_half as *const (),
        "__fixunshfti" => unsigned_wide_of_half as *const (),
        _ => return None,
    };
    Some(found as usize)
}

extern "C" fn bfloat_of_float(x: f32) -> f32 {
    in_register(narrowed(f64::from(x), BFLOAT))
}

extern "C" fn bfloat_of_double(x: f64) -> f32 {
    in_register(narrowed(x, BFLOAT))
}

extern "C" fn float_of_bfloat(x: f32) -> f32 {
    f32::from_bits(x.to_bits() << 16)
}

extern "C" fn half_of_float(x: f32) -> f32 {
    in_register(narrowed(f64::from(x), HALF))
}

extern "C" fn half_of_double(x: f64) -> f32 {
    in_register(narrowed(x, HALF))
}

extern "C" fn float_of_half(x: f32) -> f32 {
    widened(x.to_bits() as u16)
}

extern "C" fn half_of_wide(x: i128) -> f32 {
    half_of_double(x as f64)
}

extern "C" fn half_of_unsigned_wide(x: u128) -> f32 {
    half_of_double(x as f64)
}

extern "C" fn wide_of_half(x: f32) -> i128 {
    float_of_half(x) as i128
}

extern "C" fn unsigned_wide_of_half(x: f32) -> u128 {
    float_of_half(x) as u128
}

fn in_register(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits))
}

/// The nearest number of the format, the even one of two.
fn narrowed(x: f64, format: Format) -> u16 {
    let fraction_bits = format.fraction_bits;
    let bias = (1i32 << (format.exponent_bits - 1)) - 1;
    let sign = (x.to_bits() >> 48) as u16 & 0x8000;
    let infinity = ((1u16 << format.exponent_bits) - 1) << fraction_bits;
    if x.is_nan() {
        return sign | infinity | 1 << (fraction_bits - 1);
    }
    let exponent = (x.to_bits() >> 52) as i32 & 0x7ff;
    let exponent = exponent - 1023;
    if exponent > bias {
        return sign | infinity;
    }
    // A subnormal number loses a bit for each power of two that its exponent is below the least.
    let lost = (1 - bias - exponent).max(0);
    let shift = 52 - fraction_bits as i32 + lost;
    if exponent == -1023 || shift > 54 {
        return sign;
    }
    let fraction = x.to_bits() & ((1 << 52) - 1) | 1 << 52;
    let kept = fraction >> shift;
    let rest = fraction & ((1 << shift) - 1);
    let middle = 1u64 << (shift - 1);
    let up = u64::from(rest > middle || rest == middle && kept & 1 == 1);
    // A carry out of the fraction is the next exponent, as it should be.
    let base = match lost {
        0 => ((exponent + bias - 1) as u64) << fraction_bits,
        _ => 0,
    };
    sign | (base + kept + up) as u16
}

/// The number of half precision that these bits are.
fn widened(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let exponent = u32::from(bits >> 10) & 0x1f;
    let fraction = u32::from(bits & 0x3ff);
    let size = match exponent {
        0 => (fraction as f32 / (1 << 24) as f32).to_bits(),
        0x1f => 0x7f80_0000 | fraction << 13,
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    f32::from_bits(sign | size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_comes_back() {
        for bits in (0..=u16::MAX).filter(|bits| bits & 0x7fff <= 0x7c00) {
            assert_eq!(narrowed(f64::from(widened(bits)), HALF), bits);
            let bfloat = f32::from_bits(u32::from(bits) << 16);
            assert_eq!(narrowed(f64::from(bfloat), BFLOAT), bits);
        }
        assert!(widened(0x7e00).is_nan() && narrowed(f64::NAN, HALF) & 0x7fff == 0x7e00);
    }

    #[test]
    fn halfway_goes_to_the_even_number() {
        assert_eq!(narrowed(2049.0, HALF), narrowed(2048.0, HALF));
        assert_eq!(narrowed(2051.0, HALF), narrowed(2052.0, HALF));
        assert_eq!(narrowed(65519.9, HALF), 0x7bff);
        assert_eq!(narrowed(65520.0, HALF), 0x7c00);
        assert_eq!(narrowed(1.0 + 1.0 / 256.0, BFLOAT), 0x3f80);
        assert_eq!(narrowed(1.0 + 1.0 / 256.0 + 1e-12, BFLOAT), 0x3f81);
        assert_eq!(narrowed(f64::from(f32::MAX), BFLOAT), 0x7f80);
        assert_eq!(narrowed(2f64.powi(-25), HALF), 0);
        assert_eq!(narrowed(2f64.powi(-25) * 1.01, HALF), 1);
    }
}
