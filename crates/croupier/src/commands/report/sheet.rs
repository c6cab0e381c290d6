//! The pages of a report: everything is put on numbered sheets here, so that the contents know every page, a table goes on
//! under its head, and a chart stays with its table.

use maud::{Markup, PreEscaped, html};

use super::measure::{lines, width};
use super::table::{Group, Row, Table};

/// The size of plain text and its line, in points and millimeters.
pub(super) const TEXT: (f64, f64) = (9.5, 4.7);
/// The same of notes.
pub(super) const NOTE: (f64, f64) = (8.0, 4.0);
/// The same of facts.
const FACT: (f64, f64) = (8.5, 4.3);
/// The space below a block, in millimeters.
const GAP: f64 = 2.2;
/// The fewest rows of a table that stand alone on a page.
const ROWS_MIN: usize = 4;

/// Which way a sheet lies. The paper is letter size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Paper {
    Upright,
    /// For wide tables.
    Wide,
}

impl Paper {
    /// How wide the text is, in millimeters.
    pub(super) const fn width(self) -> f64 {
        match self {
            Paper::Upright => 183.0,
            Paper::Wide => 246.0,
        }
    }

    /// How much of a sheet is left for text between its head and its foot.
    const fn height(self) -> f64 {
        match self {
            Paper::Upright => 236.0,
            Paper::Wide => 172.0,
        }
    }
}

/// A line of the contents.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) number: String,
    pub(super) title: String,
    /// The sheet among those of its composer, from zero.
    pub(super) sheet: usize,
}

impl Entry {
    /// Whether it is a chapter, not a part of one.
    pub(super) fn is_chapter(&self) -> bool {
        !self.number.contains('.')
    }

    /// The place that the line leads to.
    pub(super) fn anchor(&self) -> String {
        format!("s{}", self.number.replace('.', "-"))
    }
}

/// One sheet.
pub(super) struct Sheet {
    pub(super) paper: Paper,
    /// What stands in its head: the chapter.
    running: String,
    content: Vec<Markup>,
}

/// Puts blocks on sheets.
pub(super) struct Composer {
    pub(super) sheets: Vec<Sheet>,
    pub(super) entries: Vec<Entry>,
    running: String,
    left: f64,
    chapters: usize,
    sections: usize,
    tables: usize,
    figures: usize,
}

/// A picture with its height in millimeters and its caption.
pub(super) struct Figure {
    pub(super) picture: Markup,
    pub(super) height: f64,
    pub(super) caption: String,
}

impl Figure {
    fn all(&self) -> f64 {
        self.height + lines(&self.caption, NOTE.0, Paper::Upright.width()) as f64 * NOTE.1 + 5.0
    }
}

impl Composer {
    /// A composer whose first sheets belong to no chapter.
    pub(super) fn new(running: &str) -> Composer {
        Composer {
            sheets: Vec::new(),
            entries: Vec::new(),
            running: running.to_owned(),
            left: 0.0,
            chapters: 0,
            sections: 0,
            tables: 0,
            figures: 0,
        }
    }

    /// A composer of other sheets that goes on counting tables and figures.
    pub(super) fn after(&self, running: &str) -> Composer {
        Composer { tables: self.tables, figures: self.figures, ..Composer::new(running) }
    }

    /// A new sheet.
    pub(super) fn turn(&mut self, paper: Paper) {
        let running = self.running.clone();
        self.sheets.push(Sheet { paper, running, content: Vec::new() });
        self.left = paper.height();
    }

    fn paper(&self) -> Paper {
        self.sheets.last().map_or(Paper::Upright, |sheet| sheet.paper)
    }

    fn is_fresh(&self) -> bool {
        self.sheets.last().is_none_or(|sheet| sheet.content.is_empty())
    }

    /// Turns the page unless so much is left on it; a page of the other kind is left, too.
    fn room(&mut self, height: f64, paper: Paper) {
        let is_other = self.paper() != paper;
        if self.sheets.is_empty() || is_other || (height > self.left && !self.is_fresh()) {
            self.turn(paper);
        }
    }

    /// Puts a block of a known height on an upright sheet.
    pub(super) fn block(&mut self, height: f64, markup: Markup) {
        self.room(height, Paper::Upright);
        self.put(height + GAP, markup);
    }

