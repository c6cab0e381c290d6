//! The tables of a report: which column is how wide, and what goes on which sheet.

use maud::{Markup, html};

use super::measure::{lines, widest_word, width};
use super::sheet::Paper;

/// The size of a table's text and its line, in points and millimeters.
const TEXT: (f64, f64) = (8.5, 4.15);
/// What a row adds to its lines, and a cell to its text.
const ROW_PAD: f64 = 1.15;
const CELL_PAD: f64 = 2.4;
/// A column of words is not narrower than this, in millimeters.
const WORDS_MIN: f64 = 30.0;

/// A column.
pub(super) struct Column {
    head: String,
    is_words: bool,
}

/// A column of words, on the left of its space.
pub(super) fn words(head: &str) -> Column {
    Column { head: head.to_owned(), is_words: true }
}

/// A column of numbers, on the right of its space.
pub(super) fn number(head: &str) -> Column {
    Column { head: head.to_owned(), is_words: false }
}

/// A row of cells.
pub(super) struct Row {
    pub(super) cells: Vec<String>,
    /// `sum` or `failed`.
    pub(super) class: Option<&'static str>,
}

impl Row {
    /// A plain row.
    pub(super) fn new(cells: Vec<String>) -> Row {
        Row { cells, class: None }
    }
}

/// The class of a cell by its word.
type ClassOf = dyn Fn(&str) -> Option<&'static str>;

/// A table.
pub(super) struct Table {
    pub(super) caption: String,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
    pub(super) class: &'static str,
    /// The class of a cell, for grids of colored words.
    pub(super) cell_class: Box<ClassOf>,
}

impl Table {
    /// A table of plain cells.
    pub(super) fn new(caption: impl Into<String>, columns: Vec<Column>, rows: Vec<Row>) -> Table {
        Table { caption: caption.into(), columns, rows, class: "", cell_class: Box::new(|_| None) }
    }

    fn cell<'t>(&'t self, row: &'t Row, column: usize) -> &'t str {
        row.cells.get(column).map_or("", String::as_str)
    }

    /// What a column needs so that numbers are not broken, and what it would like to have.
    fn needs(&self, column: usize) -> (f64, f64) {
        let Column { head, is_words } = &self.columns[column];
        let cells = || self.rows.iter().map(|row| self.cell(row, column));
        let line = cells().map(|cell| width(cell, TEXT.0)).fold(0.0, f64::max);
        let words = cells().map(|cell| widest_word(cell, TEXT.0)).fold(0.0, f64::max);
        let of_head = widest_word(head, TEXT.0 * 1.06);
        let least = if *is_words { words.max(line.min(WORDS_MIN)) } else { line };
        (least.max(of_head) + CELL_PAD, line.max(of_head) + CELL_PAD)
    }

    /// Whether the table fits on an upright sheet.
    pub(super) fn is_upright(&self) -> bool {
        self.layout().0 == Paper::Upright
    }

    /// On which paper the table goes, and which columns go together: all of them if the paper is wide enough, else as many as
    /// fit beside the first one.
    pub(super) fn layout(&self) -> (Paper, Vec<Group>) {
        let needs: Vec<(f64, f64)> =
            (0..self.columns.len()).map(|place| self.needs(place)).collect();
        let least: f64 = needs.iter().map(|(least, _)| least).sum();
        let all: Vec<usize> = (0..needs.len()).collect();
        for paper in [Paper::Upright, Paper::Wide] {
            if least <= paper.width() {
                return (paper, vec![Group::new(all, &needs, &self.columns, paper.width())]);
            }
        }
        let paper = Paper::Wide;
        let mut groups = Vec::new();
        let mut part = vec![0];
        let mut used = needs[0].0;
        for (place, (least, _)) in needs.iter().enumerate().skip(1) {
            if used + least > paper.width() && part.len() > 1 {
                let full = std::mem::replace(&mut part, vec![0]);
                groups.push(Group::new(full, &needs, &self.columns, paper.width()));
                used = needs[0].0;
            }
            part.push(place);
            used += least;
        }
        groups.push(Group::new(part, &needs, &self.columns, paper.width()));
        (paper, groups)
    }
}

/// Columns of a table that stand side by side, with their widths in millimeters.
pub(super) struct Group {
    columns: Vec<usize>,
    widths: Vec<f64>,
}

