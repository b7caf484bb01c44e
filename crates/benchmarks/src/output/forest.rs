//! Values found in a text, each with the bytes it stands in.

use groundscope_geometry::{Decimal, DecimalError};

pub(super) use groundscope_readers::Span;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// A number, a word or a string.
    Scalar {
        /// Whether it stood in quotes.
        quoted: bool,
    },
    /// `[..]`, `(..)`, or what stands between two tags.
    List,
    /// `{..}`.
    Object,
}

/// A value and where it stands.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// A scalar without its quotes, a list or an object with its brackets.
    pub(super) span: Span,
    pub(super) key: Option<Span>,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    /// Whether the text says where it ends.
    pub(super) complete: bool,
}

/// The values of a text, parents before their children, in the order in which they begin.
#[derive(Debug)]
pub(super) struct Forest<'a> {
    pub(super) source: &'a str,
    pub(super) nodes: Vec<Node>,
    /// Whether a list or an object was still open at the end.
    pub(super) cut: bool,
}

impl<'a> Forest<'a> {
    pub(super) fn node(&self, id: usize) -> Option<&Node> {
        self.nodes.get(id)
    }

    pub(super) fn text(&self, span: &Span) -> &'a str {
        self.source.get(span.clone()).unwrap_or_default()
    }

    pub(super) fn children<'f>(&'f self, node: &'f Node) -> impl Iterator<Item = (usize, &'f Node)> {
        node.children
            .iter()
            .filter_map(|id| Some((*id, self.nodes.get(*id)?)))
    }
}

/// Whether a text is a number, an infinite one included.
pub(super) fn is_number(text: &str) -> bool {
    Decimal::parse(text) != Err(DecimalError::NotANumber)
}
