-- Enter migration here
create table if not exists internal.released_schema (
  kind text not null,
  object text not null,
  definition text,
  primary key (kind, object)
);
comment on table internal.released_schema is 'What the release made of this database, by the catalog: npm run migrate keeps it, ledger.check_schema compares it with what is there.';
comment on column internal.released_schema.kind is 'table, column, constraint, index, trigger, policy, view, function, grant, role and the like.';
comment on column internal.released_schema.object is 'Its name; for a grant what is granted to whom.';
comment on column internal.released_schema.definition is 'What it is, in the words of the catalog; what is longer than 300 characters as its MD5.';
