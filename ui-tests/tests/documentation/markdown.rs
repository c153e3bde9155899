//! Fenced blocks of a Markdown page.

/// The text between two fences.
pub struct Block {
    /// The words behind the opening fence: `rust`, `rust wrong`, `text`.
    pub kind: String,
    /// The lines between the fences.
    pub text: String,
    /// The place in the page at which they begin.
    start: usize,
}

impl Block {
    /// The page with other text in this block.
    pub fn replaced(&self, page: &str, text: &str) -> String {
        let end = self.start + self.text.len();
        format!("{}{text}{}", &page[..self.start], &page[end..])
    }
}

/// The fenced blocks of a page, in order.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    let mut position = 0;
    for line in page.split_inclusive('\n') {
        position += line.len();
        match (line.trim_end().strip_prefix("```"), &mut open) {
            (Some(kind), None) => {
                open = Some(Block { kind: kind.into(), text: String::new(), start: position });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.text.push_str(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence that does not end");
    blocks
}

#[test]
fn blocks_are_found_and_replaced() {
    let page = "a\n```rust wrong\nx\ny\n```\nb\n```text\n```\n";
    let list = blocks(page);
    let found: Vec<_> = list.iter().map(|block| (&*block.kind, &*block.text)).collect();
    assert_eq!(found, [("rust wrong", "x\ny\n"), ("text", "")]);
    assert_eq!(list[0].replaced(page, "z\n"), "a\n```rust wrong\nz\n```\nb\n```text\n```\n");
    assert_eq!(list[1].replaced(page, "z\n"), "a\n```rust wrong\nx\ny\n```\nb\n```text\nz\n```\n");
}
