//! Folders of files: listed in one order, copied, hashed.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Every file below `folder`, sorted; `node_modules` and hidden files are left out. A file stands for itself.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in
        fs::read_dir(path).map_err(|error| format!("{} cannot be listed: {error}", path.display()))?
    {
        let entry = entry.map_err(|error| format!("{} cannot be listed: {error}", path.display()))?;
        let name = entry.file_name();
        if name != "node_modules" && !name.to_string_lossy().starts_with('.') {
            collect(&entry.path(), files)?;
        }
    }
    Ok(())
}

/// Empties `folder`, creating it if need be.
pub fn clear(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(format!("{} cannot be emptied: {error}", folder.display()));
        }
        _ => {}
    }
    fs::create_dir_all(folder).map_err(|error| format!("{} cannot be created: {error}", folder.display()))
}

/// Copies one file, creating the folder it goes to.
pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)
            .map_err(|error| format!("{} cannot be created: {error}", parent.display()))?;
    }
    fs::copy(from, to)
        .map(drop)
        .map_err(|error| format!("{} cannot be copied to {}: {error}", from.display(), to.display()))
}

/// Copies every file below `from` to the same place below `to`.
pub fn copy_tree(from: &Path, to: &Path) -> Result<(), String> {
    for file in list(from)? {
        copy(&file, &to.join(file.strip_prefix(from).unwrap_or(&file)))?;
    }
    Ok(())
}

/// Writes a file, creating its folder.
pub fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)
            .map_err(|error| format!("{} cannot be created: {error}", parent.display()))?;
    }
    fs::write(path, content).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// Reads a file.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_sha_256() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn a_copied_tree_lists_the_same_files() {
        let folder = std::env::temp_dir().join(format!("groundscope-files-{}", std::process::id()));
        clear(&folder).unwrap();
        write(&folder.join("from/b/two.txt"), b"2").unwrap();
        write(&folder.join("from/a.txt"), b"1").unwrap();
        write(&folder.join("from/node_modules/x.js"), b"x").unwrap();
        copy_tree(&folder.join("from"), &folder.join("to")).unwrap();
        let names: Vec<_> = list(&folder.join("to")).unwrap();
        assert_eq!(names, [folder.join("to/a.txt"), folder.join("to/b/two.txt")]);
        clear(&folder).unwrap();
        assert!(list(&folder).unwrap().is_empty());
    }
}
