-- The entries that curators publish into the database: each version of each, the last one in force.
create table entry_version (
    entry   text        not null,
    version int         not null check (version > 0),
    files   text        not null, -- JSON: {"entry.yaml": "…", "en.md": "…", "logs/a.log": "…"}; {} where withdrawn
    who     text        not null,
    created timestamptz not null,
    primary key (entry, version)
);
