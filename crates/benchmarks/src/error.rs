//! What can be wrong with a file or with a pair of files, and what to do about it.

use crate::formats::Format;

/// Why a file could not be read as annotations. Single bad boxes are no error: they are dropped and counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The bytes are not UTF-8.
    #[error("byte {at} is not UTF-8 text; save the file as UTF-8")]
    NotUtf8 {
        /// Offset of the first wrong byte.
        at: usize,
    },
    /// The bytes begin like UTF-16.
    #[error("the file is UTF-16 text; save it as UTF-8")]
    Utf16,
    /// The text is not JSON.
    #[error("line {line}, column {column} is not valid JSON ({what}); check that the file is complete")]
    Json {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What the parser met.
        what: String,
    },
    /// The JSON is of no known kind.
    #[error(
        "the file is neither groundscope-boxes/1 nor COCO detection; give an object with \"format\": \
         \"groundscope-boxes/1\" or a COCO file with images, annotations and categories"
    )]
    UnknownKind,
    /// `format` names another format or version.
    #[error("format is not \"groundscope-boxes/1\"; convert the file or use a version that reads: {found}")]
    UnknownFormat {
        /// What the file says.
        found: String,
    },
    /// `space` is no known coordinate space.
    #[error(
        "space must be \"pixel\", \"norm1000\" or \"unit\"; declare the one the boxes are in, instead of: {found}"
    )]
    UnknownSpace {
        /// What the file says.
        found: String,
    },
    /// A required field is absent.
    #[error("{path} is missing; add it")]
    Missing {
        /// The field, such as `images[3].width`.
        path: String,
    },
    /// A field holds something else than it should.
    #[error("{path} must be {expected}; correct it")]
    WrongType {
        /// The field.
        path: String,
        /// What it should be.
        expected: &'static str,
    },
    /// An object has the same key twice.
    #[error("{path} is given twice in one object; keep one")]
    RepeatedKey {
        /// The field.
        path: String,
    },
    /// Two images share an identifier.
    #[error("{path} names an image that the file has already; give each image once: {id}")]
    RepeatedImage {
        /// The field.
        path: String,
        /// The identifier.
        id: String,
    },
    /// Two categories share an identifier.
    #[error("{path} is the id of another category already; give each category its own")]
    RepeatedCategory {
        /// The field.
        path: String,
    },
    /// An annotation points at no image.
    #[error("{path} names no image of the references; add the image or take the annotation out: {id}")]
    UnknownImage {
        /// The field.
        path: String,
        /// The identifier it names.
        id: String,
    },
    /// An annotation points at no category.
    #[error("{path} names no category; add the category or take the annotation out: {id}")]
    UnknownCategory {
        /// The field.
        path: String,
        /// The identifier it names.
        id: String,
    },
    /// A COCO results list came without COCO references.
    #[error(
        "the file is a COCO results list, whose image and category numbers mean nothing alone; \
         give the references as the COCO file they belong to"
    )]
    ResultsNeedCoco,
    /// The file has no text.
    #[error("the file is empty; check that it was saved or copied whole")]
    Empty,
    /// The file is of another kind altogether.
    #[error("the file is {found}, not a file of boxes; give the annotations of the pictures")]
    WrongKind {
        /// What it looks like.
        found: &'static str,
    },
    /// No file of a folder is of a known format.
    #[error(
        "no file here is of a known format; give groundscope-boxes/1, COCO, YOLO, Pascal VOC, CSV or mask pictures, \
         or name the format"
    )]
    NoFormat,
    /// A class to be kept is in no box, list of classes or question.
    #[error("nothing here is of the class {class}; check its name, or leave it out of the classes to keep")]
    ClassNotHere {
        /// Its identifier.
        class: String,
    },
    /// The files of a folder are of several formats.
    #[error("the files are of several formats ({one} and {other}); name the one to read, or give them apart")]
    SeveralFormats {
        /// One.
        one: &'static str,
        /// Another.
        other: &'static str,
    },
    /// A format whose annotations are one file came as several.
    #[error("{format} annotations are one file, and there are several; give one of them: {path}")]
    SeveralFiles {
        /// The format.
        format: &'static str,
        /// The second file.
        path: String,
    },
    /// What is wrong with one file of a folder.
    #[error("{path}: {source}")]
    InFile {
        /// The file.
        path: String,
        /// What is wrong with it.
        source: Box<FileError>,
    },
    /// A line of a text file is not what it should be.
    #[error("line {line} must be {expected}; correct it: {found}")]
    Line {
        /// The format that the file was read as.
        format: Format,
        /// The line, from 1.
        line: usize,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// A table has no column for something.
    #[error("the table has no column for {what}; name one in its first line, such as: {example}")]
    NoColumn {
        /// What.
        what: &'static str,
        /// A name that is understood.
        example: &'static str,
    },
    /// Two columns of a table mean the same.
    #[error("the table has two columns for one thing; take one out: {column}")]
    RepeatedColumn {
        /// The second.
        column: String,
    },
    /// A number has a comma for its point.
    #[error("line {line} has a number with a decimal comma; write it with a point: {found}")]
    DecimalComma {
        /// The format that the file was read as.
        format: Format,
        /// The line, from 1.
        line: usize,
        /// The number.
        found: String,
    },
    /// The text is not XML.
    #[error("the file is not valid XML near byte {at} ({what}); check that it is complete")]
    Xml {
        /// Offset in the text.
        at: u64,
        /// What the parser met.
        what: String,
    },
    /// Two files number classes in different ways.
    #[error("{one} and {other} list different class names; leave one list in the folder, or give the names")]
    NamesDiffer {
        /// One.
        one: String,
        /// Another.
        other: String,
    },
    /// The text is not YAML.
    #[error("the class names are not valid YAML ({what}); write them as: names: [irf, srf]")]
    Yaml {
        /// What the parser met.
        what: String,
    },
    /// An image's size is nowhere to be found.
    #[error(
        "the size of an image is not known; write its width and height, or give the image files or a list of \
         sizes: {id}"
    )]
    NoSize {
        /// The image.
        id: String,
    },
    /// A size that no image has, or that differs between two places.
    #[error("an image has two sizes, {one} and {other}; give the size of the original image: {id}")]
    SizesDiffer {
        /// The image.
        id: String,
        /// One, as `WxH`.
        one: String,
        /// The other.
        other: String,
    },
    /// A name could be one of several images.
    #[error("several images have this file name; name the image exactly: {id}")]
    AmbiguousImage {
        /// The name.
        id: String,
    },
    /// Class numbers without names.
    #[error(
        "class {number} has no name; give the class names in order, as classes.txt or as names in data.yaml \
         ({names} are given)"
    )]
    NoClassName {
        /// The number, from 0.
        number: String,
        /// How many names there are.
        names: usize,
    },
    /// A mask picture whose class cannot be told.
    #[error(
        "the class of a mask picture cannot be told; give a class map from pixel values to classes, or name its \
         folder or the end of its name after the class: {path}"
    )]
    NoMaskClass {
        /// The file.
        path: String,
    },
    /// A mask picture that cannot be used.
    #[error("the mask picture cannot be read ({what}); save it as a grey or palette PNG: {path}")]
    Mask {
        /// The file.
        path: String,
        /// Why.
        what: String,
    },
    /// A list of detections was given as references.
    #[error(
        "the file is a list of detections, not references; give the COCO file with images and categories"
    )]
    ResultsAsReferences,
}

