//! What can be wrong with a weights file; every kind of damage has its own words.

use thiserror::Error;

/// Why a weights file was refused. Nothing of a refused file is used.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file is larger than any weights file may be.
    #[error("the weights file has {bytes} bytes, more than the {limit} that are allowed")]
    TooLarge {
        /// Size of the file.
        bytes: usize,
        /// Largest size allowed.
        limit: usize,
    },
    /// The file ends before its header does.
    #[error("the weights file ends inside its header: {bytes} bytes are there, {needed} are needed")]
    HeaderCut {
        /// Bytes there.
        bytes: usize,
        /// Bytes the header needs.
        needed: u64,
    },
    /// The header claims a length that no weights file has.
    #[error(
        "this is not a safetensors file: its first bytes claim a header of {declared} bytes, more than the {limit} that are allowed"
    )]
    HeaderLength {
        /// Length the file declares.
        declared: u64,
        /// Largest length allowed.
        limit: usize,
    },
    /// The header is not a safetensors header.
    #[error("the header of the weights file is not valid: {detail}")]
    Header {
        /// What the JSON reader says.
        detail: String,
    },
    /// A metadata key is missing.
    #[error("the weights file has no metadata key `{key}`; it is not a GroundScope weights file")]
    MissingMetadata {
        /// The missing key.
        key: &'static str,
    },
    /// The manifest was changed after it was written.
    #[error("the manifest does not match its hash in `{key}`: it was changed or damaged", key = super::MANIFEST_HASH_KEY)]
    ManifestHash,
    /// The manifest is not JSON or lacks a field.
    #[error("the manifest of the weights file cannot be read: {detail}")]
    Manifest {
        /// What the JSON reader says, naming the field.
        detail: String,
    },
    /// Another version of the format.
    #[error("`format` is \"{found}\"; this version reads \"{expected}\"", expected = super::FORMAT)]
    Format {
        /// The format found.
        found: String,
    },
    /// Another network.
    #[error("`network.kind` is \"{found}\"; this version runs \"{expected}\"", expected = super::NETWORK_KIND)]
    NetworkKind {
        /// The kind found.
        found: String,
    },
    /// Another modality.
    #[error("`modality` is \"{found}\"; this version reads \"oct\"")]
    Modality {
        /// The modality found.
        found: String,
    },
    /// A field of the manifest has a value outside its range.
    #[error("`{field}` {problem}")]
    Field {
        /// The field, as a path.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A class that the ontology does not have.
    #[error("`{field}` names \"{id}\", which is no class of this version")]
    UnknownClass {
        /// The field, as a path.
        field: String,
        /// The identifier found.
        id: String,
    },
    /// A class named twice.
    #[error("`{field}` names \"{id}\" twice")]
    DuplicateClass {
        /// The field, as a path.
        field: String,
        /// The identifier found.
        id: String,
    },
    /// A class without a map.
    #[error("`{field}` is \"{id}\", which is not among `network.outputs`")]
    ClassWithoutOutput {
        /// The field, as a path.
        field: String,
        /// The identifier found.
        id: String,
    },
    /// A tensor that the network needs is missing.
    #[error("tensor `{name}` is missing")]
    MissingTensor {
        /// The tensor.
        name: String,
    },
    /// A tensor that the network does not have.
    #[error("tensor `{name}` is not part of the network that the manifest describes")]
    UnknownTensor {
        /// The tensor.
        name: String,
    },
    /// A tensor of another element type.
    #[error("tensor `{name}` holds {found}, not {expected}")]
    TensorType {
        /// The tensor.
        name: String,
        /// Element type found.
        found: String,
        /// Element type expected.
        expected: String,
    },
    /// A tensor of another shape.
    #[error("tensor `{name}` has shape {found:?}, not {expected:?}")]
    TensorShape {
        /// The tensor.
        name: String,
        /// Shape found.
        found: Vec<usize>,
        /// Shape expected.
        expected: Vec<usize>,
    },
    /// The bytes of a tensor are fewer or more than its shape asks for.
    #[error("tensor `{name}` covers {found} bytes, not {expected}")]
    TensorBytes {
        /// The tensor.
        name: String,
        /// Bytes covered.
        found: u64,
        /// Bytes expected.
        expected: u64,
    },
    /// A tensor lies beyond the end of the file: the file was cut off.
    #[error(
        "tensor `{name}` ends at byte {end} of the data, of which {available} are there; the file was cut off"
    )]
    TensorOutside {
        /// The tensor.
        name: String,
        /// Where the tensor ends.
        end: u64,
        /// Bytes of data there.
        available: u64,
    },
    /// Two tensors overlap, or bytes between them belong to none.
    #[error(
        "tensor `{name}` starts at byte {found} of the data, not {expected}: tensors overlap or leave a gap"
    )]
    TensorOffset {
        /// The tensor.
        name: String,
        /// Where it starts.
        found: u64,
        /// Where it should start.
        expected: u64,
    },
    /// Bytes after the last tensor.
    #[error("{extra} bytes follow the last tensor")]
    TrailingBytes {
        /// How many.
        extra: u64,
    },
    /// The tensors of a group were changed after they were written.
    #[error("the tensors of `{group}` do not match `sha256.{group}`: the file was changed or damaged")]
    Hash {
        /// The group.
        group: String,
    },
    /// A scale is not a positive finite number.
    #[error("`{name}` has {value} at index {index}; scales are finite and above 0")]
    Scale {
        /// The tensor.
        name: String,
        /// Index of the value.
        index: usize,
        /// The value.
        value: String,
    },
    /// A value is infinite or not a number.
    #[error("`{name}` has {value} at index {index}; values are finite")]
    NotFinite {
        /// The tensor.
        name: String,
        /// Index of the value.
        index: usize,
        /// The value.
        value: String,
    },
}

impl WeightsError {
    /// What to do next, in one line.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } | Self::HeaderLength { .. } | Self::MissingMetadata { .. } => {
                "Choose a weights file that ends in .safetensors and was made for GroundScope."
            }
            Self::Format { .. }
            | Self::NetworkKind { .. }
            | Self::Modality { .. }
            | Self::UnknownClass { .. } => "Use weights and program of the same release.",
            Self::HeaderCut { .. } | Self::TensorOutside { .. } | Self::Hash { .. } | Self::ManifestHash => {
                "Download or copy the weights file again."
            }
            _ => "Export the weights file again; this one contradicts itself.",
        }
    }

    pub(crate) fn field(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Field {
            field: field.into(),
            problem: problem.into(),
        }
    }
}
