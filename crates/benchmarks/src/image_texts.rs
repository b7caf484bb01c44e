//! Where each image stands in the text of a boxes file, so that a file is read one image at a time.

use std::io::{self, BufRead};

/// The place of one image's JSON object in a file, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) start: u64,
    pub(crate) length: u32,
}

/// What stands around the images of a boxes file.
pub(crate) struct Frame {
    /// JSON with an empty list of images.
    pub(crate) text: Vec<u8>,
    /// Whether there was one comma between each two images and none elsewhere in their list.
    pub(crate) parted: bool,
}

/// Goes through a boxes file once, hands over the text of each image, and gives back what stands around them: JSON with an
/// empty list of images. Only that and one image are held.
///
/// Text that is no JSON comes through as it is: whoever parses it says what is wrong.
pub(crate) fn each_image<E: From<io::Error>>(
    mut file: impl BufRead,
    mut image: impl FnMut(Place, &[u8]) -> Result<(), E>,
) -> Result<Frame, E> {
    let mut state = Scanner::default();
    let mut frame = Vec::new();
    let mut current = Vec::new();
    let mut at = 0u64;
    loop {
        let block = file.fill_buf()?;
        if block.is_empty() {
            break;
        }
        for byte in block {
            match state.step(*byte) {
                Part::Frame => frame.push(*byte),
                Part::Image => current.push(*byte),
                Part::ImageEnd => {
                    current.push(*byte);
                    let length = u32::try_from(current.len())
                        .map_err(|_| io::Error::other("one image has more than 4 GB of text"))?;
                    let start = at + 1 - u64::from(length);
                    image(Place { start, length }, &current)?;
                    current.clear();
                }
                Part::Between => {}
            }
            at += 1;
        }
        let used = block.len();
        file.consume(used);
    }
    // What was begun and never closed goes where it will be refused.
    frame.append(&mut current);
    Ok(Frame {
        text: frame,
        parted: !state.badly_parted,
    })
}

enum Part {
    Frame,
    Image,
    ImageEnd,
    Between,
}

/// Follows brackets and strings.
#[derive(Default)]
struct Scanner {
    depth: u32,
    in_string: bool,
    escaped: bool,
    /// The last string at depth 1, to know the key before a list.
    key: Vec<u8>,
    in_list: bool,
    in_image: bool,
    after_image: bool,
    after_comma: bool,
    badly_parted: bool,
}

impl Scanner {
    fn step(&mut self, byte: u8) -> Part {
        if self.in_string {
            self.string_byte(byte);
            return self.place();
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.key.clear();
                self.place()
            }
            b'{' | b'[' => {
                let opens_list = byte == b'[' && self.depth == 1 && self.key == b"images";
                self.depth += 1;
                if opens_list {
                    self.in_list = true;
                    return Part::Frame;
                }
                if self.in_list && self.depth == 3 {
                    self.in_image = true;
                    self.badly_parted |= self.after_image;
                    self.after_comma = false;
                }
                self.place()
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if self.in_image && self.depth == 2 {
                    self.in_image = false;
                    self.after_image = true;
                    return Part::ImageEnd;
                }
                if self.in_list && self.depth == 1 {
                    self.in_list = false;
                    self.badly_parted |= self.after_comma;
                    self.after_image = false;
                    self.key.clear();
                    return Part::Frame;
                }
                self.place()
            }
            // Anything else there is no image and is left to be refused.
            b',' if self.in_list && !self.in_image && self.depth == 2 => {
                self.badly_parted |= !self.after_image;
                (self.after_image, self.after_comma) = (false, true);
                Part::Between
            }
            b' ' | b'\n' | b'\r' | b'\t' if self.in_list && !self.in_image => Part::Between,
            _ => self.place(),
        }
    }

    fn string_byte(&mut self, byte: u8) {
        if self.escaped {
            self.escaped = false;
        } else if byte == b'\\' {
            self.escaped = true;
        } else if byte == b'"' {
            self.in_string = false;
            return;
        }
        if self.depth == 1 {
            self.key.push(byte);
        }
    }

    const fn place(&self) -> Part {
        if self.in_image { Part::Image } else { Part::Frame }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> (String, Vec<String>) {
        let mut images = Vec::new();
        let frame = each_image::<io::Error>(text.as_bytes(), |place, image| {
            let start = place.start as usize;
            assert_eq!(&text.as_bytes()[start..start + place.length as usize], image);
            images.push(String::from_utf8(image.to_vec()).unwrap());
            Ok(())
        })
        .unwrap();
        (String::from_utf8(frame.text).unwrap(), images)
    }

    #[test]
    fn images_are_cut_out_whatever_their_strings_hold() {
        let text = r#"{"format": "x", "note": ["images", [1, {"a": "]"}]], "images": [
            {"id": "a\"]}", "boxes": [{"box": [1, 2]}]},
            {"id": "{["}], "asked": [["a", "images"], ["b", "c"]]}"#;
        let (frame, images) = split(text);
        assert_eq!(
            images,
            [
                r#"{"id": "a\"]}", "boxes": [{"box": [1, 2]}]}"#,
                r#"{"id": "{["}"#
            ]
        );
        assert_eq!(
            frame,
            r#"{"format": "x", "note": ["images", [1, {"a": "]"}]], "images": [], "asked": [["a", "images"], ["b", "c"]]}"#
        );
    }

    #[test]
    fn commas_part_images_and_stand_nowhere_else() {
        let parted = |images: &str| {
            let text = format!(r#"{{"images": [{images}], "a": [1, 2]}}"#);
            each_image::<io::Error>(text.as_bytes(), |_, _| Ok(()))
                .unwrap()
                .parted
        };
        for good in ["", "{}", "{}, {}", " {} ,{\"a\": [1, 2]} "] {
            assert!(parted(good), "{good}");
        }
        for bad in [",", "{},", ",{}", "{},,{}", "{}{}", "{} {},{}"] {
            assert!(!parted(bad), "{bad}");
        }
    }

    #[test]
    fn what_is_no_image_stays_in_the_frame_to_be_refused() {
        assert_eq!(
            split(r#"{"images": [1, "x", {"id": 1}]}"#).0,
            r#"{"images": [1"x"]}"#
        );
        assert_eq!(split(r#"{"images": [{"id": 1"#).0, r#"{"images": [{"id": 1"#);
        assert_eq!(split("").0, "");
        assert_eq!(split(r#"{"images": {"images": [{"id": 1}]}}"#).1.len(), 0);
    }
}
