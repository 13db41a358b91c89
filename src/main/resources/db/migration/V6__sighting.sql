-- How often each failure was met, by day and node. No text of a log is in it: a fingerprint is a hash.
create table sighting (
    fingerprint text   not null,
    day         date   not null,
    node        text   not null, -- '' where the log names none
    entry       text   not null, -- '' where no page explains it
    n           bigint not null check (n > 0),
    primary key (fingerprint, day, node, entry)
);
create index sighting_day on sighting (day);

-- Only where the owner agreed that others with the same failure, and curators, find it.
alter table diagnosis add column fingerprint text;
create index diagnosis_fingerprint on diagnosis (fingerprint, created) where fingerprint is not null;
