// The scalar types of the language and their operations, which are total: integers wrap, a division
// by zero gives zero, casts saturate. Names are those of Rust's methods.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef long long isize;
typedef float f32;
typedef double f64;

#define INLINE static __device__ __forceinline__

template <class T> struct properties;
#define PROPERTIES(type, unsigned_type, signed_type, count)                                         \
    template <> struct properties<type> {                                                           \
        typedef unsigned_type as_unsigned;                                                          \
        typedef signed_type as_signed;                                                              \
        static constexpr u32 bits = count;                                                          \
        static constexpr bool is_signed = (type)-1 < (type)1;                                       \
        static constexpr type least = is_signed ? (type)((u64)1 << (count - 1)) : (type)0;          \
        static constexpr type greatest = (type)~least;                                              \
    };
PROPERTIES(u8, u8, i8, 8)
PROPERTIES(u16, u16, i16, 16)
PROPERTIES(u32, u32, i32, 32)
PROPERTIES(u64, u64, i64, 64)
PROPERTIES(i8, u8, i8, 8)
PROPERTIES(i16, u16, i16, 16)
PROPERTIES(i32, u32, i32, 32)
PROPERTIES(i64, u64, i64, 64)
#undef PROPERTIES

template <class T> using unsigned_of = typename properties<T>::as_unsigned;
template <class T> using signed_of = typename properties<T>::as_signed;

// Integers. Sums and products are those of the unsigned types, which wrap.

