//! The runner refuses modules bound by another version, so it must be the version in `Cargo.lock`.

use std::process::Command;

#[test]
fn the_runner_is_the_version_of_the_library() {
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
    let lock = std::fs::read_to_string(lock).unwrap();
    let version = lock
        .split("name = \"wasm-bindgen\"\nversion = \"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap();
    let said = Command::new(env!("CARGO_BIN_EXE_groundscope-wasm-test-runner"))
        .arg("--version")
        .output()
        .unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains(version), "{said} is not {version}");
}
