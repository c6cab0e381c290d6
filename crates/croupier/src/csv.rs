//! Comma-separated values, for spreadsheets.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

/// Writes a head and its rows, if a file was asked for.
pub fn write<Row, Field>(path: Option<&Path>, head: &[&str], rows: &[Row]) -> anyhow::Result<()>
where
    Row: AsRef<[Field]>,
    Field: AsRef<[u8]>,
{
    let Some(path) = path else { return Ok(()) };
    let text = text(head, rows).context("cannot write CSV")?;
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// A head and its rows as text, to be printed.
pub fn to_text<Row, Field>(head: &[&str], rows: &[Row]) -> anyhow::Result<String>
where
    Row: AsRef<[Field]>,
    Field: AsRef<[u8]>,
{
    Ok(String::from_utf8(text(head, rows).context("cannot write CSV")?)?)
}

/// A head and its rows; a field with a comma, a quote or a line break stands in quotes.
fn text<Row, Field>(head: &[&str], rows: &[Row]) -> anyhow::Result<Vec<u8>>
where
    Row: AsRef<[Field]>,
    Field: AsRef<[u8]>,
{
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(head)?;
    for row in rows {
        writer.write_record(row.as_ref())?;
    }
    Ok(writer.into_inner()?)
}

#[cfg(test)]
mod tests {
    use super::text;

    /// RFC 4180, 2.6 and 2.7: commas, quotes and line breaks (also a lone carriage return) need
    /// quotes, and a quote inside is doubled.
    #[test]
    fn fields_are_quoted_where_they_need_it() {
        let rows = [["a,b", "say \"hi\""], ["two\nlines", "a\rreturn"], ["plain", ""]];
        let found = text(&["one", "two"], &rows).expect("fields of equal number");
        let expected =
            "one,two\n\"a,b\",\"say \"\"hi\"\"\"\n\"two\nlines\",\"a\rreturn\"\nplain,\n";
        assert_eq!(String::from_utf8(found).expect("text"), expected);
    }

    #[test]
    fn a_row_of_another_length_is_refused() {
        assert!(text(&["one", "two"], &[["alone"]]).is_err());
    }
}