template <class T> INLINE T wrapping_add(T a, T b) { return (T)((u64)a + (u64)b); }
template <class T> INLINE T wrapping_sub(T a, T b) { return (T)((u64)a - (u64)b); }
template <class T> INLINE T wrapping_mul(T a, T b) { return (T)((u64)a * (u64)b); }
INLINE i32 wrapping_add(i32 a, i32 b) { return (i32)((u32)a + (u32)b); }
INLINE i32 wrapping_sub(i32 a, i32 b) { return (i32)((u32)a - (u32)b); }
INLINE i32 wrapping_mul(i32 a, i32 b) { return (i32)((u32)a * (u32)b); }
INLINE u32 wrapping_add(u32 a, u32 b) { return a + b; }
INLINE u32 wrapping_sub(u32 a, u32 b) { return a - b; }
INLINE u32 wrapping_mul(u32 a, u32 b) { return a * b; }
template <class T> INLINE T wrapping_neg(T a) { return wrapping_sub((T)0, a); }
template <class T> INLINE bool overflows(T a, T b) {
    return properties<T>::is_signed && a == properties<T>::least && b == (T)-1;
}
template <class T> INLINE T divide(T a, T b) {
    return b == 0 ? (T)0 : overflows(a, b) ? a : (T)(a / b);
}
template <class T> INLINE T remainder_of(T a, T b) {
    return b == 0 || overflows(a, b) ? (T)0 : (T)(a % b);
}
template <class T> INLINE T wrapping_shl(T a, u32 n) {
    return (T)((unsigned_of<T>)a << (n & (properties<T>::bits - 1)));
}
template <class T> INLINE T wrapping_shr(T a, u32 n) { return (T)(a >> (n & (properties<T>::bits - 1))); }
template <class T> INLINE T rotate_left(T a, u32 n) {
    const u32 bits = properties<T>::bits, by = n % bits;
    const unsigned_of<T> x = (unsigned_of<T>)a;
    return by == 0 ? a : (T)((x << by) | (x >> (bits - by)));
}
template <class T> INLINE T rotate_right(T a, u32 n) {
    return rotate_left(a, properties<T>::bits - n % properties<T>::bits);
}
template <class T> INLINE u32 count_ones(T a) {
    u64 x = (unsigned_of<T>)a;
    u32 ones = 0;
    for (; x != 0; x &= x - 1) ones += 1;
    return ones;
}
template <class T> INLINE u32 count_zeros(T a) { return properties<T>::bits - count_ones(a); }
template <class T> INLINE u32 leading_zeros(T a) {
    u32 bits = properties<T>::bits, zeros = bits;
    for (u64 x = (unsigned_of<T>)a; x != 0; x >>= 1) zeros -= 1;
    return zeros;
}
template <class T> INLINE u32 trailing_zeros(T a) {
    const unsigned_of<T> x = (unsigned_of<T>)a;
    return x == 0 ? properties<T>::bits : count_ones((unsigned_of<T>)((x & (unsigned_of<T>)-x) - 1));
}
template <class T> INLINE u32 leading_ones(T a) { return leading_zeros((T)~a); }
template <class T> INLINE u32 trailing_ones(T a) { return trailing_zeros((T)~a); }
template <class T> INLINE T reverse_bits(T a) {
    unsigned_of<T> x = (unsigned_of<T>)a, turned = 0;
    for (u32 bit = 0; bit < properties<T>::bits; bit += 1, x >>= 1) turned = (turned << 1) | (x & 1);
    return (T)turned;
}
template <class T> INLINE T swap_bytes(T a) {
    unsigned_of<T> x = (unsigned_of<T>)a, turned = 0;
    for (u32 byte = 0; byte < properties<T>::bits / 8; byte += 1, x = (unsigned_of<T>)((u64)x >> 8))
        turned = (unsigned_of<T>)(((u64)turned << 8) | (x & 255));
    return (T)turned;
}
template <class T> INLINE T wrapping_pow(T a, u32 n) {
    T power = 1;
    for (T factor = a; n != 0; n >>= 1, factor = wrapping_mul(factor, factor))
        if (n & 1) power = wrapping_mul(power, factor);
    return power;
}
template <class T> INLINE T saturating_add(T a, T b) {
    const T sum = wrapping_add(a, b);
    if (properties<T>::is_signed) {
        if (((a ^ sum) & (b ^ sum)) >= 0) return sum;
        return a < 0 ? properties<T>::least : properties<T>::greatest;
    }
    return sum < a ? properties<T>::greatest : sum;
}
template <class T> INLINE T saturating_sub(T a, T b) {
    const T difference = wrapping_sub(a, b);
    if (properties<T>::is_signed) {
        if (((a ^ b) & (a ^ difference)) >= 0) return difference;
        return a < 0 ? properties<T>::least : properties<T>::greatest;
    }
    return a < b ? (T)0 : difference;
}
template <class T> INLINE T saturating_mul(T a, T b) {
    if (a == 0 || b == 0) return 0;
    const T product = wrapping_mul(a, b);
    const bool exact = !overflows(product, a) && !overflows(a, b) && !overflows(b, a) && product / b == a;
    if (exact) return product;
    return properties<T>::is_signed && ((a < 0) != (b < 0)) ? properties<T>::least : properties<T>::greatest;
}
template <class T> INLINE T saturating_pow(T a, u32 n) {
    // Whatever is not 0, 1 or -1 has left every type after 64 turns; then only the sign changes.
    const bool bounded = a == 0 || a == 1 || (properties<T>::is_signed && a == (T)-1);
    const u32 turns = n <= 64 ? n : 64 + (n & 1);
    T power = 1;
    for (u32 turn = 0; turn < turns; turn += 1) {
        power = bounded ? wrapping_mul(power, a) : saturating_mul(power, a);
    }
    return power;
}
template <class T> INLINE T remainder_euclid(T a, T b) {
    const T rest = remainder_of(a, b);
    return rest < 0 ? wrapping_add(rest, b < 0 ? wrapping_neg(b) : b) : rest;
}
template <class T> INLINE T divide_euclid(T a, T b) {
    const T quotient = divide(a, b);
    if (remainder_of(a, b) >= 0) return quotient;
    return b > 0 ? wrapping_sub(quotient, (T)1) : wrapping_add(quotient, (T)1);
}
template <class T> INLINE unsigned_of<T> abs_diff(T a, T b) {
    return a < b ? (unsigned_of<T>)((u64)b - (u64)a) : (unsigned_of<T>)((u64)a - (u64)b);
}
template <class T> INLINE u32 ilog2(T a) { return a <= 0 ? 0 : properties<T>::bits - 1 - leading_zeros(a); }
template <class T> INLINE u32 ilog10(T a) {
    u32 log = 0;
    for (T x = a; x >= 10; x = (T)(x / 10)) log += 1;
    return log;
}
template <class T> INLINE T isqrt(T a) {
    if (a <= 0) return 0;
    unsigned_of<T> rest = (unsigned_of<T>)a, root = 0;
    for (unsigned_of<T> bit = (unsigned_of<T>)((u64)1 << (ilog2(a) & ~1u)); bit != 0; bit >>= 2) {
        if (rest >= (unsigned_of<T>)(root + bit)) {
            rest -= root + bit;
            root = (unsigned_of<T>)((root >> 1) + bit);
        } else {
            root >>= 1;
        }
    }
    return (T)root;
}
template <class T> INLINE T midpoint(T a, T b) {
    // Towards zero.
    const T lower = (T)((T)((T)(a ^ b) >> 1) + (T)(a & b));
    return lower < 0 ? (T)(lower + (T)((a ^ b) & 1)) : lower;
}
template <class T> INLINE bool is_multiple_of(T a, T b) { return b == 0 ? a == 0 : a % b == 0; }
INLINE bool is_between(u8 a, u8 first, u8 last) { return a >= first && a <= last; }
INLINE bool is_ascii(u8 a) { return a < 128; }
INLINE bool is_ascii_uppercase(u8 a) { return is_between(a, 'A', 'Z'); }
INLINE bool is_ascii_lowercase(u8 a) { return is_between(a, 'a', 'z'); }
INLINE bool is_ascii_alphabetic(u8 a) { return is_between(a | 32, 'a', 'z'); }
INLINE bool is_ascii_digit(u8 a) { return is_between(a, '0', '9'); }
INLINE bool is_ascii_alphanumeric(u8 a) { return is_ascii_alphabetic(a) || is_ascii_digit(a); }
INLINE bool is_ascii_hexdigit(u8 a) { return is_ascii_digit(a) || is_between(a | 32, 'a', 'f'); }
INLINE bool is_ascii_graphic(u8 a) { return is_between(a, '!', '~'); }
INLINE bool is_ascii_punctuation(u8 a) { return is_ascii_graphic(a) && !is_ascii_alphanumeric(a); }
INLINE bool is_ascii_whitespace(u8 a) { return a == ' ' || (is_between(a, 9, 13) && a != 11); }
INLINE bool is_ascii_control(u8 a) { return a < 32 || a == 127; }
INLINE u8 to_ascii_uppercase(u8 a) { return is_ascii_lowercase(a) ? a - 32 : a; }
INLINE u8 to_ascii_lowercase(u8 a) { return is_ascii_uppercase(a) ? a + 32 : a; }
template <class T> INLINE bool is_power_of_two(T a) { return a != 0 && (a & (T)(a - 1)) == 0; }
template <class T> INLINE T next_power_of_two(T a) {
    if (a <= 1) return 1;
    const u32 bits = properties<T>::bits - leading_zeros((T)(a - 1));
    return bits == properties<T>::bits ? (T)0 : (T)((u64)1 << bits);
}
template <class T> INLINE T div_ceil(T a, T b) { return b == 0 ? (T)0 : (T)(a / b + (a % b != 0 ? 1 : 0)); }
template <class T> INLINE T next_multiple_of(T a, T b) {
    if (b == 0 || a % b == 0) return b == 0 ? (T)0 : a;
    const T next = (T)(a + (b - a % b));
    return next < a ? (T)0 : next;
}
template <class T> INLINE unsigned_of<T> unsigned_abs(T a) {
    return (unsigned_of<T>)(a < 0 ? wrapping_neg(a) : a);
}
template <class T> INLINE bool is_positive(T a) { return a > 0; }
template <class T> INLINE bool is_negative(T a) { return a < 0; }
template <class T> INLINE unsigned_of<T> cast_unsigned(T a) { return (unsigned_of<T>)a; }
template <class T> INLINE signed_of<T> cast_signed(T a) { return (signed_of<T>)a; }
template <class T> INLINE T abs_of(T a) { return a < 0 ? wrapping_neg(a) : a; }
template <class T> INLINE T signum(T a) { return (T)((a > 0) - (a < 0)); }
template <class T> INLINE T min_of(T a, T b) { return b < a ? b : a; }
template <class T> INLINE T max_of(T a, T b) { return a < b ? b : a; }
template <class T> INLINE T clamp(T x, T low, T high) {
    const T raised = x < low ? low : x;
    return raised > high ? high : raised;
}
template <class T> INLINE bool less(T a, T b) { return a < b; }

