//! wasm-bindgen's test runner, built with the workspace: no second build of its parts, never another version.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    Ok(wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(
        std::env::args_os(),
    )?)
}
