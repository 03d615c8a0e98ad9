// Corruptions around an erasure, which is the only lawful change of what is told of the past. The customer :erased had one
// order.
import type { Corruption } from './index.ts';

const erasedRows = (log: string) => `select row_id from app.erased_rows where log = '${log}' order by row_id limit 1`;

export const erasureCorruptions: Corruption[] = [
  {
    check: 'check_history',
    what: 'another doer in a row that an erasure had changed',
    statements: [`update app.order_timeline set actor_name = 'Nobody' where id = (${erasedRows('order_timeline')})`],
    object: /^seal \d+ of order_timeline, row /,
  },
  {
    check: 'check_history',
    what: 'an erasure that nothing tells of',
    statements: [`delete from app.erased_rows where row_id = (${erasedRows('order_timeline')})`],
    object: /^seal \d+ of order_timeline, row /,
  },
  {
    check: 'check_history',
    what: 'an erasure that says another thing was sealed',
    statements: [`update app.erased_rows set sealed_digest = sha256('x') where row_id = (${erasedRows('events')})`],
    object: /^seal \d+ of events, row /,
  },
  {
    check: 'check_erasures',
    what: 'a row taken out of an erasure',
    statements: [`delete from app.erased_rows where row_id = (${erasedRows('order_timeline')})`],
    object: /^erasure /,
  },
  {
    check: 'check_erasures',
    what: 'a change of another order that is called an erasure',
    statements: [
      `insert into app.erased_rows (company_id, erasure_id, log, row_id, sealed_digest, erased_digest)
       select t.company_id, (select erasure_id from app.erased_rows limit 1), 'order_timeline', t.id,
         internal.timeline_digest(t), sha256('x')
       from app.order_timeline t where t.order_id = :sold order by t.id limit 1`,
      `update app.order_timeline set actor_name = 'Nobody' where id = (${erasedRows('order_timeline')})`,
    ],
    object: /^(erasure |row .* of order_timeline)/,
  },
  {
    check: 'check_erasures',
    what: 'an erasure of no entry in the activity log',
    statements: [`update app.erased_rows set erasure_id = row_id`],
    object: /^row .* of /,
  },
  {
    check: 'check_erasures',
    what: 'a note written back into the past',
    statements: [`update app.order_timeline set note = 'Ring' where id = (${erasedRows('order_timeline')})`],
    object: /^row .* of order_timeline$/,
  },
  {
    check: 'check_erasures',
    what: 'an erased customer who has a name again',
    statements: [`update app.customers set erased_at = null, full_name = 'Salma' where id = :erased`],
    object: /^customer /,
  },
  {
    check: 'check_erasures',
    what: 'a customer called erased',
    statements: [
      'alter table app.customers drop constraint customers_erased_are_nobody',
      'update app.customers set erased_at = now() where id <> :erased',
    ],
    object: /^customer /,
  },
  {
    check: 'check_erasures',
    what: 'an address of an erased customer',
    statements: [
      `insert into app.customer_addresses (company_id, store_id, customer_id, address_line, created_at, updated_at)
       values (:company, :store, :erased, 'Road 2', now(), now())`,
    ],
    object: /^address /,
  },
];
