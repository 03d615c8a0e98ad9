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

-- Worker processes that live, by their id in the job queue. One not seen for a while is dead and its jobs are freed.
-- Wall clock.
table internal.workers (
  id         text not null,
  started_at timestamptz not null,
  seen_at    timestamptz not null,
  constraint workers_pkey primary key (id)
);
grant select to haat_dba, haat_gatekeeper;
