//! Configurations of servers for a site, with the headers that `docs/privacy.md` asks for.

use crate::serve::HEADERS;

const NGINX: &str = include_str!("nginx.conf");
const APACHE: &str = include_str!("apache.conf");

/// Where the headers go.
const PLACE: &str = "HEADERS";

/// Each file's name and text.
pub fn configurations() -> [(&'static str, String); 2] {
    [
        (
            "nginx.conf",
            filled(NGINX, |name, value| format!("add_header {name} {value} always;")),
        ),
        (
            "apache.conf",
            filled(APACHE, |name, value| format!("Header always set {name} {value}")),
        ),
    ]
}

/// One line a header, indented as its place is.
fn filled(template: &str, line: impl Fn(&str, &str) -> String) -> String {
    let mut text = String::new();
    for row in template.lines() {
        match row.strip_suffix(PLACE) {
            Some(indent) if indent.trim().is_empty() => {
                for (name, value) in HEADERS {
                    text.push_str(&format!("{indent}{}\n", line(name, &quoted(value))));
                }
            }
            _ => text.push_str(&format!("{row}\n")),
        }
    }
    text
}

/// Both servers take a value with blanks between double quotes.
fn quoted(value: &str) -> String {
    if value.contains(' ') {
        format!("\"{value}\"")
    } else {
        value.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::tools;

    #[test]
    fn every_header_is_sent_by_both_servers() {
        for (name, text) in configurations() {
            for (header, value) in HEADERS {
                let line = text.lines().find(|line| line.contains(header));
                assert!(line.is_some_and(|line| line.contains(value)), "{name}: {header}");
            }
            assert!(!text.contains(PLACE), "{name}");
            assert!(text.contains("application/wasm"), "{name}");
        }
    }

    #[test]
    fn the_document_shows_what_is_written() {
        let document = std::fs::read_to_string(tools::root().join("docs/embedding.md")).unwrap();
        for (name, text) in configurations() {
            assert!(
                document.contains(&text),
                "docs/embedding.md must show {name} as `cargo xtask pkg --site` writes it"
            );
        }
    }
}