    fn put(&mut self, height: f64, markup: Markup) {
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.content.push(markup);
        }
        self.left -= height;
    }

    /// A chapter on a new page, with its line in the contents.
    pub(super) fn chapter(&mut self, title: &str) {
        self.chapters += 1;
        self.sections = 0;
        let number = self.chapters.to_string();
        self.running = format!("{number} {title}");
        self.turn(Paper::Upright);
        self.titled(number, title, 11.0);
    }

    /// A part of a chapter, with enough room below its title.
    pub(super) fn section(&mut self, title: &str) {
        self.sections += 1;
        let number = format!("{}.{}", self.chapters, self.sections);
        let above = if self.is_fresh() { 0.0 } else { 3.0 };
        self.room(60.0, Paper::Upright);
        self.titled(number, title, 8.0 + above);
    }

    fn titled(&mut self, number: String, title: &str, height: f64) {
        let sheet = self.sheets.len() - 1;
        let entry = Entry { number, title: title.to_owned(), sheet };
        let words = format!("{} {title}", entry.number);
        let size = if entry.is_chapter() { 15.0 } else { 11.5 };
        let more = lines(&words, size, self.paper().width()) - 1;
        let markup = html! {
            @if entry.is_chapter() { h2 id=(entry.anchor()) { (words) } }
            @else { h3 id=(entry.anchor()) { (words) } }
        };
        self.put(height + more as f64 * size * 0.45, markup);
        self.entries.push(entry);
    }

    /// A smaller heading, not in the contents.
    pub(super) fn heading(&mut self, words: &str) {
        self.room(28.0, Paper::Upright);
        self.put(7.5, html! { h4 { (words) } });
    }

    /// A paragraph.
    pub(super) fn paragraph(&mut self, text: &str) {
        self.text(TEXT, "", text);
    }

    /// A paragraph in small type.
    pub(super) fn note(&mut self, text: &str) {
        self.text(NOTE, "note", text);
    }

    fn text(&mut self, (points, line): (f64, f64), class: &str, text: &str) {
        let height = lines(text, points, Paper::Upright.width()) as f64 * line;
        let class = Some(class).filter(|class| !class.is_empty());
        self.block(height, html! { p class=[class] { (text) } });
    }

    /// A line with a label in a column of its own.
    pub(super) fn pair(&mut self, label: &str, text: &str) {
        let column = Paper::Upright.width() - PAIR_LABEL - 4.0;
        let height =
            lines(text, TEXT.0, column).max(lines(label, TEXT.0, PAIR_LABEL)) as f64 * TEXT.1;
        self.room(height, Paper::Upright);
        self.put(height + 1.2, html! { dl.pair { dt { (label) } dd { (text) } } });
    }

    /// A numbered table of labels and values, three pairs side by side; it stays on one page.
    pub(super) fn facts(&mut self, caption: &str, facts: &[(String, String)]) {
        self.tables += 1;
        let column = Paper::Upright.width() / 3.0 - 2.0;
        let is_long = |(label, value): &(String, String)| {
            width(label, FACT.0) + width(value, FACT.0 * 1.06) + 3.0 > column
        };
        let rows = facts.chunks(3);
        let height: f64 =
            rows.map(|row| if row.iter().any(is_long) { 2.0 } else { 1.0 } * FACT.1 + 1.3).sum();
        let caption_height =
            lines(caption, FACT.0, Paper::Upright.width() - 20.0) as f64 * 4.2 + 1.6;
        let markup = html! {
            div.facts {
                p.cap { b { "Table " (self.tables) "." } " " (caption) }
                @for row in facts.chunks(3) {
                    div.row { @for (label, value) in row { div.fact { span { (label) } b { (value) } } } }
                }
            }
        };
        self.block(height + caption_height, markup);
    }

    /// A numbered picture.
    pub(super) fn figure(&mut self, figure: &Figure) {
        self.room(figure.all(), Paper::Upright);
        self.figure_here(figure);
    }

    fn figure_here(&mut self, figure: &Figure) {
        self.figures += 1;
        let style = format!("height:{:.1}mm", figure.height);
        let markup = html! {
            figure {
                div.pic style=(style) { (figure.picture) }
                figcaption { b { "Figure " (self.figures) "." } " " (figure.caption) }
            }
        };
        self.put(figure.all(), markup);
    }

    /// A numbered table, on as many sheets as it needs; a chart of it stands on the sheet of its last rows.
    pub(super) fn table(&mut self, table: &Table, chart: Option<&Figure>) {
        self.tables += 1;
        let (paper, groups) = table.layout();
        for (place, group) in groups.iter().enumerate() {
            let is_last = place + 1 == groups.len();
            self.group(table, group, paper, chart.filter(|_| is_last), place > 0);
        }
    }

    fn group(
        &mut self,
        table: &Table,
        group: &Group,
        paper: Paper,
        chart: Option<&Figure>,
        mut is_continued: bool,
    ) {
        let (head, heights) = (group.head_height(table), group.row_heights(table));
        let below = chart.map_or(0.0, Figure::all) + GAP;
        let whole = head + heights.iter().sum::<f64>() + below;
        self.room((head + heights.iter().take(ROWS_MIN).sum::<f64>()).min(whole), paper);
        // A table that fits on one page is not begun near the end of another.
        if whole > self.left && whole <= paper.height() && self.left < paper.height() * 0.45 {
            self.turn(paper);
        }
        let mut rows: &[Row] = &table.rows;
        let mut heights = heights.as_slice();
        loop {
            let take = fitting(heights, self.left - head, below);
            if take == 0 && !self.is_fresh() {
                self.turn(paper);
                continue;
            }
            let take = take.max(1).min(rows.len());
            let markup = group.markup(table, self.tables, is_continued, &rows[..take]);
            self.put(head + heights[..take].iter().sum::<f64>() + GAP, markup);
            (rows, heights) = (&rows[take..], &heights[take..]);
            if rows.is_empty() {
                break;
            }
            is_continued = true;
            self.turn(paper);
        }
        if let Some(chart) = chart {
            if chart.all() > self.left {
                self.turn(paper);
            }
            self.figure_here(chart);
        }
    }

    /// The sheets as pages, numbered on from those before them.
    pub(super) fn pages(&self, foot: &Foot, before: usize) -> Markup {
        html! {
            @for (place, sheet) in self.sheets.iter().enumerate() {
                (sheet.page(foot, before + place + 1))
            }
        }
    }
}

