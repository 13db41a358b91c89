-- Keys of machines. Of a key only its SHA-256 is kept.
create table api_key (
    hash    bytea       primary key,
    name    text        not null,
    scopes  text        not null, -- 'DIAGNOSE,READ'
    rate    int         not null check (rate > 0), -- calls a minute
    created timestamptz not null,
    used    timestamptz,
    revoked timestamptz
);
create unique index api_key_name on api_key (name) where revoked is null;
