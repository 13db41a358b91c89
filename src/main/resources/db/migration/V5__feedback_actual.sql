-- What it was instead, where a reader said that the answer was wrong: the id of an entry.
alter table feedback add column actual text;
