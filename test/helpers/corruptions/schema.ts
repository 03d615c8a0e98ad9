// Corruptions of the schema: a wall taken down, a door put in, a rule rewritten.
import type { Corruption } from './index.ts';

const fence = `company_id = (select internal.current_company_id())
  and store_id = any ((select internal.current_store_ids())::uuid[])`;

/** What, the statement, and the object that check_schema names. */
const kinds: [string, string, RegExp][] = [
  // Walls.
  [
    'a CHECK widened',
    `alter table app.payments drop constraint payments_amount_check, add constraint payments_amount_check check (amount > -9)`,
    /^constraint payments_amount_check /,
  ],
  [
    'a constraint added',
    'alter table app.orders add constraint is_cheap check (total_amount < 1) not valid',
    /^constraint is_cheap on app\.orders$/,
  ],
  [
    'a foreign key switched off',
    'alter table app.payments disable trigger all',
    /^constraint payments_store_id_order_id_fkey on app\.payments$/,
  ],
  [
    'a NOT NULL dropped',
    'alter table app.payments alter column amount drop not null',
    /^column app\.payments\.amount$/,
  ],
  [
    'a default changed',
    `alter table app.coupons alter column used_count set default 5`,
    /^column app\.coupons\.used_count$/,
  ],
  ['a column added', 'alter table app.orders add column hidden text', /^column app\.orders\.hidden$/],
  [
    'a column of another type',
    'alter table internal.applied_code alter column unit type varchar(500)',
    /^column internal\.applied_code\.unit$/,
  ],
  ['a table added', 'create table app.notes (id integer)', /^table app\.notes$/],
  // Triggers and rules.
  [
    'a trigger that fires on replicas only',
    'alter table app.orders enable replica trigger _100_stamp_times',
    /^trigger _100_stamp_times on app\.orders$/,
  ],
  [
    'a trigger added',
    'create trigger spy before update on app.orders for each row execute function internal.tg__stamp_times()',
    /^trigger spy on app\.orders$/,
  ],
  ['a rule added', 'create rule keep as on delete to app.payments do instead nothing', /^rule keep on app\.payments$/],
  // The fence.
  [
    'a policy with "or true"',
    `alter policy tenant_fence on app.orders using ((${fence}) or true)`,
    /^policy tenant_fence on app\.orders$/,
  ],
  [
    'a policy that lets any row be written',
    `alter policy tenant_fence on app.orders with check ((${fence}) or true)`,
    /^policy tenant_fence on app\.orders$/,
  ],
  [
    'a policy for fewer roles',
    'alter policy tenant_fence on app.orders to haat_owner',
    /^policy tenant_fence on app\.orders$/,
  ],
  [
    'a policy added',
    'create policy open on app.orders for select to haat_worker using (true)',
    /^policy open on app\.orders$/,
  ],
  ['row-level security not forced', 'alter table app.orders no force row level security', /^table app\.orders$/],
  // Doors.
  ['a grant on a table', 'grant update on app.orders to haat_api', /^grant relation app\.orders to haat_api$/],
  [
    'a grant on a column',
    'grant update (due_amount) on app.orders to haat_staff',
    /^grant column app\.orders\.due_amount to haat_staff$/,
  ],
  ['a grant to public', 'grant select on app.customers to public', /^grant relation app\.customers to public$/],
  [
    'a grant on a function',
    'grant execute on function internal.seal_ledger(integer) to haat_staff',
    /^grant function internal\.seal_ledger\(integer\) to haat_staff$/,
  ],
  [
    'a grant that may be passed on',
    'grant select on app.orders to haat_dba with grant option',
    /^grant relation app\.orders to haat_dba$/,
  ],
  ['a grant on a schema', 'grant create on schema app to haat_api', /^grant schema app to haat_api$/],
  [
    'grants on what is to come',
    'alter default privileges in schema app grant select on tables to public',
    /^default privileges /,
  ],
  ['a role given to another', 'grant haat_owner to haat_worker', /^membership haat_owner granted to haat_worker$/],
  ['a DBA who is the API too', 'grant haat_dba to haat_staff', /^membership haat_dba granted to haat_staff$/],
  ['a role that bypasses the fence', 'alter role haat_api bypassrls', /^role haat_api$/],
  ['a role made superuser', 'alter role haat_worker superuser', /^role haat_worker$/],
  ['a role that makes roles', 'alter role haat_staff createrole', /^role haat_staff$/],
  ['an owner who logs in', 'alter role haat_owner login', /^role haat_owner$/],
  ['a table given away', 'alter table app.payments owner to haat_dba', /^table app\.payments$/],
  ['a schema given away', 'alter schema ledger owner to haat_dba', /^schema ledger$/],
  // Code.
  [
    'a function with another body',
    `create or replace function internal.kept_amount(line_total numeric, quantity integer, kept_quantity integer)
    returns numeric language sql immutable parallel safe return line_total`,
    /^function internal\.kept_amount\(numeric,integer,integer\)$/,
  ],
  [
    'a function that runs as its caller',
    'alter function staff.void_payment(uuid, text) security invoker',
    /^function staff\.void_payment\(uuid,text\)$/,
  ],
  [
    'a function with another search path',
    'alter function staff.void_payment(uuid, text) set search_path = public',
    /^function staff\.void_payment\(uuid,text\)$/,
  ],
  [
    'a function of another owner',
    'alter function internal.seal_ledger(integer) owner to haat_owner',
    /^function internal\.seal_ledger\(integer\)$/,
  ],
  [
    'a function added',
    'create function api.leak() returns text language sql return 1::text',
    /^function api\.leak\(\)$/,
  ],
  [
    'a check that finds nothing any more',
    `create or replace view ledger.check_order_totals with (security_invoker = true) as
    select null::uuid as company_id, null::uuid as store_id, ''::text as object, ''::text as found, ''::text as expected, null::uuid as order_id where false`,
    /^view ledger\.check_order_totals$/,
  ],
  [
    "a view that looks with its owner's eyes",
    'alter view ledger.payments set (security_invoker = false)',
    /^view ledger\.payments$/,
  ],
];

export const schemaCorruptions: Corruption[] = kinds.map(([what, statement, object]) => ({
  check: 'check_schema',
  what,
  statements: [statement],
  object,
}));
