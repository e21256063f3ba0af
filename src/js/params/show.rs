//! How messages call and show the caller's values.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use super::{is_array, list_of};

/// How a message calls a value.
pub(crate) fn describe(value: &JsValue) -> String {
    if value.is_null() {
        return "null".to_string();
    }
    if value.is_undefined() {
        return "undefined".to_string();
    }
    if value.as_string().is_some() {
        return "a string".to_string();
    }
    if value.as_f64().is_some() {
        return "a number".to_string();
    }
    if value.as_bool().is_some() {
        return "a boolean".to_string();
    }
    if value.is_bigint() {
        return "a BigInt".to_string();
    }
    if is_array(value) {
        return "an array".to_string();
    }
    if value.is_function() {
        return "a function".to_string();
    }
    if value.is_symbol() {
        return "a symbol".to_string();
    }
    let constructor = Reflect::get(value, &"constructor".into())
        .ok()
        .and_then(|c| Reflect::get(&c, &"name".into()).ok())
        .and_then(|name| name.as_string())
        .unwrap_or_default();
    match constructor.as_str() {
        "" | "Object" => "an object".to_string(),
        name if name.starts_with(['A', 'E', 'I', 'O', 'U']) && !name.starts_with("Ui") => format!("an {name}"),
        name => format!("a {name}"),
    }
}

/// A number as JavaScript writes it. (Rust's own printing of floats is a large piece of code.)
fn text_of_number(number: f64) -> String {
    match js_sys::Number::from(number).to_string_with_radix(10) {
        Ok(text) => text.into(),
        Err(_) => "a number".to_string(),
    }
}

/// A value as a message shows it: numbers, strings and short arrays themselves.
pub(crate) fn show(value: &JsValue) -> String {
    if let Some(number) = value.as_f64() {
        return text_of_number(number);
    }
    if let Some(text) = value.as_string() {
        return format!("\"{text}\"");
    }
    match list_of(value) {
        Some(list) if list.len() <= 8 => {
            let items: Vec<String> =
                list.iter().map(|item| if is_array(item) { describe(item) } else { show(item) }).collect();
            format!("[{}]", items.join(", "))
        }
        _ => describe(value),
    }
}
