//! What vision-language models write, read as boxes or as yes and no.
//!
//! A run declares whose output it is and, where the family's default does not hold, in what space and order the boxes are:
//! nothing is guessed from the boxes or from the references. Readers take what models really print (fences, prose, thoughts,
//! broken or cut-off JSON), keep what is whole, count what is lost, and say where in the response each box was.
//!
//! ```
//! use groundscope_benchmarks::ClassLabel;
//! use groundscope_benchmarks::output::{BoxReader, BoxesStatus, Declared, Family, OtherClass, Sizes};
//! let declared = Declared::new(Family::Qwen3, None, None, None)?;
//! let reader = BoxReader { declared, other_class: OtherClass::Keep };
//! let response = "```json\n[{\"bbox_2d\": [102, 310, 240, 388], \"label\": \"SRF\"}, {\"bbox_2d\": [500, 3";
//! let read = reader.read(response, &ClassLabel::from_name("srf"), Sizes::default());
//! assert_eq!((read.status, read.truncated), (BoxesStatus::Salvaged, true));
//! assert_eq!(read.boxes[0].corners.to_f64(), [102.0, 310.0, 240.0, 388.0]);
//! assert_eq!(&response[read.boxes[0].bytes.clone()], "[102, 310, 240, 388]");
//! # Ok::<(), groundscope_benchmarks::output::DeclareError>(())
//! ```

mod boxes;
mod candidates;
mod declared;
mod family;
mod forest;
mod predictions;
mod presence;
pub mod prompts;
mod quotes;
mod report;
mod rows;
mod scan;
mod statements;
mod tags;

pub use boxes::{BoxReader, BoxesRead, BoxesStatus, FoundBox, OtherClass};
pub use declared::{DeclareError, Declared, ImageSize, Order, OutputSpace, Sizes};
pub use family::Family;
pub use presence::{PresenceRead, PresenceStatus, read_presence};
pub use report::{BoxSettings, BoxTotals, BoxesReport, PresenceReport, ReadRow, read_boxes, read_presences};
pub use rows::{Row, RowsError, read_rows};
