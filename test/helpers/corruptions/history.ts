// Corruptions of what is told of the past: timelines, activity log, events, and their seals.
import type { Corruption } from './index.ts';

/** Rows of the order that was sold, or of its company, sealed before. */
const told = {
  order_timeline: 'order_id = :sold',
  activity_log: 'company_id = (select company_id from app.orders where id = :sold)',
  events: 'object_id = :sold',
  changes: 'parent_id = :sold',
};

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
