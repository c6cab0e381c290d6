-- Version 3. Rows and subjects may be written later than the entries that they follow from; nobody asks which rows
-- an entry changed.
DROP INDEX rows_by_seq;
