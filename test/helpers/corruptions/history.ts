// Corruptions of what is told of the past: timelines, activity log, events, and their seals.
import type { Corruption } from './index.ts';

/** Rows of the order that was sold, or of its company, sealed before. */
const told = {
  order_timeline: 'order_id = :sold',
  activity_log: 'company_id = (select company_id from app.orders where id = :sold)',
  events: 'object_id = :sold',
  changes: 'parent_id = :sold',
};

/** The other company moved to another database, and its old copy was removed. */
export const departure = [
  `insert into internal.company_moves (company_id, company_name, to_cell, state, started_at, moved_at)
   values (:rival, 'Theirs', 'b', 'moved', now(), now())`,
  'select internal.remove_old_copy(:rival)',
  'set local session_replication_role = replica',
];

export const historyCorruptions: Corruption[] = [
  ...Object.entries(told).flatMap(([log, rows]): Corruption[] => [
    {
      check: 'check_history',
      what: `another doer in ${log}`,
      statements: [
        log === 'events'
          ? `update app.events set request_id = 'another' where id = (select id from app.events where ${rows} order by id limit 1)`
          : `update app.${log} set actor_name = 'Nobody' where id = (select id from app.${log} where ${rows} order by id limit 1)`,
      ],
      object: new RegExp(`^seal \\d+ of ${log}, row `),
    },
    {
      check: 'check_history',
      what: `a row of ${log} moved in time`,
      statements: [
        `update app.${log} set created_at = created_at - interval '1 day' where id = (select id from app.${log} where ${rows} order by id limit 1)`,
      ],
      object: new RegExp(`^seal \\d+ of ${log}, row `),
    },
    {
      check: 'check_history',
      what: `a row removed from ${log}`,
      statements: [`delete from app.${log} where id = (select id from app.${log} where ${rows} order by id limit 1)`],
      object: new RegExp(`^seal \\d+ of ${log}$`),
    },
  ]),
  {
    check: 'check_history',
    what: 'another body of an event',
    statements: [
      `update app.events set object = '{"id": null}' where id = (select id from app.events where object_id = :sold order by id limit 1)`,
    ],
    object: /^seal \d+ of events, row /,
  },
  {
    check: 'check_history',
    what: 'another fact in the timeline',
    statements: [
      `update app.order_timeline set detail = jsonb_set(detail, '{collected_amount}', '"1.00"')
       where order_id = :sold and detail ? 'collected_amount'`,
    ],
    object: /^seal \d+ of order_timeline, row /,
  },
  {
    check: 'check_history',
    what: 'an entry slipped in among the old ones',
    statements: [
      `insert into app.order_timeline (id, company_id, store_id, order_id, action, actor_type, actor_name, created_at)
       select uuidv7(interval '-1 hour'), company_id, store_id, id, 'note_added', 'staff', 'Rina Akter', created_at
       from app.orders where id = :sold`,
    ],
    object: /^seal \d+ of order_timeline, row /,
  },
  {
    check: 'check_history',
    what: 'a row of another company that went along with one that left',
    statements: [
      ...departure,
      'delete from app.order_timeline where id = (select id from app.order_timeline where order_id = :sold order by id limit 1)',
    ],
    object: /^seal \d+ of order_timeline$/,
  },
  {
    check: 'check_history',
    what: 'a row slipped in for a company that left',
    statements: [
      ...departure,
      `insert into app.activity_log (id, company_id, action, object_type, object_id, actor_type, actor_name, created_at)
       select uuidv7(interval '-1 hour'), :rival, 'company.moved', 'company', :rival, 'system', 'System', now()`,
    ],
    object: /^seal \d+ of activity_log, row /,
  },
  {
    check: 'check_history',
    what: 'rows that left, and no record of it',
    statements: [...departure, 'delete from internal.departures'],
    object: /^seal \d+ of /,
  },
  {
    check: 'check_departures',
    what: 'a departure of more rows than left',
    statements: [
      ...departure,
      `update internal.departures set positions = array(
         select ~ p.positions from unnest(positions) with ordinality as p (positions, n) order by p.n)`,
    ],
    object: /^departure 1$/,
  },
  {
    check: 'check_departures',
    what: 'a departure that nobody tells of',
    statements: [...departure, 'delete from internal.departures'],
    object: /^departure 1$/,
  },
  {
    check: 'check_departures',
    what: 'a departure that is said to have been a return',
    statements: [
      ...departure,
      `update internal.departures set kind = 'came back', seals = '{}', positions = '{}', row_count = 0, archived_movements = 0`,
    ],
    object: /^departure 1$/,
  },
  {
    check: 'check_departures',
    what: 'a company that left, and is here',
    statements: [
      ...departure,
      `insert into app.companies select (jsonb_populate_record(null::app.companies,
         to_jsonb(c) || jsonb_build_object('id', :rival, 'name', 'Back'))).* from app.companies c where c.id = :company`,
    ],
    object: /^company /,
  },
  {
    check: 'check_history',
    what: 'a seal made to fit',
    statements: [`update internal.history_seals set digest = sha256('x') where number = 1`],
    object: /^seal 1 of /,
  },
  {
    check: 'check_history',
    what: 'a seal removed',
    statements: ['delete from internal.history_seals where number = 1'],
    object: /^seal 1 of /,
  },
];
