//! Which column of a table is which, by its name.

use super::delimiter;
use crate::FileError;
use crate::corners::Form;

/// The places of the columns in a row.
#[derive(Debug, Default)]
pub(super) struct Columns {
    pub(super) image: usize,
    pub(super) boxes: Option<BoxColumns>,
    pub(super) size: Option<[usize; 2]>,
    pub(super) space: Option<usize>,
}

/// Where a box stands, in a table that has boxes.
#[derive(Debug)]
pub(super) struct BoxColumns {
    pub(super) class: usize,
    pub(super) numbers: [usize; 4],
    pub(super) form: Form,
    pub(super) score: Option<usize>,
}

const IMAGE: &[&str] = &[
    "image",
    "filename",
    "file",
    "imageid",
    "imagename",
    "imagepath",
    "imagefile",
    "path",
];
const CLASS: &[&str] = &[
    "class",
    "label",
    "category",
    "classname",
    "labelname",
    "categoryname",
    "biomarker",
];
const SCORE: &[&str] = &["score", "confidence", "conf"];
const LEFT: &[&str] = &["x1", "xmin", "left", "minx"];
const TOP: &[&str] = &["y1", "ymin", "top", "miny"];
const RIGHT: &[&str] = &["x2", "xmax", "right", "maxx"];
const BOTTOM: &[&str] = &["y2", "ymax", "bottom", "maxy"];
const BOX_WIDTH: &[&str] = &["w", "width", "boxwidth", "bboxwidth", "bboxw"];
const BOX_HEIGHT: &[&str] = &["h", "height", "boxheight", "bboxheight", "bboxh"];
const IMAGE_WIDTH: &[&str] = &["imagewidth", "imgwidth", "imagew", "imgw"];
const IMAGE_HEIGHT: &[&str] = &["imageheight", "imgheight", "imageh", "imgh"];

/// Whether a line could head a table: one of its words names the image.
pub(in crate::formats) fn is_header(line: &str) -> bool {
    let names = line.split(char::from(delimiter(line)));
    names.map(plain).any(|name| IMAGE.contains(&name.as_str()))
}

/// Whether the header of a table has no class and no numbers of boxes: then its rows are images.
pub(in crate::formats) fn lists_images<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let mut headers = lines.filter(|line| !line.trim().is_empty() && !line.starts_with("sep="));
    let header = headers.next().unwrap_or_default();
    let names: Vec<String> = header.split(char::from(delimiter(header))).map(plain).collect();
    let of_boxes = [CLASS, LEFT, RIGHT, &["x"]];
    !names
        .iter()
        .any(|name| of_boxes.iter().any(|any| any.contains(&name.as_str())))
}

/// Letters and digits in lower case: `Image ID`, `image_id` and `imageId` are one name.
fn plain(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

impl Columns {
    pub(super) fn of<'a>(header: impl Iterator<Item = &'a str>) -> Result<Self, FileError> {
        let header: Vec<&str> = header.collect();
        let names: Vec<String> = header.iter().map(|name| plain(name)).collect();
        let find = |any: &[&str]| -> Result<Option<usize>, FileError> {
            let mut places = names
                .iter()
                .enumerate()
                .filter(|(_, name)| any.contains(&name.as_str()));
            let first = places.next().map(|(at, _)| at);
            match places.next() {
                Some((again, _)) => Err(FileError::RepeatedColumn {
                    column: header.get(again).copied().unwrap_or_default().to_owned(),
                }),
                None => Ok(first),
            }
        };
        let missing = |what, example| FileError::NoColumn { what, example };
        let four = |any: [&[&str]; 4]| -> Result<Option<[usize; 4]>, FileError> {
            let [a, b, c, d] = any;
            Ok(match (find(a)?, find(b)?, find(c)?, find(d)?) {
                (Some(a), Some(b), Some(c), Some(d)) => Some([a, b, c, d]),
                _ => None,
            })
        };
        let image = find(IMAGE)?.ok_or(missing("the image", "image"))?;
        let corners = four([LEFT, TOP, RIGHT, BOTTOM])?;
        let sized = match corners {
            Some(_) => None,
            None => match four([&["x"], &["y"], BOX_WIDTH, BOX_HEIGHT])? {
                Some(numbers) => Some(numbers),
                None => four([LEFT, TOP, BOX_WIDTH, BOX_HEIGHT])?,
            },
        };
        let numbers = corners.map(|numbers| (numbers, Form::Corners));
        let numbers = numbers.or(sized.map(|numbers| (numbers, Form::Sized)));
        let boxes = match (find(CLASS)?, numbers) {
            (Some(class), Some((numbers, form))) => Some(BoxColumns {
                class,
                numbers,
                form,
                score: find(SCORE)?,
            }),
            // A list of images.
            (None, None) => None,
            (None, Some(_)) => return Err(missing("the class", "class")),
            (Some(_), None) => {
                return Err(missing(
                    "all four numbers of a box",
                    "x1, y1, x2, y2, or x, y, w, h",
                ));
            }
        };
        // `width` and `height` are the image's unless the box needs them.
        let mut size =
            four([IMAGE_WIDTH, IMAGE_HEIGHT, IMAGE_WIDTH, IMAGE_HEIGHT])?.map(|[w, h, _, _]| [w, h]);
        if size.is_none() && boxes.as_ref().is_none_or(|boxes| boxes.form == Form::Corners) {
            size = match (find(&["width"])?, find(&["height"])?) {
                (Some(width), Some(height)) => Some([width, height]),
                _ => None,
            };
        }
        Ok(Self {
            image,
            boxes,
            size,
            space: find(&["space"])?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(header: &str) -> Result<Columns, FileError> {
        Columns::of(header.split(','))
    }

    #[test]
    fn names_in_any_order_and_spelling() {
        let read = columns("filename,width,height,class,xmin,ymin,xmax,ymax").unwrap();
        assert_eq!((read.image, read.size), (0, Some([1, 2])));
        assert_eq!(read.boxes.unwrap().numbers, [4, 5, 6, 7]);
        let read = columns("Conf,H,W,Y,X,Label,Image ID,image_width,imageHeight,space").unwrap();
        assert_eq!((read.image, read.size, read.space), (6, Some([7, 8]), Some(9)));
        let boxes = read.boxes.unwrap();
        assert!(boxes.form == Form::Sized && boxes.score == Some(0));
        assert_eq!(boxes.numbers, [4, 3, 2, 1]);
        let read = columns("image,label,left,top,width,height").unwrap();
        assert!(read.size.is_none() && read.boxes.unwrap().numbers == [2, 3, 4, 5]);
        assert!(columns("image,width,height").unwrap().boxes.is_none());
        assert!(is_header("Image;class") && !is_header("0 0.5 0.5 0.1 0.1"));
    }

    #[test]
    fn what_is_missing_or_twice_is_named() {
        assert_eq!(
            columns("class,x1,y1,x2,y2").unwrap_err().to_string(),
            "the table has no column for the image; name one in its first line, such as: image"
        );
        assert!(matches!(
            columns("image,x1,y1,x2,y2"),
            Err(FileError::NoColumn {
                what: "the class",
                ..
            })
        ));
        assert!(matches!(
            columns("image,class,x1,y1,x2"),
            Err(FileError::NoColumn { .. })
        ));
        assert_eq!(
            columns("image,file,class").unwrap_err(),
            FileError::RepeatedColumn {
                column: "file".into()
            }
        );
    }
}
