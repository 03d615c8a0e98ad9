// A customer who asks for it becomes unrecognisable: no table knows the person any more, and the books stay as they
// were.
import test from 'ava';
import type pg from 'pg';
import { doors, findPerson, type Person, plant } from '../helpers/canaries.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { findBroken, findBrokenBooks } from '../helpers/invariants.ts';
import { callers, isLong, runs } from '../helpers/long.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import fc from '../helpers/properties.ts';
import { sealHistory } from '../helpers/seals.ts';
import { callGate, createShop, stockVariant } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint } from '../helpers/webhooks.ts';

let db: TestDatabase;
let desk: Desk;
let nth = 0;

test.before(async () => {
  db = await freshDatabase('reads whole tables');
  desk = await openDesk(db, await createShop(db.admin), callers(8));
  await db.admin.query(`update app.staff set role = 'owner' where id = $1`, [desk.staffId]);
  await stockVariant(db.admin, desk.shop, { sku: 'A', quantity: 100_000 });
  await allowLoopback(db.admin);
  await createEndpoint(db, desk.shop, 'http://127.0.0.1:9/');
});
test.after.always(() => db?.drop());

const spellings = [
  (digits: string) => `0${digits}`,
  (digits: string) => `+880 ${digits.slice(0, 4)}-${digits.slice(4)}`,
  (digits: string) => `0${digits}`.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!),
];
function somebody(spelling = 0): Person {
  nth += 1;
  const digits = `17${String(10_000_000 + nth * 1_000_003).slice(-8)}`;
  return { word: `Nosrin${'abcdefghij'[nth % 10]}${nth}q`, digits, spelling: spellings[spelling]!(digits) };
}
const erase = (customerId: string) => desk.staff('erase_customer', { customer_id: customerId });
const one = async (sql: string, ...values: unknown[]) => (await db.admin.query(sql, values)).rows[0];

test.serial('only an owner erases, and only a customer of the company', async (t) => {
  const { customerId } = await plant(desk, somebody());
  await db.admin.query(`update app.staff set role = 'agent' where id = $1`, [desk.staffId]);
  t.is((await refusalOf(erase(customerId))).code, 'HT014');
  await db.admin.query(`update app.staff set role = 'owner' where id = $1`, [desk.staffId]);
  t.is((await refusalOf(desk.staff('erase_customer', { customer_id: customerId }, []))).code, 'HT014');
  t.is((await refusalOf(erase(desk.staffId))).code, 'HT100');
  const rival = await openDesk(db, await createShop(db.admin));
  await stockVariant(db.admin, rival.shop, { sku: 'A' });
  const theirs = await plant(rival, somebody());
  t.is((await refusalOf(erase(theirs.customerId))).code, 'HT100');
  for (const role of ['haat_api', 'haat_staff', 'haat_worker'])
    await t.throwsAsync(db.as(role).query('select internal.erase_customer($1)', [customerId]), { code: '42501' });
});

test.serial(
  'who still gets or returns goods keeps the name until then, and the refusal names the orders',
  async (t) => {
    const person = somebody();
    const { customerId, orderId } = await plant(desk, person);
    const open = await desk.place([{ sku: 'A', quantity: 1 }], { customer: { phone: person.spelling } });
    t.regex(
      (await refusalOf(erase(customerId))).fields.customer_id[0],
      new RegExp(`${open.number}: deliver or cancel`),
    );
    await desk.move(open.id, 'cancelled');
    const { rows } = await db.admin.query(
      'select id as order_item_id, 1 as quantity from app.order_items where order_id = $1',
      [orderId],
    );
    const back = await desk.staff('create_return', { order_id: orderId, lines: rows });
    t.is((await refusalOf(erase(customerId))).code, 'HT101');
    t.true((await findPerson(db.admin, person)).length > 0, 'a refusal erases nothing');
    await desk.staff('receive_return', { return_id: back.id });
    t.like(await erase(customerId), { full_name: 'Erased customer', phone: null, email: null });
  },
);

