//! Integer expressions: what `#if` asks, and the sizes of arrays.

use super::lexer::{Kind, Token};
use super::steps::step;

/// Parentheses, signs and conditional expressions may nest this deep.
const MAX_DEPTH: u32 = 100;

/// The value of `tokens`, if it can be told: C's operators over integers. `lookup` knows the names.
pub(super) fn evaluate(tokens: &[Token<'_>], lookup: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
    let mut parser = Parser { tokens, at: 0, depth: 0, lookup };
    let value = parser.conditional().ok()?;
    (parser.at == tokens.len()).then_some(value)?
}

/// The text is no expression.
struct Malformed;
/// `None` inside: an expression without a value (a division by zero, an unknown name). It may still not matter, as in
/// `defined(N) && 8 / N > 1`.
type Value = Result<Option<i64>, Malformed>;

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    depth: u32,
    lookup: &'a dyn Fn(&str) -> Option<i64>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a str {
        step(1);
        self.tokens.get(self.at).map_or("", |t| t.text)
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.peek() == text;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Result<(), Malformed> {
        if self.take(text) {
            Ok(())
        } else {
            Err(Malformed)
        }
    }

    fn conditional(&mut self) -> Value {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Malformed);
        }
        let condition = self.binary(0)?;
        let value = if self.take("?") {
            let yes = self.conditional()?;
            self.expect(":")?;
            let no = self.conditional()?;
            condition.and_then(|c| if c != 0 { yes } else { no })
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    /// Operators that bind at least as tightly as `level`.
    fn binary(&mut self, level: u8) -> Value {
        let mut left = self.unary()?;
        loop {
            let operator = self.peek();
            let Some(strength) = strength(operator).filter(|&s| s >= level) else { return Ok(left) };
            self.at += 1;
            let right = self.binary(strength + 1)?;
            left = match (operator, left, right) {
                ("&&", Some(0), _) => Some(0),
                ("||", Some(l), _) if l != 0 => Some(1),
                (_, Some(l), Some(r)) => apply(operator, l, r),
                _ => None,
            };
        }
    }

    fn unary(&mut self) -> Value {
        let from = self.at;
        while matches!(self.peek(), "+" | "-" | "!" | "~") {
            self.at += 1;
        }
        let signs = &self.tokens[from..self.at];
        let value = self.primary()?;
        Ok(signs.iter().rev().fold(value, |value, sign| {
            value.map(|v| match sign.text {
                "-" => v.wrapping_neg(),
                "!" => i64::from(v == 0),
                "~" => !v,
                _ => v,
            })
        }))
    }

    fn primary(&mut self) -> Value {
        let token = self.tokens.get(self.at).ok_or(Malformed)?;
        self.at += 1;
        match token.kind {
            Kind::Number => Ok(Some(integer(token.text).ok_or(Malformed)?)),
            Kind::Word if matches!(token.text, "int" | "uint") && self.take("(") => self.constructed(),
            Kind::Word if token.is("__LINE__") => Ok(Some(i64::from(token.line))),
            Kind::Word => Ok((self.lookup)(token.text)),
            Kind::Mark if token.is("(") => self.parenthesised(),
            _ => Err(Malformed),
        }
    }

    fn parenthesised(&mut self) -> Value {
        let value = self.conditional()?;
        self.expect(")")?;
        Ok(value)
    }

    /// `int(…)`: an integer expression, or one float literal.
    fn constructed(&mut self) -> Value {
        if let [number, close, ..] = &self.tokens[self.at..] {
            if number.kind == Kind::Number && close.is(")") && number.text.contains('.') {
                self.at += 2;
                return Ok(Some(float(number.text).ok_or(Malformed)? as i64));
            }
        }
        self.parenthesised()
    }
}

fn strength(operator: &str) -> Option<u8> {
    Some(match operator {
        "||" => 0,
        "^^" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => return None,
    })
}

