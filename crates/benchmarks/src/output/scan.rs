//! The one tolerant scanner: brackets, quotes and bare words anywhere in prose become values with their byte offsets.
//!
//! It never fails. Whatever is not inside brackets is prose and skipped; inside, commas, quotes and closing brackets may be
//! missing or doubled. Every byte is looked at a fixed number of times, and nesting needs no recursion.

use super::forest::{Forest, Kind, Node, Span, is_number};
use super::quotes;

/// Scans the whole text as prose with values in it.
pub(super) fn scan(text: &str) -> Forest<'_> {
    Scanner::new(text, 0..text.len(), false).run(None)
}

/// Scans what stands between two tags: a list by itself, in which `<..>` are brackets too.
pub(super) fn scan_tagged(text: &str, span: Span, closed: bool) -> Forest<'_> {
    Scanner::new(text, span, true).run(Some(closed))
}

/// A list or an object that is still open.
struct Frame {
    node: usize,
    bracket: u8,
    key: Option<Span>,
    /// Nothing since the key's colon.
    fresh: bool,
    /// The last child is a bare value that further words belong to.
    running: bool,
    /// The last child, if it is a scalar that a colon would make a key.
    last_scalar: Option<usize>,
}

/// The bracket of the list that a pair of tags makes; no closing bracket ends it.
const TAG: u8 = 0;

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    angles: bool,
    nodes: Vec<Node>,
    open: Vec<Frame>,
    open_lists: usize,
    open_objects: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str, span: Span, angles: bool) -> Self {
        Self {
            text,
            at: span.start,
            end: span.end.min(text.len()),
            angles,
            nodes: Vec::new(),
            open: Vec::new(),
            open_lists: 0,
            open_objects: 0,
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        (at < self.end).then(|| self.text.as_bytes().get(at).copied())?
    }

    fn run(mut self, tag_closed: Option<bool>) -> Forest<'a> {
        if tag_closed.is_some() {
            self.push_frame(TAG);
        }
        while let Some(byte) = self.byte(self.at) {
            match byte {
                b'[' | b'{' | b'(' => {
                    self.push_frame(byte);
                    self.at += 1;
                }
                _ if self.open.is_empty() => self.at += 1,
                b'<' if self.opens_angle() => {
                    self.push_frame(byte);
                    self.at += 1;
                }
                b']' | b'}' | b')' => self.close(byte),
                b'>' if self.angles => self.close(byte),
                b',' | b';' => self.separate(),
                b':' => self.colon(),
                b'"' | b'\'' => self.string(char::from(byte)),
                b'\n' => {
                    if let Some(frame) = self.open.last_mut() {
                        frame.running = false;
                    }
                    self.at += 1;
                }
                // Fences and the backslashes of doubly written JSON mean nothing here.
                b'`' | b'\\' => self.at += 1,
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => match self.smart_quote() {
                    Some(quote) => self.string(quote),
                    None => self.bare(),
                },
            }
        }
        self.finish(tag_closed)
    }

    fn opens_angle(&self) -> bool {
        let begins_number =
            |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || b"+-.".contains(&byte);
        self.angles && self.byte(self.at + 1).is_some_and(begins_number)
    }

    fn smart_quote(&self) -> Option<char> {
        let first = self.text.get(self.at..)?.chars().next()?;
        quotes::is_smart(first).then_some(first)
    }

    fn push_frame(&mut self, bracket: u8) {
        let kind = if bracket == b'{' { Kind::Object } else { Kind::List };
        let id = self.nodes.len();
        let mut key = None;
        let parent = self.open.last().map(|frame| frame.node);
        if let Some(frame) = self.open.last_mut() {
            // A second list after the same key belongs to it too, if someone forgot the brackets around both.
            if frame.fresh || frame.bracket == b'{' {
                key.clone_from(&frame.key);
            }
            frame.fresh = false;
            frame.running = false;
            frame.last_scalar = None;
        }
        self.add(kind, self.at..self.at, key, parent);
        match bracket {
            TAG => {}
            b'{' => self.open_objects += 1,
            _ => self.open_lists += 1,
        }
        self.open.push(Frame {
            node: id,
            bracket,
            key: None,
            fresh: false,
            running: false,
            last_scalar: None,
        });
    }

    fn add(&mut self, kind: Kind, span: Span, key: Option<Span>, parent: Option<usize>) {
        let id = self.nodes.len();
        if let Some(parent) = parent.and_then(|parent| self.nodes.get_mut(parent)) {
            parent.children.push(id);
        }
        self.nodes.push(Node {
            kind,
            span,
            key,
            parent,
            children: Vec::new(),
            complete: false,
        });
    }

    /// A closing bracket ends everything opened inside its pair; without a partner it means nothing.
    fn close(&mut self, bracket: u8) {
        let object = bracket == b'}';
        let partner = match bracket {
            b'}' => self.open_objects > 0,
            b']' => self.open_lists > 0,
            // These also stand in prose, "1) ..": they end a list only where one is innermost.
            _ => self
                .open
                .last()
                .is_some_and(|frame| ![TAG, b'{'].contains(&frame.bracket)),
        };
        while partner && let Some(frame) = self.open.pop() {
            if frame.bracket == TAG {
                self.open.push(frame);
                break;
            }
            let closes = (frame.bracket == b'{') == object;
            if frame.bracket == b'{' {
                self.open_objects -= 1;
            } else {
                self.open_lists -= 1;
            }
            if let Some(node) = self.nodes.get_mut(frame.node) {
                node.complete = true;
                node.span.end = self.at + usize::from(closes);
            }
            if closes {
                break;
            }
        }
        self.at += 1;
    }

    fn separate(&mut self) {
        if let Some(frame) = self.open.last_mut() {
            frame.fresh = false;
            frame.running = false;
            frame.last_scalar = None;
        }
        self.at += 1;
    }

    fn colon(&mut self) {
        if let Some(frame) = self.open.last_mut()
            && let Some(id) = frame.last_scalar.take()
        {
            if let Some(node) = self.nodes.get_mut(frame.node) {
                node.children.pop();
            }
            frame.key = self.nodes.get(id).map(|node| node.span.clone());
            frame.fresh = true;
            frame.running = false;
        }
        self.at += 1;
    }

    fn string(&mut self, quote: char) {
        let start = self.at + quote.len_utf8();
        let rest = self.text.get(start..self.end).unwrap_or_default();
        let string = quotes::read(quote, rest);
        self.at = start + string.used;
        self.scalar(start..start + string.length, true, string.closed);
    }

    fn bare(&mut self) {
        let start = self.at;
        let rest = self.text.as_bytes().get(start..self.end).unwrap_or_default();
        // The first byte belongs to the word whatever it is, so that the scanner always moves on.
        let tail = rest.iter().skip(1).position(|byte| self.ends_word(*byte));
        self.at = tail.map_or(self.end, |length| start + 1 + length);
        self.scalar(start..self.at, false, self.at < self.end);
    }

    fn ends_word(&self, byte: u8) -> bool {
        byte.is_ascii_whitespace()
            || b",;:[]{}()\"`\\".contains(&byte)
            || (self.angles && b"<>".contains(&byte))
    }

    fn scalar(&mut self, span: Span, quoted: bool, complete: bool) {
        let id = self.nodes.len();
        let Some(frame) = self.open.last_mut() else {
            return;
        };
        if frame.running && !quoted {
            let last = frame.last_scalar.and_then(|id| self.nodes.get_mut(id));
            if let Some(last) = last {
                last.span.end = span.end;
                last.complete = complete;
            }
            return;
        }
        let key = if frame.fresh { frame.key.clone() } else { None };
        frame.running = !quoted && key.is_some() && frame.bracket == b'{';
        frame.fresh = false;
        frame.last_scalar = Some(id);
        let parent = frame.node;
        self.add(Kind::Scalar { quoted }, span, key, Some(parent));
        if let Some(node) = self.nodes.last_mut() {
            node.complete = complete;
        }
    }

    fn finish(mut self, tag_closed: Option<bool>) -> Forest<'a> {
        let mut cut = false;
        for frame in std::mem::take(&mut self.open) {
            let closed = frame.bracket == TAG && tag_closed == Some(true);
            cut |= if frame.bracket == TAG {
                !closed
            } else {
                self.looks_cut(&frame)
            };
            if let Some(node) = self.nodes.get_mut(frame.node) {
                node.span.end = self.end;
                node.complete = closed;
            }
        }
        Forest {
            source: self.text,
            nodes: self.nodes,
            cut,
        }
    }

    /// Whether an open bracket looks like data that was cut off rather than like prose that never closed it.
    fn looks_cut(&self, frame: &Frame) -> bool {
        let children = self.nodes.get(frame.node).map(|node| node.children.as_slice());
        let first = children
            .and_then(<[usize]>::first)
            .and_then(|id| self.nodes.get(*id));
        let number = |node: &Node| is_number(self.text.get(node.span.clone()).unwrap_or_default());
        match first {
            Some(node) if frame.bracket == b'(' => {
                node.kind == (Kind::Scalar { quoted: false }) && number(node)
            }
            Some(node) => {
                node.kind != (Kind::Scalar { quoted: false })
                    || node.key.is_some()
                    || number(node)
                    || frame.key.is_some()
            }
            None => frame.bracket != b'(',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of a text, written with brackets and keys.
    fn shown(forest: &Forest<'_>, id: usize) -> String {
        let node = forest.node(id).unwrap();
        let inner: Vec<String> = node.children.iter().map(|id| shown(forest, *id)).collect();
        let key = node
            .key
            .as_ref()
            .map_or(String::new(), |key| format!("{}=", forest.text(key)));
        let open = if node.complete { "" } else { "~" };
        match node.kind {
            Kind::Scalar { .. } => format!("{key}{}", forest.text(&node.span)),
            Kind::List => format!("{key}[{}]{open}", inner.join(" ")),
            Kind::Object => format!("{key}{{{}}}{open}", inner.join(" ")),
        }
    }

    fn roots(forest: &Forest<'_>) -> String {
        let roots = forest
            .nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| node.parent.is_none());
        roots
            .map(|(id, _)| shown(forest, id))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn what_is_written_in_many_ways_is_the_same_value() {
        let cases = [
            (r#"{"a": [1, 2], "b": "c d"}"#, "{a=[1 2] b=c d}"),
            ("{'a': [1, 2,], 'b': 'c d',}", "{a=[1 2] b=c d}"),
            ("{a: [1 2], b: c d}", "{a=[1 2] b=c d}"),
            (
                "{\u{201c}a\u{201d}: (1; 2), \u{201c}b\u{201d}: \u{201e}c d\u{201c}}",
                "{a=[1 2] b=c d}",
            ),
            ("see ```json\n{\"a\": [1, 2}\n``` done", "{a=[1 2]}"),
            ("{'a': 'patient's drusen'}", "{a=patient's drusen}"),
            (r#"{"a": "say \"b\"", "c": 1}"#, r#"{a=say \"b\" c=1}"#),
            ("{\"a\": \"lost\n\"b\": 1}", "{a=lost b=1}"),
            (r#"{"a": [1], [2], "a": [3]}"#, "{a=[1] a=[2] a=[3]}"),
            (r#"["a": [1], "b": 2]"#, "[a=[1] b=2]"),
            ("]]} prose: 1) :) {}", "{}"),
            (r#"[{"a": 1]] [2]"#, "[{a=1}] [2]"),
        ];
        for (text, wanted) in cases {
            let forest = scan(text);
            assert_eq!((roots(&forest).as_str(), forest.cut), (wanted, false), "{text}");
        }
    }

    #[test]
    fn what_was_cut_off_is_told_from_prose() {
        let cut = [
            "[",
            "[{",
            r#"[{"a"#,
            r#"{"a":"#,
            "[[1, 2], [3",
            "(1, 2",
            r#"[{"a": [1]}"#,
            "text [1, 2",
        ];
        let prose = [
            "",
            "a :( b",
            ":( [1]",
            "(see [note",
            "[see note",
            "interval [0, 1000) of",
            "a) b) c]",
        ];
        for text in cut {
            assert!(scan(text).cut, "{text}");
        }
        for text in prose {
            assert!(!scan(text).cut, "{text}");
        }
    }

    #[test]
    fn between_tags_everything_is_one_list() {
        let text = "x <1, 2> [[3]] 4";
        assert_eq!(roots(&scan_tagged(text, 2..text.len(), true)), "[[1 2] [[3]] 4]");
        assert_eq!(roots(&scan_tagged(text, 2..7, false)), "[[1 2]~]~");
    }
}
