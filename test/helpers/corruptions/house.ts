// Corruptions of what holds everything together: links, tenants, guards, jobs.
import type { Corruption } from './index.ts';

export const houseCorruptions: Corruption[] = [
  {
    check: 'check_orphans',
    what: 'a customer removed from under an order',
    statements: ['delete from app.customers where id = (select customer_id from app.orders where id = :order)'],
    object: /^app\.orders /,
  },
  {
    check: 'check_orphans',
    what: 'a location removed from under its stock',
    statements: [
      'delete from app.locations where id in (select location_id from app.inventory_levels where variant_id = :variant)',
    ],
    object: /^app\.inventory_levels /,
  },
  {
    check: 'check_tenants',
    what: 'a line moved to an order of another company',
    statements: ['update app.order_items set order_id = :rival_order, line = 9 where order_id = :order'],
    object: /^app\.order_items /,
  },
  {
    check: 'check_tenants',
    what: 'a movement given to another company',
    statements: ['update app.stock_movements set company_id = :rival where variant_id = :variant and sequence = 1'],
    object: /^app\.stock_movements /,
  },
  {
    check: 'check_tenants',
    what: 'a payment given to another store of the company',
    statements: [
      'update app.payments p set store_id = s.id from app.stores s where p.order_id = :order and s.company_id = :company and s.id <> :store',
    ],
    object: /^app\.payments /,
  },
  {
    check: 'check_guards',
    what: 'a guard switched off',
    statements: ['alter table app.stock_movements disable trigger _900_append_only'],
    object: /^trigger _900_append_only on app\.stock_movements$/,
  },
  {
    check: 'check_guards',
    what: 'a guard removed',
    statements: [
      'alter table app.activity_log disable trigger all',
      'alter table app.orders no force row level security',
    ],
    object: /^app\.orders$/,
  },
  {
    check: 'check_guards',
    what: 'a constraint that was never checked',
    statements: ['alter table app.orders add constraint is_cheap check (total_amount < 1) not valid'],
    object: /^constraint is_cheap on app\.orders$/,
  },
  {
    check: 'check_guards',
    what: 'a database that is open to every login, as after a restore without its grants',
    statements: [
      `do $$ begin execute format('grant connect, temporary on database %I to public', current_database()); end $$`,
    ],
    object: /^database haat_/,
  },
  {
    check: 'check_logins',
    what: 'a login that has taken its limit away',
    statements: [
      `do $$ begin execute format('alter role haat_gateway in database %I set lock_timeout = 0', current_database()); end $$`,
    ],
    object: /^setting lock_timeout of haat_gateway$/,
  },
  {
    check: 'check_jobs',
    what: 'a job held for hours',
    statements: [
      `select graphile_worker.add_job('webhook__deliver')`,
      'alter view graphile_worker.jobs rename to jobs_of_now',
      `create view graphile_worker.jobs as
       select id, task_identifier, run_at, attempts, max_attempts, last_error,
         'worker-1' as locked_by, now() - interval '2 hours' as locked_at
       from graphile_worker.jobs_of_now`,
      'grant select on graphile_worker.jobs to haat_dba',
    ],
    object: /^job \d+: webhook__deliver$/,
  },
  {
    check: 'check_jobs',
    what: 'a job given up',
    statements: [
      `select graphile_worker.add_job('webhook__deliver')`,
      `select graphile_worker.permanently_fail_jobs(array_agg(id), 'refused') from graphile_worker.jobs`,
    ],
    object: /^job \d+: webhook__deliver$/,
  },
];