test.serial(
  'whatever door a person came in by, nothing of them is left, and the audit finds the books as they were',
  async (t) => {
    const plan = fc.record({
      spelling: fc.nat(spellings.length - 1),
      doors: fc.shuffledSubarray(Object.keys(doors), { minLength: 3, maxLength: 5 }),
      isSealedBefore: fc.boolean(),
    });
    const everyDoor = { spelling: 1, doors: Object.keys(doors), isSealedBefore: true };
    const erased: Person[] = [];
    await fc.assert(
      fc.asyncProperty(plan, async ({ spelling, doors: chosen, isSealedBefore }) => {
        const person = somebody(spelling);
        const { customerId } = await plant(desk, person);
        for (const door of chosen) await doors[door]!(desk, person, customerId);
        if (isSealedBefore) await sealHistory(db);
        const books = () =>
          one(
            `select json_agg(row_to_json(x) order by x.id) from (
             select o.id, o.number, o.status, o.total_amount, o.paid_amount, o.due_amount, o.refunded_amount, o.created_at
             from app.orders o where o.customer_id = $1) x`,
            customerId,
          );
        const before = await books();
        await erase(customerId);
        t.deepEqual(await findPerson(db.admin, person), []);
        t.deepEqual(await books(), before);
        erased.push(person);
      }),
      { numRuns: runs(4), examples: [[everyDoor]] },
    );
    await sealHistory(db);
    t.deepEqual(await findBrokenBooks(db.admin), []);
    t.true(erased.length >= runs(4));
  },
);

test.serial(
  'erasing twice writes once; what is written about the person later goes with another erasure',
  async (t) => {
    const person = somebody();
    const { customerId, orderId } = await plant(desk, person);
    await erase(customerId);
    const count = () =>
      one(
        `select (select count(*) from app.events) as events, (select count(*) from app.activity_log) as activity,
           (select updated_at from app.customers where id = $1) as updated_at`,
        customerId,
      );
    const first = await count();
    await erase(customerId);
    t.deepEqual(await count(), first);
    await desk.ask('update_order', { id: orderId, note: `${person.word} called` });
    await erase(customerId);
    t.deepEqual(await findPerson(db.admin, person), []);
    await sealHistory(db);
    if (isLong) t.deepEqual(await findBrokenBooks(db.admin), []);
  },
);

test.serial('receivers are told of the erasure by events without the person, and sync sees what changed', async (t) => {
  const { customerId, orderId } = await plant(desk, somebody());
  const before = (await desk.order(orderId)).updated_at;
  await erase(customerId);
  t.true((await desk.order(orderId)).updated_at > before);
  const last = async (id: string) => (await desk.events(id)).at(-1)!;
  t.like(await last(customerId), { type: 'customer.updated', object: { full_name: 'Erased customer', addresses: [] } });
  t.like(await last(orderId), { type: 'order.updated', object: { shipping_address: null, note: null } });
  t.like(await desk.ask('get_customer', { id: customerId }), { full_name: 'Erased customer', phone: null });
});

test.serial(
  'the same phone that orders again is a new customer, and nothing is written to the erased one',
  async (t) => {
    const person = somebody();
    const { customerId } = await plant(desk, person);
    await erase(customerId);
    const again = await desk.place([{ sku: 'A', quantity: 1 }], {
      customer: { phone: person.spelling, full_name: 'New' },
    });
    t.not(again.customer_id, customerId);
    t.is(again.customer.full_name, 'New');
    const refused = async (operation: string, input: object) => (await desk.call(operation, input)).outcome;
    const order = { customer_id: customerId, items: [{ sku: 'A', quantity: 1 }] };
    t.like(await refused('create_order', order), {
      sqlstate: 'HT101',
      fields: { customer_id: ['is not a customer of this store'] },
    });
    t.like(await refused('update_customer', { id: customerId, full_name: 'Back' }), { sqlstate: 'HT101' });
    const address = { customer_id: customerId, address_line: 'Road 1' };
    t.is((await refusalOf(desk.staff('save_customer_address', address))).code, 'HT101');
  },
);

test.serial(
  'a retry of what the person was written with is not done again, and answers without the person',
  async (t) => {
    const person = somebody();
    const input = {
      customer: { phone: person.spelling, full_name: person.word },
      items: [{ sku: 'A', quantity: 1 }],
      note: person.word,
    };
    const call = () =>
      callGate(db.as('haat_gateway'), desk.shop.storeKey, 'create_order', input, { idempotencyKey: `once ${nth}` });
    const { result } = await call();
    await desk.move(result.id, 'cancelled');
    await erase(result.customer_id);
    const retried = await call();
    t.true(retried.outcome.replayed);
    t.like(retried.result, {
      id: result.id,
      total_amount: result.total_amount,
      note: null,
      customer: { full_name: 'Erased customer' },
    });
  },
);

