//! A folder for any static server: the site with a service worker that keeps it for when there is no network.

use std::path::Path;

use super::{put_policy, server};
use crate::build::{self, files};

/// In the head of the page: `web/app/offline.ts` looks for it.
const MARK: &str = "    <meta name=\"groundscope-offline\" content=\"sw.js\" />\n  </head>";

/// Writes the folders `site` (to be served) and `server` (configurations) below `out`.
pub fn assemble(built: &Path, out: &Path, policy: Option<&Path>) -> Result<(), String> {
    let site = out.join("site");
    files::clear(&site)?;
    files::copy_tree(built, &site)?;
    put_policy(policy, &site)?;
    offline_page(&site)?;
    let manifest = build::web::write_manifest(&site)?;
    build::web::service_worker(&site)?;
    name_kept_files(&site.join("sw.js"), &manifest)?;
    for (name, text) in server::configurations() {
        files::write(&out.join("server").join(name), text.as_bytes())?;
    }
    Ok(())
}

/// Tells the page that it has a service worker.
fn offline_page(site: &Path) -> Result<(), String> {
    let path = site.join("index.html");
    let page = text_of(&path)?;
    let marked = page.replacen("  </head>", MARK, 1);
    if marked == page {
        return Err(format!("{} has no head that ends", path.display()));
    }
    files::write(&path, marked.as_bytes())
}

/// Puts the manifest in front of the service worker: another manifest makes another script, which browsers then install.
fn name_kept_files(script: &Path, manifest: &str) -> Result<(), String> {
    let listed: serde_json::Value =
        serde_json::from_str(manifest).map_err(|error| format!("the manifest is no JSON: {error}"))?;
    let kept = serde_json::json!({
        "sha256": files::sha256(manifest.as_bytes()),
        "files": listed["files"],
    });
    let code = text_of(script)?;
    files::write(
        script,
        format!("const GROUNDSCOPE_SITE = {kept};\n{code}").as_bytes(),
    )
}

fn text_of(path: &Path) -> Result<String, String> {
    String::from_utf8(files::read(path)?).map_err(|_| format!("{} is no text", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("groundscope-site-{name}-{}", std::process::id()));
        files::clear(&folder).unwrap();
        folder
    }

    #[test]
    fn the_page_is_marked_once_and_one_without_a_head_is_refused() {
        let site = folder("mark");
        files::write(
            &site.join("index.html"),
            b"<html>\n  <head>\n  </head>\n  <body></body>",
        )
        .unwrap();
        offline_page(&site).unwrap();
        let page = text_of(&site.join("index.html")).unwrap();
        assert_eq!(
            page.matches("<meta name=\"groundscope-offline\" content=\"sw.js\" />")
                .count(),
            1
        );
        assert!(page.ends_with("  </head>\n  <body></body>"));
        files::write(&site.join("index.html"), b"<html>").unwrap();
        assert!(offline_page(&site).unwrap_err().contains("index.html"));
        files::clear(&site).unwrap();
    }

    #[test]
    fn the_service_worker_names_the_listed_files_and_the_hash_of_their_list() {
        let site = folder("kept");
        let script = site.join("sw.js");
        files::write(&script, b"start(GROUNDSCOPE_SITE);").unwrap();
        let manifest =
            r#"{"format":"groundscope-site/1","files":[{"path":"app.js","bytes":1,"sha256":"ab"}]}"#;
        name_kept_files(&script, manifest).unwrap();
        let code = text_of(&script).unwrap();
        let (first, rest) = code.split_once(";\n").unwrap();
        let kept: serde_json::Value =
            serde_json::from_str(first.strip_prefix("const GROUNDSCOPE_SITE = ").unwrap()).unwrap();
        assert_eq!(kept["sha256"], files::sha256(manifest.as_bytes()));
        assert_eq!(kept["files"][0]["path"], "app.js");
        assert_eq!(rest, "start(GROUNDSCOPE_SITE);");
        assert!(
            name_kept_files(&script, "no JSON")
                .unwrap_err()
                .contains("no JSON")
        );
        files::clear(&site).unwrap();
    }
}
