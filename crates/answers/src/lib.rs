//! A question in words to a grounded answer.