test.serial('the answer to a webhook that was under way during the erasure is not kept', async (t) => {
  const person = somebody();
  const worker = db.as('haat_worker');
  const { id: endpoint } = await one('select id from app.webhook_endpoints');
  await db.admin.query(
    `update app.webhook_deliveries set status = 'held', next_attempt_at = null, worker_id = null, finished_at = null`,
  );
  await db.admin.query(`update app.webhook_endpoints set failures = 0, failing_since = null`);
  const { customerId } = await plant(desk, person);
  const { rows: claimed } = await worker.query(`select * from internal.claim_deliveries($1, 'w', 10)`, [endpoint]);
  t.true(claimed.some(({ body }) => body.includes(person.word)));
  await erase(customerId);
  const attempts = claimed.map(({ delivery_id, attempt, body }) => ({
    delivery_id,
    attempt,
    outcome: 'delivered',
    response_status: 200,
    response_body: body,
  }));
  await worker.query(`select internal.record_attempts($1, 'w', $2)`, [endpoint, JSON.stringify(attempts)]);
  t.deepEqual(await findPerson(db.admin, person), []);
});

/** Runs the second while the first has done its work and holds its locks; then commits the first. */
async function during<T>(first: (client: pg.PoolClient) => Promise<unknown>, second: () => Promise<T>): Promise<T> {
  const client = await db.admin.connect();
  await client.query('begin');
  await client.query('select internal.act_as($1, $2, $3, $4, $5)', [
    desk.shop.companyId,
    'Owner',
    'staff',
    desk.staffId,
    ['orders.manage'],
  ]);
  await client.query('set local role haat_owner');
  await first(client);
  const result = second();
  result.catch(() => {});
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await db.admin.query(waits)).rows.length === 0);
  await client.query('commit');
  client.release();
  return result;
}

test.serial('an order that comes in during an erasure waits, and is the order of a new customer', async (t) => {
  const person = somebody();
  const { customerId } = await plant(desk, person);
  const order = await during(
    (client) => client.query('select staff.erase_customer($1)', [customerId]),
    () => desk.place([{ sku: 'A', quantity: 1 }], { customer: { phone: person.spelling, full_name: 'New' } }),
  );
  t.not(order.customer_id, customerId);
  t.is(order.customer.full_name, 'New');
});

test.serial('an erasure that comes in during an order waits, and is refused for that order', async (t) => {
  const person = somebody();
  const { customerId } = await plant(desk, person);
  const input = {
    customer: { phone: person.spelling },
    items: [{ sku: 'A', quantity: 1 }],
    store_id: desk.shop.stores[0].id,
  };
  const { code, fields } = await during(
    (client) => client.query('select api.create_order($1)', [input]),
    () => refusalOf(erase(customerId)),
  );
  t.is(code, 'HT101');
  t.regex(fields.customer_id[0], /ORD-/);
});

test.serial(
  'orders and erasures of the same people at once: no deadlock, no erased customer with an order that came later',
  async (t) => {
    const people = [somebody(), somebody(1)];
    const placed = await Promise.all(people.map((person) => plant(desk, person)));
    const states: (string | null)[] = [];
    await Promise.all(
      Array.from({ length: isLong ? 24 : 12 }, async (_, n) => {
        const which = n % 2;
        if (n % 3 === 0) await erase(placed[which]!.customerId).catch(({ code }) => states.push(code));
        else {
          const customer = { phone: people[which]!.spelling, full_name: 'New' };
          const { outcome, result } = await desk.call('create_order', { customer, items: [{ sku: 'A', quantity: 1 }] });
          states.push(outcome.sqlstate);
          if (n % 4 === 1) await desk.call('cancel_order', { id: result.id });
        }
      }),
    );
    t.deepEqual(
      states.filter((state) => state !== null && state !== 'HT101'),
      [],
    );
    const { rows } = await db.admin.query(
      `select o.number from app.orders o join app.customers c on c.id = o.customer_id join app.order_statuses s on s.status = o.status
     where c.erased_at is not null and s.is_open`,
    );
    t.deepEqual(rows, []);
    t.deepEqual(await (isLong ? findBroken : findBrokenBooks)(db.admin), []);
  },
);

test.serial('every column that can hold text is said to be erased or kept', async (t) => {
  const { rows: listed } = await db
    .as('haat_dba')
    .query(`select table_name || '.' || column_name as name from ledger.erasure_columns order by 1`);
  const { rows: standing } = await db.admin.query(
    `select a.attrelid::regclass || '.' || a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace in ('app'::regnamespace, 'internal'::regnamespace, 'gate'::regnamespace)
       and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and format_type(a.atttypid, null) ~ '^(text|character|name|json|bytea|xml|inet|tsvector|extensions)'
     order by 1`,
  );
  t.deepEqual(listed.map(({ name }) => name).sort(), standing.map(({ name }) => name).sort());
});