impl Group {
    fn new(columns: Vec<usize>, needs: &[(f64, f64)], all: &[Column], paper: f64) -> Group {
        let least: Vec<f64> = columns.iter().map(|place| needs[*place].0).collect();
        let wanted: f64 = columns.iter().map(|place| needs[*place].1 - needs[*place].0).sum();
        let spare = (paper - least.iter().sum::<f64>()).max(0.0);
        // First to the columns whose text would be broken, then to all.
        let given = spare.min(wanted);
        let share = if wanted > 0.0 { given / wanted } else { 0.0 };
        let rest = (spare - given) / columns.len() as f64;
        let is_words = |place: &usize| all[*place].is_words;
        let of_words = columns.iter().filter(|place| is_words(place)).count();
        let width = |(place, least): (&usize, &f64)| {
            let more = (needs[*place].1 - needs[*place].0) * share;
            let rest = match (of_words, is_words(place)) {
                (0, _) => rest,
                // Columns of words have half of what is left, columns of numbers the other half.
                (_, true) => rest * 0.5 + rest * 0.5 * columns.len() as f64 / of_words as f64,
                (_, false) => rest * 0.5,
            };
            least + more + rest
        };
        let widths = columns.iter().zip(&least).map(width).collect::<Vec<f64>>();
        // The shares above add up to the paper but for columns of words taking a little more.
        let total: f64 = widths.iter().sum();
        let fit = if total > paper { paper / total } else { 1.0 };
        let widths = widths.iter().map(|width| width * fit).collect();
        Group { columns, widths }
    }

    /// The height of the caption and the head.
    pub(super) fn head_height(&self, table: &Table) -> f64 {
        let all: f64 = self.widths.iter().sum();
        let caption =
            lines(&format!("Table 100, continued. {}", table.caption), 8.5, all) as f64 * 4.2;
        let heads = self.columns.iter().zip(&self.widths).map(|(place, width)| {
            lines(&table.columns[*place].head, TEXT.0 * 1.06, width - CELL_PAD + 0.4)
        });
        let head = heads.max().unwrap_or(1);
        caption + head as f64 * TEXT.1 + ROW_PAD + 1.6
    }

    /// The heights of the rows.
    pub(super) fn row_heights(&self, table: &Table) -> Vec<f64> {
        let height = |row: &Row| {
            let cells = self.columns.iter().zip(&self.widths);
            let lines = cells.map(|(place, width)| {
                lines(table.cell(row, *place), TEXT.0, width - CELL_PAD + 0.4)
            });
            lines.max().unwrap_or(1) as f64 * TEXT.1 + ROW_PAD
        };
        table.rows.iter().map(height).collect()
    }

    /// Some rows under the table's head.
    pub(super) fn markup(
        &self,
        table: &Table,
        number: usize,
        is_continued: bool,
        rows: &[Row],
    ) -> Markup {
        let total: f64 = self.widths.iter().sum();
        let align = |place: usize| table.columns[place].is_words.then_some("w");
        html! {
            div.tw {
                table class={ "rt " (table.class) } {
                    caption {
                        b { "Table " (number) @if is_continued { ", continued" } "." } " " (table.caption)
                    }
                    colgroup {
                        @for width in &self.widths { col style=(format!("width:{:.2}%", width / total * 100.0)); }
                    }
                    thead {
                        tr {
                            @for place in &self.columns {
                                th scope="col" class=[align(*place)] { (table.columns[*place].head) }
                            }
                        }
                    }
                    tbody {
                        @for row in rows {
                            tr class=[row.class] {
                                @for place in &self.columns {
                                    @let cell = table.cell(row, *place);
                                    @if *place == 0 { th scope="row" class=[align(0)] { (cell) } }
                                    @else { td class=[(table.cell_class)(cell).or(align(*place))] { (cell) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: usize) -> Table {
        let cell = |place: usize| if place == 0 { "a row" } else { "1,234,567,890,123" };
        let columns: Vec<Column> = (0..columns)
            .map(|place| if place == 0 { words("") } else { number("deals") })
            .collect();
        let row = Row::new((0..columns.len()).map(|place| cell(place).to_owned()).collect());
        Table::new("Deals", columns, vec![row])
    }

    /// A column of numbers takes 28 mm: five beside the words lie upright, eight across, and more on two sheets.
    #[test]
    fn wide_tables_lie_across_and_wider_ones_are_parted() {
        let layout = |columns| {
            let (paper, groups) = table(columns).layout();
            (paper, groups.len())
        };
        assert_eq!(layout(5), (Paper::Upright, 1));
        assert_eq!(layout(8), (Paper::Wide, 1));
        let (paper, parts) = layout(20);
        assert!(paper == Paper::Wide && parts > 1);
    }

    #[test]
    fn no_group_is_wider_than_its_paper() {
        for columns in 1..30 {
            let (paper, groups) = table(columns).layout();
            for group in groups {
                assert!(group.widths.iter().sum::<f64>() <= paper.width() + 1e-9, "{columns}");
            }
        }
    }
}
