-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Which files of db/code this database runs, and what they made: npm run migrate applies what differs.
table internal.applied_code (
  -- What the file makes: schema/function, schema/view, or policies/table, triggers/table.
  unit           text not null,
  -- SHA-256 of the file as it was applied.
  file_digest    text not null,
  -- Digest of what stood in the catalog after it; empty for nothing.
  catalog_digest text not null,
  -- When it was last applied. Wall clock.
  applied_at     timestamptz not null,
  constraint applied_code_pkey primary key (unit)
);
grant select to haat_dba;

-- The secret behind haat.proof, which says that a transaction was put into its fence by our own functions. Made here,
-- known to nobody outside; update it after a dump was lost.
table internal.context_secret (
  -- Always true: the table has one row.
  only_row boolean not null default true,
  -- Random bytes.
  secret   bytea not null,
  constraint context_secret_pkey primary key (only_row),
  constraint context_secret_is_long check (octet_length(secret) >= 32),
  constraint context_secret_is_one_row check (only_row)
);
grant select to haat_gatekeeper;

-- What the release made of this database, by the catalog: npm run migrate keeps it, ledger.check_schema compares it
-- with what is there.
table internal.released_schema (
  -- table, column, constraint, index, trigger, policy, view, function, grant, role and the like.
  kind       text not null,
  -- Its name; for a grant what is granted to whom.
  object     text not null,
  -- What it is, in the words of the catalog; what is longer than 300 characters as its MD5.
  definition text,
  constraint released_schema_pkey primary key (kind, object)
);
grant select to haat_dba;

-- Worker processes that live, by their id in the job queue. One not seen for a while is dead and its jobs are freed.
-- Wall clock.
table internal.workers (
  -- Id under which the process locks jobs.
  id         text not null,
  -- When the process started, by the wall clock.
  started_at timestamptz not null,
  -- When the process last reported that it lives, by the wall clock.
  seen_at    timestamptz not null,
  constraint workers_pkey primary key (id)
);
grant select to haat_dba, haat_gatekeeper;
