//! Text for people, laid out for 80 columns or the terminal's width.

use anstyle::{AnsiColor, Style};

const HEADING: Style = AnsiColor::Yellow.on_default().bold();
const TITLE: Style = Style::new().bold();
const QUIET: Style = Style::new().dimmed();

/// The side of its column that a cell is aligned to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// A page of text that grows from top to bottom.
pub struct Page {
    text: String,
    width: usize,
}

impl Page {
    /// An empty page: as wide as the terminal between 60 and 100 columns, 80 without one.
    pub fn new() -> Page {
        let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        Page { text: String::new(), width: terminal.unwrap_or(80).clamp(60, 100) }
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The page as text, with styles as ANSI codes.
    pub fn into_text(self) -> String {
        self.text
    }

    /// A title on the left and a quiet note on the right.
    pub fn title(&mut self, left: &str, right: &str) {
        let used = left.chars().count() + right.chars().count();
        let gap = " ".repeat(self.width.saturating_sub(used).max(2));
        self.line(&format!("{TITLE}{left}{TITLE:#}{gap}{QUIET}{right}{QUIET:#}"));
    }

    /// A heading with a blank line before it.
    pub fn heading(&mut self, words: &str) {
        self.blank();
        self.line(&format!("{HEADING}{}{HEADING:#}", words.to_uppercase()));
    }

    /// A smaller heading.
    pub fn subheading(&mut self, words: &str) {
        self.line(&format!("  {TITLE}{words}{TITLE:#}"));
    }

    /// A blank line.
    pub fn blank(&mut self) {
        self.text.push('\n');
    }

    /// A paragraph, wrapped.
    pub fn paragraph(&mut self, words: &str) {
        self.wrapped("", "", words);
    }

    /// A label of this width with a text next to it, wrapped under itself; a citation follows.
    pub fn item(&mut self, label: &str, label_width: usize, words: &str, cite: &str) {
        let label = format!("  {label:<label_width$}  ");
        let indent = " ".repeat(label.chars().count());
        let quoted = if cite.is_empty() { words.to_owned() } else { format!("{words} {cite}") };
        // A label that leaves no room for its text gets a line of its own.
        if label.chars().count() * 2 > self.width {
            self.line(label.trim_end());
            self.wrapped("      ", "      ", &quoted);
        } else {
            self.wrapped(&label, &indent, &quoted);
        }
    }

    /// Rows under a head, the first column on the left, the others on the right. The lines of a name
    /// in the head stand over each other.
    pub fn table(&mut self, head: &[String], rows: &[Vec<String>]) {
        self.aligned(head, rows, |column| if column == 0 { Align::Left } else { Align::Right });
    }

    /// Rows under a head, each column on its side.
    pub fn aligned(
        &mut self,
        head: &[String],
        rows: &[Vec<String>],
        side: impl Fn(usize) -> Align,
    ) {
        let heads = stacked(head);
        let all = || heads.iter().chain(rows).map(Vec::as_slice);
        let width = |column: usize| {
            let cells = all().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..head.len()).map(width).collect();
        // A table that would be too wide is set closer; if that is not enough, long names in its
        // first column get a line of their own.
        let needs = |widths: &[usize], gap: usize| widths.iter().map(|width| width + gap).sum();
        let gap = if needs(&widths, 2) > self.width { " " } else { "  " };
        let total: usize = needs(&widths, gap.len());
        if total > self.width && side(0) == Align::Left && !widths.is_empty() {
            let least = heads[0][0].chars().count().max(8);
            widths[0] = widths[0].saturating_sub(total - self.width).max(least);
        }
        for (index, row) in all().enumerate() {
            let name = row.first().map_or("", String::as_str);
            let is_long = widths.first().is_some_and(|width| name.chars().count() > *width);
            if is_long {
                self.line(&format!("{gap}{name}"));
            }
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let cell = if column == 0 && is_long { "" } else { cell };
                match side(column) {
                    Align::Left => line.push_str(&format!("{gap}{cell:<width$}")),
                    Align::Right => line.push_str(&format!("{gap}{cell:>width$}")),
                }
            }
            let line = line.trim_end();
            if index < heads.len() {
                self.line(&format!("{QUIET}{line}{QUIET:#}"));
            } else {
                self.line(line);
            }
        }
    }

    /// Rows of short words under a head, each word in its style.
    pub fn grid(&mut self, head: &[String], rows: &[(String, Vec<(String, Style)>)]) {
        let names = rows.iter().map(|(name, _)| name).chain(head.first());
        let first = names.map(|name| name.chars().count()).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|(_, cells)| cells.get(column - 1));
            let cells = cells.map(|(word, _)| word).chain(head.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (1..head.len()).map(width).collect();
        let needs = |gap: usize| first + widths.iter().map(|width| width + gap).sum::<usize>();
        let gap = if needs(2) > self.width { " " } else { "  " };
        let name = head.first().map_or("", String::as_str);
        let mut line = format!("{QUIET}{gap}{name:<first$}");
        for (word, width) in head.iter().skip(1).zip(&widths) {
            line.push_str(&format!("{gap}{word:>width$}"));
        }
        self.line(&format!("{line}{QUIET:#}"));
        for (name, cells) in rows {
            let mut line = format!("{gap}{name:<first$}");
            for ((word, style), width) in cells.iter().zip(&widths) {
                let before = " ".repeat(width.saturating_sub(word.chars().count()));
                line.push_str(&match word.is_empty() {
                    true => format!("{gap}{before}"),
                    false => format!("{gap}{before}{style}{word}{style:#}"),
                });
            }
            self.line(line.trim_end());
        }
    }

    fn wrapped(&mut self, first: &str, rest: &str, words: &str) {
        let options = textwrap::Options::new(self.width)
            .initial_indent(first)
            .subsequent_indent(rest)
            .break_words(false)
            // A citation or an ID is never split at its hyphen.
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
            .word_separator(textwrap::WordSeparator::AsciiSpace);
        for line in textwrap::wrap(words, options) {
            self.line(line.trim_end());
        }
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }
}

/// The lines of a table's head, as many as its longest name has; shorter names stand at the top.
fn stacked(head: &[String]) -> Vec<Vec<String>> {
    let height = head.iter().map(|name| name.lines().count()).max().unwrap_or(0).max(1);
    let line = |place: usize| {
        let part = |name: &String| name.lines().nth(place).unwrap_or_default().to_owned();
        head.iter().map(part).collect()
    };
    (0..height).map(line).collect()
}

/// A whole number with its digits in groups of three.
pub fn grouped(number: &impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