// Floats.

#define ONE_AS(name, own) \
    INLINE f64 name(f64 x) { return library(own)(x); } \
    INLINE f32 name(f32 x) { return library_f32(own)(x); }
#define TWO_AS(name, own) \
    INLINE f64 name(f64 x, f64 y) { return library(own)(x, y); } \
    INLINE f32 name(f32 x, f32 y) { return library_f32(own)(x, y); }
namespace accel {
ONE_AS(sqrt, sqrt) ONE_AS(cbrt, cbrt) ONE_AS(exp, exp) ONE_AS(exp2, exp2) ONE_AS(exp_m1, expm1)
ONE_AS(ln, log) ONE_AS(ln_1p, log1p) ONE_AS(log2, log2) ONE_AS(log10, log10) ONE_AS(sin, sin)
ONE_AS(cos, cos) ONE_AS(tan, tan) ONE_AS(asin, asin) ONE_AS(acos, acos) ONE_AS(atan, atan)
ONE_AS(sinh, sinh) ONE_AS(cosh, cosh) ONE_AS(tanh, tanh) ONE_AS(asinh, asinh) ONE_AS(acosh, acosh)
ONE_AS(atanh, atanh) ONE_AS(floor, floor) ONE_AS(ceil, ceil) ONE_AS(round, round)
ONE_AS(round_ties_even, rint) ONE_AS(trunc, trunc) ONE_AS(abs, fabs)
TWO_AS(atan2, atan2) TWO_AS(powf, pow) TWO_AS(hypot, hypot) TWO_AS(min, fmin) TWO_AS(max, fmax)
TWO_AS(copysign, copysign) TWO_AS(remainder, fmod)
INLINE f64 mul_add(f64 x, f64 a, f64 b) { return library(fma)(x, a, b); }
INLINE f32 mul_add(f32 x, f32 a, f32 b) { return library_f32(fma)(x, a, b); }

INLINE u32 to_bits(f32 x) { return f32_as_bits(x); }
INLINE u64 to_bits(f64 x) { return f64_as_bits(x); }
INLINE f32 from_bits(u32 bits) { return bits_as_f32(bits); }
INLINE f64 from_bits(u64 bits) { return bits_as_f64(bits); }

template <class T> struct shape;
template <> struct shape<f32> {
    static constexpr u32 sign = 1u << 31, exponent = 255u << 23;
    typedef u32 bits;
    typedef i32 ordered;
};
template <> struct shape<f64> {
    static constexpr u64 sign = 1ull << 63, exponent = 2047ull << 52;
    typedef u64 bits;
    typedef i64 ordered;
};
template <class T> INLINE bool is_sign_negative(T x) { return (to_bits(x) & shape<T>::sign) != 0; }
template <class T> INLINE bool is_sign_positive(T x) { return !is_sign_negative(x); }
template <class T> INLINE bool is_nan(T x) { return x != x; }
template <class T> INLINE bool is_infinite(T x) { return (to_bits(x) & ~shape<T>::sign) == shape<T>::exponent; }
template <class T> INLINE bool is_finite(T x) {
    return (to_bits(x) & shape<T>::exponent) != shape<T>::exponent;
}
template <class T> INLINE bool is_subnormal(T x) { return x != 0 && (to_bits(x) & shape<T>::exponent) == 0; }
template <class T> INLINE bool is_normal(T x) { return is_finite(x) && (to_bits(x) & shape<T>::exponent) != 0; }
template <class T> INLINE T fract(T x) { return x - trunc(x); }
template <class T> INLINE T recip(T x) { return (T)1 / x; }
template <class T> INLINE T signum(T x) { return is_nan(x) ? x : copysign((T)1, x); }
template <class T> INLINE T to_degrees(T x) { return x * (T)(180.0 / 3.14159265358979323846); }
template <class T> INLINE T to_radians(T x) { return x * (T)(3.14159265358979323846 / 180.0); }
template <class T> INLINE T log(T x, T base) { return ln(x) / ln(base); }
template <class T> INLINE T powi(T x, i32 n) { return powf(x, (T)n); }
template <class T> INLINE T rem_euclid(T x, T y) {
    const T rest = remainder(x, y);
    return rest < 0 ? rest + abs(y) : rest;
}
template <class T> INLINE T div_euclid(T x, T y) {
    const T quotient = trunc(x / y);
    if (!(remainder(x, y) < 0)) return quotient;
    return y > 0 ? quotient - 1 : quotient + 1;
}
// `total_cmp`: negative numbers have their bits turned over, so that all compare as integers.
template <class T> INLINE typename shape<T>::ordered rank(T x) {
    const typename shape<T>::ordered bits = (typename shape<T>::ordered)to_bits(x);
    return bits < 0 ? bits ^ (typename shape<T>::ordered)~shape<T>::sign : bits;
}
INLINE f32 of_rank(i32 rank) { return from_bits((u32)(rank < 0 ? rank ^ 0x7fffffff : rank)); }
INLINE f64 of_rank(i64 rank) { return from_bits((u64)(rank < 0 ? rank ^ 0x7fffffffffffffffll : rank)); }
template <class T> INLINE bool total_less(T x, T y) { return rank(x) < rank(y); }
}
#undef ONE_AS
#undef TWO_AS