impl FileError {
    /// What a file of the format that was being read looks like, where the error tells the format: for a hint beside it.
    pub fn format_hint(&self) -> Option<&'static str> {
        match self {
            Self::InFile { source, .. } => source.format_hint(),
            Self::Line { format, .. } | Self::DecimalComma { format, .. } => hint_of(*format),
            Self::NoColumn { .. } | Self::RepeatedColumn { .. } => hint_of(Format::Csv),
            Self::Xml { .. } => hint_of(Format::Voc),
            Self::Missing { path } if path.starts_with("annotation.") => hint_of(Format::Voc),
            Self::Yaml { .. } => Some("Write the class names as a YAML list, such as names: [irf, srf]."),
            Self::Mask { .. } => hint_of(Format::Masks),
            _ => None,
        }
    }
}

const fn hint_of(format: Format) -> Option<&'static str> {
    match format {
        Format::Csv => Some(
            "Give a table whose first line names its columns, such as image,width,height,class,x1,y1,x2,y2.",
        ),
        Format::Voc => {
            Some("Give Pascal VOC files: annotation with filename, size, and object with name and bndbox.")
        }
        Format::Yolo | Format::YoloPolygons => {
            Some("Give YOLO label files: lines of class number, x, y, width and height, separated by spaces.")
        }
        Format::Masks => Some("Give mask pictures as grey or palette PNGs whose values stand for classes."),
        Format::Boxes | Format::Coco => None,
    }
}

/// Why two files cannot be scored against each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoreError {
    /// A prediction is for an image that the references do not have.
    #[error(
        "the predictions have an image that the references lack; take it out or add references for it: {id}"
    )]
    UnknownImage {
        /// The image as the predictions name it.
        id: String,
    },
    /// The references list no image at all.
    #[error("the references list no image, so there is nothing to score; give images and their boxes")]
    NoImages,
    /// An image could be one of several references.
    #[error(
        "several reference images have this file name; name the image exactly as the references do: {id}"
    )]
    AmbiguousImage {
        /// The image as named.
        id: String,
    },
    /// Two images of the predictions match one of the references.
    #[error("two images of the predictions are the same image of the references; merge them into one: {id}")]
    RepeatedImage {
        /// The image as the predictions name it.
        id: String,
    },
    /// The two files disagree about the size of an image.
    #[error(
        "the predictions say {predicted_width}x{predicted_height} pixels and the references {width}x{height}; \
         give boxes of the original image, not of a resized one: {id}"
    )]
    SizeDiffers {
        /// Width in the references.
        width: u32,
        /// Height in the references.
        height: u32,
        /// Width in the predictions.
        predicted_width: u32,
        /// Height in the predictions.
        predicted_height: u32,
        /// The image as the predictions name it.
        id: String,
    },
    /// An image is too large to compare boxes of different spaces exactly.
    #[error(
        "boxes of different spaces can be compared on images of up to 1000000 pixels a side; \
         give both files in the same space: {id}"
    )]
    TooLargeToCompare {
        /// The image as the references name it.
        id: String,
    },
    /// `asked` names an image that the references do not have.
    #[error("asked in the {file} names an image that the references lack; correct the name: {id}")]
    AskedUnknownImage {
        /// `references` or `predictions`.
        file: &'static str,
        /// The image as named.
        id: String,
    },
    /// The files list different questions.
    #[error(
        "asked differs between the two files ({only_references} pairs only in the references, {only_predictions} \
         only in the predictions); score answers to the same questions, or give asked in one file only"
    )]
    AskedDiffers {
        /// Pairs that only the references list.
        only_references: usize,
        /// Pairs that only the predictions list.
        only_predictions: usize,
    },
}
