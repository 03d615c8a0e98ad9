// Corruptions of what the books stand on: rows of the release, seals at the end of a chain, numbers, settings and rights.
import type { Corruption } from './index.ts';

const seals = (what: string, number: string, object: RegExp): Corruption => ({
  check: 'check_seals',
  what,
  statements: ['ledger_seal_segments', 'ledger_seals'].map((table) => `delete from app.${table} where ${number}`),
  object,
});

export const foundationsCorruptions: Corruption[] = [
  {
    check: 'check_schema',
    what: 'a transition that no release allows',
    statements: [`insert into app.order_transitions (from_status, to_status) values ('spam', 'delivered')`],
    object: /^row app\.order_transitions spam to delivered$/,
  },
  {
    check: 'check_schema',
    what: 'a migration that is said not to have run',
    statements: [`delete from graphile_migrate.migrations where filename = '000110.sql'`],
    object: /^row graphile_migrate\.migrations 000110/,
  },
  {
    check: 'check_schema',
    what: 'a grant in the schema of the queue',
    statements: ['grant select on graphile_worker.jobs to haat_gateway'],
    object: /^grant relation graphile_worker\.jobs to haat_gateway$/,
  },
  {
    check: 'check_schema',
    what: 'a grant in a schema of others',
    statements: ['create schema theirs', 'grant usage on schema theirs to haat_api'],
    object: /^grant schema theirs to haat_api$/,
  },
  {
    check: 'check_schema',
    what: 'a login that may switch triggers off',
    statements: ['grant set on parameter session_replication_role to haat_worker'],
    object: /^grant parameter session_replication_role to haat_worker$/,
  },
  {
    check: 'check_logins',
    what: 'a role whose sessions have triggers switched off',
    statements: [
      `do $$ begin
         execute format('alter role haat_gateway in database %I set session_replication_role = replica', current_database());
       end $$`,
    ],
    object: /^setting session_replication_role of haat_gateway$/,
  },
  {
    check: 'check_logins',
    what: 'a database in which triggers are switched off',
    statements: [
      `do $$ begin execute format('alter database %I set session_replication_role = replica', current_database()); end $$`,
    ],
    object: /^setting session_replication_role of the database$/,
  },
  seals('the newest seal taken away', 'company_id = :company and number = 1', /^seal 1$/),
  seals('every seal taken away', 'true', /^seal 1$/),
  {
    check: 'check_seals',
    what: 'seals taken away with the head of their chain, an hour after the timer has run',
    statements: [
      'delete from app.ledger_seal_segments',
      'delete from app.ledger_seals',
      'delete from internal.seal_heads',
      `insert into internal.timer_runs values ('seal_ledger', now() + interval '3 hours')`,
    ],
    object: /^variant .*, sequence 1$/,
  },
  // The other damages of it: test/ledger/archives.test.ts.
  {
    check: 'check_archives',
    what: 'the records of archives taken away',
    statements: [`insert into internal.seal_heads values ('archives', 1, sha256('x'))`],
    object: /^archive 1$/,
  },
  {
    check: 'check_history',
    what: 'the newest seal taken away',
    statements: ['delete from internal.history_seals where number = (select max(number) from internal.history_seals)'],
    object: /^seal \d+ of the logs$/,
  },
  {
    check: 'check_history',
    what: 'every seal taken away with the head of the chain',
    statements: ['delete from internal.history_seals', 'delete from internal.seal_heads'],
    object: /^order_timeline, row /,
  },
  {
    check: 'check_numbers',
    what: 'order numbers that begin anew',
    statements: [
      `do $$ begin
         execute format('alter sequence %s restart', internal.order_numbers((select store_id from app.orders order by id limit 1)));
       end $$`,
    ],
    object: /^sequence of order numbers numbers\./,
  },
  {
    check: 'check_numbers',
    what: 'a sequence of events that begins anew',
    statements: ['alter sequence app.events_sequence_seq restart'],
    object: /^sequence app\.events_sequence_seq$/,
  },
  ...['+', '-'].map(
    (sign): Corruption => ({
      check: 'check_numbers',
      what: `a counter of receipts that stands elsewhere (${sign})`,
      statements: [`update app.document_numbers set last_number = last_number ${sign} 1 where prefix = 'GRN'`],
      object: /^numbers GRN$/,
    }),
  ),
];
