//! Bytes of a scan file to pixels, and the transform to the network's frame.
