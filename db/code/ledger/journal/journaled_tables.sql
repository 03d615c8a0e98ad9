-- The tables whose changes the journal (changes) tells: those with the trigger _400_journal. Of the others
-- unjournaled_tables says why.
create or replace view ledger.journaled_tables with (security_invoker = true) as
select t.table_name, t.record_type, t.keys, t.parent, t.uncounted, t.secret, t.has_inserts, t.counted
from internal.journaled_tables() t;
comment on column ledger.journaled_tables.table_name is 'The table.';
comment on column ledger.journaled_tables.record_type is 'What the journal calls its rows.';
comment on column ledger.journaled_tables.keys is 'The columns of the key: the id, and what makes up the part.';
comment on column ledger.journaled_tables.parent is 'The column that names what a row belongs to; null for none.';
comment on column ledger.journaled_tables.uncounted is
  'Columns that do not count: counters, times of use, and what other checks compute again.';
comment on column ledger.journaled_tables.secret is 'Columns whose changes are told and not their values.';
comment on column ledger.journaled_tables.has_inserts is
  'Whether new rows are told of too; where not, the journal begins with the first change.';
comment on column ledger.journaled_tables.counted is 'The columns that count, which the hash covers.';
grant select on ledger.journaled_tables to haat_dba;
