create table diagnosis (
    id                text        primary key,
    created           timestamptz not null,
    expires           timestamptz not null,
    delete_token_hash bytea       not null,
    lang              text        not null,
    redacted_log      bytea       not null, -- gzip of UTF-8
    report_en         text        not null,
    report_zh         text        not null,
    redactions        text        not null  -- JSON: {"email": 2, "ip": 1}
);
create index diagnosis_expires on diagnosis (expires);

-- For counts only: a row outlives its diagnosis and then points nowhere.
create table diagnosis_finding (
    id        bigint generated always as identity primary key,
    diagnosis text references diagnosis (id) on delete set null,
    entry     text not null,
    kind      text,
    day       date not null
);
create index diagnosis_finding_day on diagnosis_finding (day, entry);
create index diagnosis_finding_diagnosis on diagnosis_finding (diagnosis);

-- A vote outlives the expiry of its diagnosis, but not its deletion by the owner.
create table feedback (
    id        bigint generated always as identity primary key,
    diagnosis text references diagnosis (id) on delete set null,
    entry     text        not null,
    helpful   boolean     not null,
    comment   text        not null check (char_length(comment) <= 2000),
    created   timestamptz not null
);
create index feedback_entry on feedback (entry);
create index feedback_diagnosis on feedback (diagnosis);
