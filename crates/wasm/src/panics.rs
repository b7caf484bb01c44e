//! A panic's last words: told to JavaScript before the module dies, so that no promise waits for ever.

use std::panic::PanicHookInfo;

use wasm_bindgen::prelude::*;

/// Installs the panic hook. Call it once, before anything else; `onPanic` gets the message.
///
/// A panic ends the module: what was pending in it never settles by itself, so the caller must reject it.
#[wasm_bindgen]
pub fn start(
    #[wasm_bindgen(js_name = "onPanic", unchecked_param_type = "(message: string) => void")]
    on_panic: js_sys::Function,
) {
    // The module has one thread, and a hook must be Sync: the function waits where only that thread looks.
    ON_PANIC.with_borrow_mut(|slot| *slot = Some(on_panic));
    std::panic::set_hook(Box::new(tell));
}

thread_local! {
    static ON_PANIC: std::cell::RefCell<Option<js_sys::Function>> = const { std::cell::RefCell::new(None) };
}

fn tell(info: &PanicHookInfo<'_>) {
    let words = info.payload_as_str().unwrap_or("an internal contradiction");
    let message = match info.location() {
        Some(place) => format!("{words} ({}:{})", without_home(place.file()), place.line()),
        None => words.to_owned(),
    };
    ON_PANIC.with_borrow(|slot| {
        if let Some(on_panic) = slot {
            // If even this fails, the trap that follows still tells.
            let _ = on_panic.call1(&JsValue::NULL, &message.into());
        }
    });
}

/// A dependency's file without the folders of the machine that built the module.
fn without_home(file: &str) -> &str {
    match file
        .split_once("registry/src/")
        .and_then(|(_, rest)| rest.split_once('/'))
    {
        Some((_, inside)) => inside,
        None => file,
    }
}

/// Panics at once, to test that the caller recovers.
#[wasm_bindgen]
#[allow(clippy::panic, reason = "it is what this function is for")]
pub fn panic() {
    panic!("a panic that was asked for");
}

/// Panics inside a future, after its promise was returned, to test that the caller recovers.
#[wasm_bindgen(js_name = "panicLater")]
pub async fn panic_later() {
    let turn = js_sys::Promise::resolve(&JsValue::NULL);
    let _ = wasm_bindgen_futures::JsFuture::from(turn).await;
    panic();
}

#[cfg(test)]
mod tests {
    use super::without_home;

    #[test]
    fn a_place_names_the_crate_but_no_home() {
        let file =
            "/home/someone/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/burn-flex-0.22.1/src/conv.rs";
        assert_eq!(without_home(file), "burn-flex-0.22.1/src/conv.rs");
        assert_eq!(
            without_home("crates/wasm/src/panics.rs"),
            "crates/wasm/src/panics.rs"
        );
    }
}