// Casts: from floats to integers they saturate, and NaN becomes 0.

template <class To, class From> struct cast_between {
    static __device__ __forceinline__ To of(From value) { return (To)value; }
};
template <class To, class From> INLINE To saturated(From value) {
    if (value != value) return 0;
    if (value <= (From)properties<To>::least) return properties<To>::least;
    if (value >= (From)properties<To>::greatest) return properties<To>::greatest;
    return (To)value;
}
#define FROM_FLOAT(to)                                                                              \
    template <> struct cast_between<to, f32> {                                                      \
        static __device__ __forceinline__ to of(f32 value) { return saturated<to>(value); }         \
    };                                                                                              \
    template <> struct cast_between<to, f64> {                                                      \
        static __device__ __forceinline__ to of(f64 value) { return saturated<to>(value); }         \
    };
FROM_FLOAT(u8) FROM_FLOAT(u16) FROM_FLOAT(u32) FROM_FLOAT(u64)
FROM_FLOAT(i8) FROM_FLOAT(i16) FROM_FLOAT(i32) FROM_FLOAT(i64)
#undef FROM_FLOAT
template <class To, class From> INLINE To cast(From value) { return cast_between<To, From>::of(value); }

// The indices of stencils.

INLINE usize nearest(usize index, i32 offset, usize extent) {
    const isize position = (isize)index + offset;
    if (position < 0) return 0;
    return (usize)position < extent ? (usize)position : (extent == 0 ? 0 : extent - 1);
}
INLINE usize wrapped(usize index, i32 offset, usize extent) {
    if (extent == 0) return 0;
    const isize rest = ((isize)index + offset) % (isize)extent;
    return (usize)(rest < 0 ? rest + (isize)extent : rest);
}
INLINE usize mirrored(usize index, i32 offset, usize extent) {
    if (extent <= 1) return 0;
    const isize period = 2 * ((isize)extent - 1);
    isize rest = ((isize)index + offset) % period;
    if (rest < 0) rest += period;
    return (usize)(rest < (isize)extent ? rest : period - rest);
}
INLINE bool inside(usize index, i32 offset, usize extent) {
    return (usize)((isize)index + offset) < extent;
}
