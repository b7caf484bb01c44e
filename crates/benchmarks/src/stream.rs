//! Boxes files scored one image at a time, so that a million images need no more memory than their names' hashes.

use std::io::{self, BufReader, Read, Seek};

use groundscope_metrics::bootstrap::hash;

use crate::annotations::{Annotations, ImageBoxes};
use crate::asked::{self, LookedFor, Pairs};
use crate::common_space::CommonSpace;
use crate::formats::{Notes, text};
use crate::image_match::HashedIndex;
use crate::image_texts::{Place, each_image};
use crate::pairs::{ImagePair, comparable, same_size};
use crate::partial::Part;
use crate::{FileError, Partial, ScoreError, Settings, boxes_file, json_text};

/// A part of the images: every `of`-th one, from number `index` on, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u32,
    of: u32,
}

impl Shard {
    /// All images.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Into so many parts a benchmark can be split.
    pub const MOST: u32 = 1_000_000;

    /// Part `index` of `of`; `None` unless `1 <= index <= of <= 1,000,000`.
    pub const fn new(index: u32, of: u32) -> Option<Self> {
        if index >= 1 && index <= of && of <= Self::MOST {
            Some(Self { index, of })
        } else {
            None
        }
    }

    const fn has(self, image: usize) -> bool {
        image as u64 % self.of as u64 == self.index as u64 - 1
    }
}

/// Why two files could not be scored.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The references could not be used.
    #[error(transparent)]
    References(SourceError),
    /// The predictions could not be used.
    #[error(transparent)]
    Predictions(SourceError),
    /// They do not belong together.
    #[error(transparent)]
    Score(#[from] ScoreError),
}