fn apply(operator: &str, l: i64, r: i64) -> Option<i64> {
    let shift = || u32::try_from(r).ok().filter(|&r| r < 32);
    // Integers of GLSL have 32 bits and wrap around.
    let wrapped = |value: i64| i64::from(value as i32);
    Some(match operator {
        "||" => i64::from(l != 0 || r != 0),
        "^^" => i64::from((l != 0) != (r != 0)),
        "&&" => i64::from(l != 0 && r != 0),
        "|" => l | r,
        "^" => l ^ r,
        "&" => l & r,
        "==" => i64::from(l == r),
        "!=" => i64::from(l != r),
        "<" => i64::from(l < r),
        ">" => i64::from(l > r),
        "<=" => i64::from(l <= r),
        ">=" => i64::from(l >= r),
        "<<" => wrapped(l << shift()?),
        ">>" => l.wrapping_shr(shift()?),
        "+" => wrapped(l.wrapping_add(r)),
        "-" => wrapped(l.wrapping_sub(r)),
        "*" => wrapped(l.wrapping_mul(r)),
        "/" => l.checked_div(r)?,
        "%" => l.checked_rem(r)?,
        _ => return None,
    })
}

/// A float literal. (The standard library's parser brings large tables.)
fn float(text: &str) -> Option<f64> {
    let text = text.strip_suffix(['f', 'F']).unwrap_or(text);
    let (mantissa, power) = match text.split_once(['e', 'E']) {
        Some((mantissa, power)) => (mantissa, power.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = if mantissa.len() > 1 { 0.0 } else { return None };
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 10.0 + f64::from(digit.to_digit(10)?);
    }
    let power = power.saturating_sub(fraction.len() as i32);
    let tens = (0..power.unsigned_abs().min(400)).fold(1.0, |tens, _| tens * 10.0);
    Some(if power < 0 { value / tens } else { value * tens })
}

/// A literal: decimal, octal or hexadecimal, with `u` or without.
fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_suffix(['u', 'U']).unwrap_or(text);
    let value = if let Some(hexadecimal) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        u32::from_str_radix(hexadecimal, 16)
    } else if digits.len() > 1 && digits.starts_with('0') {
        u32::from_str_radix(digits, 8)
    } else {
        digits.parse()
    };
    value.ok().map(i64::from)
}

#[cfg(test)]
mod tests {
    use super::super::lexer::{tokens, Lines};
    use super::*;

    fn value(text: &str) -> Option<i64> {
        evaluate(&tokens(&Lines::new(text)), &|name| (name == "N").then_some(4))
    }

    #[test]
    fn operators_bind_as_in_c() {
        for (text, expected) in [
            ("1 + 2 * 3 - 4", 3),
            ("(1 + 2) * 3", 9),
            ("10 - 4 - 3", 3),
            ("1 << 3 | 1", 9),
            ("1 | 2 == 2", 1),
            ("!0 && -1 < 0", 1),
            ("~0 + 2", 1),
            ("- - 3", 3),
            ("0x1F + 010u", 39),
            ("7 / 2 % 2", 1),
            ("0 ? 1 : 0 ? 2 : 3", 3),
            ("N * N", 16),
            ("int(3.7) + int(N)", 7),
            ("2147483647 * 2147483647 * 4", 4),
            ("2147483647 + 1 < 0 && 1 << 31 < 0", 1),
            ("3000000000u - 2999999990u", 10),
            ("\n\n__LINE__", 3),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_does_not_matter_may_have_no_value() {
        assert_eq!(value("0 && 1 / 0"), Some(0));
        assert_eq!(value("1 || unknown"), Some(1));
        assert_eq!(value("N ? 2 : unknown"), Some(2));
    }

    #[test]
    fn what_is_no_integer_expression_has_no_value() {
        for text in ["", "1 +", "(1", "1 2", "1.5", "1 / 0", "unknown", "f(1)", "1 << 40", "4294967296", "?", "int(1.0"]
        {
            assert_eq!(value(text), None, "{text}");
        }
        assert_eq!(value(&"(".repeat(1 << 17)), None);
        assert_eq!(value(&("- ".repeat(1 << 17) + "1")), Some(1));
        assert_eq!(value(&("0?1:".repeat(1 << 16) + "1")), None);
    }
}
