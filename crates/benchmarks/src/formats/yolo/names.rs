//! The class names of YOLO data sets: a line each, or `names` of a YAML file.

use yaml_rust2::parser::{Event, Parser};

use crate::FileError;

/// Class names in the order of their numbers; a number without a name keeps its place under its digits.
pub(super) fn read(path: &str, text: &str) -> Result<Vec<String>, FileError> {
    let lower = path.to_ascii_lowercase();
    if lower.ends_with(".yaml") || lower.ends_with(".yml") {
        return from_yaml(text);
    }
    // Blank lines at the end are no class.
    Ok(text
        .trim_end()
        .lines()
        .map(|line| line.trim().to_owned())
        .collect())
}

/// `names: [irf, srf]` or `names: {0: irf, 1: srf}`. Events are followed one by one: aliases are never expanded, so a
/// short file cannot become a large one, and nothing is nested on the stack.
fn from_yaml(text: &str) -> Result<Vec<String>, FileError> {
    let wrong = |what: &str| FileError::Yaml {
        what: what.to_owned(),
    };
    let mut parser = Parser::new_from_str(text);
    let mut depth = 0usize;
    let mut is_key = true;
    let mut wanted = false;
    let mut found: Option<Vec<String>> = None;
    let mut keep = |names| match found.replace(names) {
        // Readers differ in which one they take.
        Some(_) => Err(wrong("names stands there twice")),
        None => Ok(()),
    };
    loop {
        let (event, _) = parser.next_token().map_err(|error| wrong(&error.to_string()))?;
        match event {
            Event::SequenceStart(..) if depth == 1 && wanted => {
                keep(sequence(&mut parser)?)?;
                (is_key, wanted) = (true, false);
            }
            Event::MappingStart(..) if depth == 1 && wanted => {
                keep(mapping(&mut parser)?)?;
                (is_key, wanted) = (true, false);
            }
            Event::MappingStart(..) | Event::SequenceStart(..) => depth += 1,
            Event::MappingEnd | Event::SequenceEnd => {
                depth = depth.saturating_sub(1);
                if depth == 1 {
                    is_key = true;
                }
            }
            Event::Scalar(text, ..) if depth == 1 => {
                wanted = is_key && text == "names";
                is_key = !is_key;
            }
            Event::Alias(_) if depth == 1 => is_key = !is_key,
            // Without names, it is a file about something else.
            Event::StreamEnd => return Ok(found.unwrap_or_default()),
            _ => {}
        }
    }
}

type Events<'a> = Parser<std::str::Chars<'a>>;

fn scalar(parser: &mut Events<'_>) -> Result<Option<String>, FileError> {
    match parser.next_token() {
        Ok((Event::Scalar(text, ..), _)) => Ok(Some(text)),
        Ok((Event::SequenceEnd | Event::MappingEnd, _)) => Ok(None),
        Ok(_) => Err(FileError::Yaml {
            what: "a class name is no text".to_owned(),
        }),
        Err(error) => Err(FileError::Yaml {
            what: error.to_string(),
        }),
    }
}

fn sequence(parser: &mut Events<'_>) -> Result<Vec<String>, FileError> {
    let mut names = Vec::new();
    while let Some(name) = scalar(parser)? {
        names.push(name);
    }
    Ok(names)
}

/// Numbers beyond this are a mistake, not a class.
const MOST_CLASSES: usize = 65_536;

fn mapping(parser: &mut Events<'_>) -> Result<Vec<String>, FileError> {
    let mut names: Vec<String> = Vec::new();
    while let Some(key) = scalar(parser)? {
        let number = key.parse::<usize>().ok().filter(|number| *number < MOST_CLASSES);
        let (Some(number), Some(name)) = (number, scalar(parser)?) else {
            return Err(FileError::Yaml {
                what: format!("{key} is no class number"),
            });
        };
        for missing in names.len()..=number {
            names.push(missing.to_string());
        }
        if let Some(slot) = names.get_mut(number) {
            *slot = name;
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_names() {
        let list = "path: ../oct\ntrain: images\nnc: 2\nnames: ['irf', \"sub fluid\"]\n";
        assert_eq!(read("data.yaml", list).unwrap(), ["irf", "sub fluid"]);
        let map =
            "# x\nkpt: [[1, 2], {names: [no]}]\nnames:\n  0: irf\n  2: ped\n\ndownload: |\n  names: 3\n";
        assert_eq!(read("a/DATA.YML", map).unwrap(), ["irf", "1", "ped"]);
        assert_eq!(
            read("data.yaml", "names:\n- irf\n- srf\n").unwrap(),
            ["irf", "srf"]
        );
        assert_eq!(
            read("classes.txt", "irf\r\nsrf \r\n\r\n").unwrap(),
            ["irf", "srf"]
        );
        assert_eq!(read("x.yaml", "value: names\n").unwrap(), [""; 0]);
        assert!(matches!(
            read("x.yaml", "names: [a, [b]]"),
            Err(FileError::Yaml { .. })
        ));
        assert!(matches!(
            read("x.yaml", "names: {99999999: a}"),
            Err(FileError::Yaml { .. })
        ));
        assert!(matches!(read("x.yaml", "names: [a"), Err(FileError::Yaml { .. })));
        assert!(matches!(
            read("x.yaml", "names: [a]\nnc: 1\nnames: {0: b}\n"),
            Err(FileError::Yaml { .. })
        ));
    }
}