/// How wide the column of labels is.
const PAIR_LABEL: f64 = 34.0;

/// How many rows fit, if the last ones need so much below them. Few are not left alone on either side.
fn fitting(heights: &[f64], room: f64, below: f64) -> usize {
    let mut used = 0.0;
    let count = heights
        .iter()
        .take_while(|height| {
            used += **height;
            used <= room
        })
        .count();
    let all: f64 = heights.iter().sum();
    if all + below <= room {
        return heights.len();
    }
    let most = heights.len().saturating_sub(ROWS_MIN);
    let count = count.min(most);
    if count < ROWS_MIN { 0 } else { count }
}

/// What stands at the foot of every page.
pub(super) struct Foot {
    pub(super) game: String,
    pub(super) program: String,
    pub(super) pages: usize,
}

impl Sheet {
    fn page(&self, foot: &Foot, number: usize) -> Markup {
        let class = match self.paper {
            Paper::Upright => "pg",
            Paper::Wide => "pg wide",
        };
        html! {
            section class=(class) aria-label={ "Page " (number) } {
                div.rh { span { (self.running) } span { (foot.game) } }
                div.in { @for block in &self.content { (block) } }
                footer { span { (foot.program) } span { "page " (number) " of " (foot.pages) } }
            }
            (PreEscaped("\n"))
        }
    }
}

/// The contents, on as many sheets as they need. Their own sheets come after `before` others.
pub(super) fn contents(entries: &[Entry], before: usize) -> Composer {
    let line = |entry: &Entry| if entry.is_chapter() { 6.6 } else { 4.9 };
    let compose = |offset: usize| {
        let mut composer = Composer::new("Contents");
        composer.turn(Paper::Upright);
        composer.put(11.0, html! { h2 { "Contents" } });
        for entry in entries {
            let class = if entry.is_chapter() { "toc ch" } else { "toc" };
            let room = Paper::Upright.width() - 26.0;
            let more = lines(&entry.title, TEXT.0, room) - 1;
            let height = line(entry) + more as f64 * TEXT.1;
            composer.room(height, Paper::Upright);
            let page = before + offset + entry.sheet + 1;
            composer.put(
                height,
                html! {
                    a class=(class) href={ "#" (entry.anchor()) } {
                        span.no { (entry.number) } span.ti { (entry.title) } span.pn { (page) }
                    }
                },
            );
        }
        composer
    };
    // How many sheets there are does not depend on the numbers.
    let sheets = compose(0).sheets.len();
    compose(sheets)
}

/// The height of a line that is as wide as its text in a column.
pub(super) fn height_of(text: &str, (points, line): (f64, f64), column: f64) -> f64 {
    lines(text, points, column) as f64 * line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rows_are_not_left_alone() {
        let heights = [5.0; 20];
        assert_eq!(fitting(&heights, 100.0, 0.0), 20);
        // The chart below the last rows does not fit, so some go with it.
        assert_eq!(fitting(&heights, 100.0, 10.0), 16);
        assert_eq!(fitting(&heights, 52.0, 0.0), 10);
        assert_eq!(fitting(&heights, 97.0, 0.0), 16);
        assert_eq!(fitting(&heights, 17.0, 0.0), 0);
    }

    #[test]
    fn contents_count_their_own_pages() {
        let entry =
            |at: usize| Entry { number: format!("1.{at}"), title: "t".to_owned(), sheet: at };
        let entries: Vec<Entry> = (0..100).map(entry).collect();
        let contents = contents(&entries, 2);
        assert!(contents.sheets.len() > 1);
        let first = format!("<span class=\"pn\">{}</span>", 2 + contents.sheets.len() + 1);
        assert!(contents.sheets[0].content[1].0.contains(&first));
    }
}
