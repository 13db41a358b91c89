-- How often each entry led a diagnosis, by day. No text of a log is in it.
create table diagnosis_count (
    day   date   not null,
    entry text   not null, -- '' when nothing matched
    n     bigint not null check (n > 0),
    primary key (day, entry)
);