/// Why one file could not be used.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// It could not be read.
    #[error("cannot be read ({0})")]
    Read(#[from] io::Error),
    /// What it says is wrong.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Scores two `groundscope-boxes/1` files without holding either: [`crate::grounding::partial`], image by image.
///
/// Each file is gone through twice, first for names and then for boxes. `progress` is told how many images are done and
/// how many there are. With the scores comes what was unusual about references and predictions.
///
/// # Errors
/// [`StreamError`].
pub fn score<F: Read + Seek>(
    references: F,
    predictions: F,
    settings: &Settings,
    shard: Shard,
    mut progress: impl FnMut(u64, u64),
) -> Result<(Partial, [Notes; 2]), StreamError> {
    let mut index = HashedIndex::default();
    let name = |id: &str, at| {
        index.insert(id, at);
        Ok(())
    };
    let mut references = Source::open(references, name).map_err(|error| error.of(StreamError::References))?;
    if references.places.is_empty() {
        return Err(ScoreError::NoImages.into());
    }
    if let Some(at) = index.sort() {
        let error = references.repeated(at).map_err(StreamError::References)?;
        return Err(StreamError::References(error.into()));
    }
    let mut partners = vec![None; references.places.len()];
    let partner = |id: &str, at| {
        let found = index.find(id).map_err(|failure| failure.of(id))?;
        match partners
            .get_mut(found)
            .and_then(|partner: &mut Option<u32>| partner.replace(at))
        {
            Some(_) => Err(ScoreError::RepeatedImage { id: id.to_owned() }),
            None => Ok(()),
        }
    };
    let mut predictions =
        Source::open(predictions, partner).map_err(|error| error.of(StreamError::Predictions))?;
    let listed = asked::listed(&references.header, &predictions.header, |id| index.find(id))?;
    drop(index);
    let listed = listed.map(|pairs| {
        pairs
            .into_iter()
            .filter(|(at, _)| shard.has(*at))
            .collect::<Pairs>()
    });

    let spaces = [references.header.space, predictions.header.space];
    let about = asked::classes_of(listed.iter().flatten());
    let mut partial = Partial::new(
        settings,
        spaces,
        LookedFor::declared_in(&references.header),
        (listed.as_ref().map(|pairs| pairs.len() as u64), about),
    );
    let all = references.places.len() as u64;
    for (at, partner) in partners.into_iter().enumerate() {
        progress(at as u64, all);
        if !shard.has(at) {
            continue;
        }
        let reference = references.image(at).map_err(StreamError::References)?;
        let predicted = partner.map(|at| predictions.image(at as usize)).transpose();
        let predicted = predicted.map_err(StreamError::Predictions)?;
        let [of_references, of_predictions] = spaces;
        comparable(&reference, spaces)?;
        if let Some(predicted) = &predicted {
            same_size(&reference, predicted)?;
        }
        let pair = ImagePair {
            reference: &reference,
            predicted: predicted.as_ref(),
            space: CommonSpace::of(&reference, of_references, of_predictions),
        };
        partial.add_image(&pair, |label| asked::lists(listed.as_ref(), at, label));
    }
    progress(all, all);
    partial.dropped_references = references.header.tally;
    partial.dropped_predictions = predictions.header.tally;
    let part = (shard != Shard::WHOLE).then_some(Part {
        files: references.text_hash ^ predictions.text_hash.rotate_left(1),
        index: shard.index,
        of: shard.of,
    });
    Ok((partial.sorted(part), [references.notes, predictions.notes]))
}

/// One boxes file, of which only the places of images are held.
struct Source<F> {
    file: BufReader<F>,
    at: u64,
    /// From the text of every image and what stands around them.
    text_hash: u64,
    /// Everything but the images; it collects what their boxes are dropped for.
    header: Annotations,
    notes: Notes,
    places: Vec<Place>,
}

/// What can stop a file from being opened.
#[derive(Debug)]
enum OpenError {
    Source(SourceError),
    Score(ScoreError),
}

impl OpenError {
    fn of(self, file: impl Fn(SourceError) -> StreamError) -> StreamError {
        match self {
            Self::Source(error) => file(error),
            Self::Score(error) => error.into(),
        }
    }
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> Self {
        Self::Source(error.into())
    }
}

impl From<FileError> for OpenError {
    fn from(error: FileError) -> Self {
        Self::Source(error.into())
    }
}

impl<F: Read + Seek> Source<F> {
    fn open(file: F, mut name: impl FnMut(&str, u32) -> Result<(), ScoreError>) -> Result<Self, OpenError> {
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut places = Vec::new();
        let mut text_hash = 0u64;
        let frame = each_image(&mut file, |place, text| -> Result<(), OpenError> {
            let at = places.len();
            text_hash = text_hash.rotate_left(5) ^ hash(text.iter().copied());
            let text = json_text::decode(text)?;
            let node = json_text::parse_part(&text, path(at))?;
            let id = node.object()?.required("id")?.identifier()?;
            places.push(place);
            name(&id, at as u32).map_err(OpenError::Score)
        })?;
        if !frame.parted {
            let (path, expected) = (
                "images".to_owned(),
                "a list of objects with one comma between them",
            );
            return Err(FileError::WrongType { path, expected }.into());
        }
        let mut notes = Notes::default();
        let text = text::decode(&frame.text, "the file", &mut notes)?;
        let text = json_text::decode(text.as_bytes())?;
        let header = boxes_file::from_object(&json_text::parse(&text)?.object()?)?;
        // Only a list whose key is written plainly was taken apart.
        if !header.images.is_empty() {
            let (path, expected) = ("images".to_owned(), "a key without escapes");
            return Err(FileError::WrongType { path, expected }.into());
        }
        let at = file.stream_position()?;
        Ok(Self {
            file,
            at,
            text_hash: text_hash ^ hash(frame.text.iter().copied()),
            header,
            notes,
            places,
        })
    }

    fn image(&mut self, at: usize) -> Result<ImageBoxes, SourceError> {
        let place = self.places.get(at).copied().unwrap_or_default();
        // Within the buffer where images follow each other.
        let step = i64::try_from(i128::from(place.start) - i128::from(self.at)).map_err(io::Error::other)?;
        self.file.seek_relative(step)?;
        let mut text = vec![0; place.length as usize];
        self.file.read_exact(&mut text)?;
        self.at = place.start + u64::from(place.length);
        let text = json_text::decode(&text)?;
        let node = json_text::parse_part(&text, path(at))?;
        Ok(boxes_file::read_noted_image(
            &node,
            &mut self.header,
            &mut self.notes,
        )?)
    }

    /// Says that an image's name came before.
    fn repeated(&mut self, at: usize) -> Result<FileError, SourceError> {
        let id = self.image(at)?.id;
        Ok(FileError::RepeatedImage { path: path(at), id })
    }
}

fn path(image: usize) -> String {
    format!("images[{image}]")
}
