//! The safetensors header, checked as a whole before any tensor is touched.

use std::collections::BTreeMap;

use safetensors::tensor::TensorInfo;
use serde::Deserialize;

use super::WeightsError;

/// No weights file comes near this size; it bounds what a wrong file can cost.
/// Bytes of the largest weights file.
pub const MAX_FILE: usize = 64 << 20;
const MAX_HEADER: usize = 4 << 20;
const LENGTH_BYTES: usize = 8;

/// A header and the data behind it.
pub(super) struct Header<'a> {
    pub metadata: BTreeMap<String, String>,
    pub tensors: BTreeMap<String, TensorInfo>,
    pub data: &'a [u8],
}

#[derive(Deserialize)]
struct RawHeader {
    #[serde(rename = "__metadata__", default)]
    metadata: BTreeMap<String, String>,
    #[serde(flatten)]
    tensors: BTreeMap<String, TensorInfo>,
}

/// Split a file into its header and the bytes of its tensors.
pub(super) fn read(bytes: &[u8]) -> Result<Header<'_>, WeightsError> {
    if bytes.len() > MAX_FILE {
        return Err(WeightsError::TooLarge {
            bytes: bytes.len(),
            limit: MAX_FILE,
        });
    }
    let cut = |needed: u64| WeightsError::HeaderCut {
        bytes: bytes.len(),
        needed,
    };
    let (length, rest) = bytes
        .split_first_chunk::<LENGTH_BYTES>()
        .ok_or_else(|| cut(LENGTH_BYTES as u64))?;
    let declared = u64::from_le_bytes(*length);
    if declared > MAX_HEADER as u64 {
        return Err(WeightsError::HeaderLength {
            declared,
            limit: MAX_HEADER,
        });
    }
    let (json, data) = rest
        .split_at_checked(declared as usize)
        .ok_or_else(|| cut(declared + LENGTH_BYTES as u64))?;
    let raw: RawHeader = serde_json::from_slice(json).map_err(|error| WeightsError::Header {
        detail: error.to_string(),
    })?;
    Ok(Header {
        metadata: raw.metadata,
        tensors: raw.tensors,
        data,
    })
}

impl Header<'_> {
    /// The tensors lie one behind the other, without overlap or gap, and end with the file.
    pub fn check_offsets(&self) -> Result<(), WeightsError> {
        let available = self.data.len() as u64;
        let mut order: Vec<_> = self.tensors.iter().collect();
        order.sort_by_key(|(_, info)| info.data_offsets);
        for (name, info) in &order {
            let end = info.data_offsets.1 as u64;
            if end > available {
                return Err(WeightsError::TensorOutside {
                    name: (*name).clone(),
                    end,
                    available,
                });
            }
        }
        let mut expected = 0;
        for (name, info) in order {
            let (start, end) = (info.data_offsets.0 as u64, info.data_offsets.1 as u64);
            if start != expected || end < start {
                return Err(WeightsError::TensorOffset {
                    name: name.clone(),
                    found: start,
                    expected,
                });
            }
            expected = end;
        }
        match available - expected {
            0 => Ok(()),
            extra => Err(WeightsError::TrailingBytes { extra }),
        }
    }

    /// The bytes of a tensor; `None` when there is no such tensor.
    pub fn bytes(&self, name: &str) -> Option<&[u8]> {
        let (start, end) = self.tensors.get(name)?.data_offsets;
        self.data.get(start..end)
    }
}
