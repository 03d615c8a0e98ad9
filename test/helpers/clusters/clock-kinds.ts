// Everything that is measured in time, and what must hold of it when the clock is set. A kind arranges something, the clock
// is set, and then it tells what gave way.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { callGate, createKey, createShop, insert, stockVariant, type TestShop } from '../shop.ts';
import { createEndpoint } from '../webhooks.ts';

export type Direction = 'forward' | 'back' | 'smear';

export interface ClockHouse {
  /** As superuser. */
  admin: pg.Pool;
  /** As a login. */
  as(role: string): pg.Pool;
}

/** What gave way, a sentence each. */
type Check = (direction: Direction, seconds: number) => Promise<string[]>;
interface Kind {
  name: string;
  begin(house: ClockHouse): Promise<Check>;
}

/** The sentences that are not true. */
const untrue = (sentences: Record<string, boolean>): string[] =>
  Object.entries(sentences).flatMap(([sentence, holds]) => (holds ? [] : [`not so: ${sentence}`]));

// biome-ignore lint/suspicious/noExplicitAny: a row is of every shape
const one = async (pool: pg.Pool, sql: string, values: unknown[] = []): Promise<any> =>
  (await pool.query(sql, values)).rows[0];

async function call({ as }: ClockHouse, shop: TestShop, operation: string, input: object, idempotencyKey?: string) {
  const { outcome, result } = await callGate(as('haat_gateway'), shop.storeKey, operation, input, { idempotencyKey });
  if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.sqlstate} ${outcome.message}`);
  return { outcome, result };
}

/** The last part of an order's number. The date before it is that of the store's calendar, which goes back with the clock. */
const sequenceOf = ({ result }: Awaited<ReturnType<typeof call>>) => Number((result.number as string).split('-')[2]);

const customer = { phone: '01711111111', full_name: 'Karim Uddin' };
const orderOf = (sku: string) => ({ customer, items: [{ sku, quantity: 1 }] });

export const kinds: Kind[] = [
  {
    name: 'rate limits',
    // Backwards no quota is given twice, and no key waits longer than a minute.
    async begin(house) {
      const shop = await createShop(house.admin, { writes_per_minute: 3 });
      const admit = async (offset = '0') => {
        const client = await house.admin.connect();
        try {
          await client.query(`select set_config('haat.clock_offset', $1, false)`, [offset]);
          return (
            await client.query(
              `select a.sqlstate, a.retry_after, floor(extract(epoch from internal.now()) / 60)::int as minute
               from gate.admit($1, '{}', 'write', 1) a`,
              [shop.storeKey.hash],
            )
          ).rows[0];
        } finally {
          client.release(true);
        }
      };
      const first = await admit();
      for (let n = 1; n < 3; n++) await admit();
      return async (direction) => {
        const next = await admit();
        const later = await admit('60 s');
        if (direction === 'forward') return untrue({ 'a new minute has its quota': next.sqlstate === null });
        return untrue({
          'the quota is used up': next.sqlstate === 'HT005' || (direction === 'smear' && next.minute !== first.minute),
          'the wait ends with the minute': next.retry_after === null || next.retry_after <= 60,
          'the next minute has its quota': later.sqlstate === null,
        });
      };
    },
  },
  {
    name: 'keys and sessions',
    // They end by the clock, and nothing of what it showed stays.
    async begin({ admin }) {
      const shop = await createShop(admin);
      const { hash } = await createKey(admin, shop.companyId, {
        row: { expires_at: (await one(admin, `select internal.now() + interval '1 minute' as at`)).at },
      });
      const staffId = await insert(admin, 'staff', {
        company_id: shop.companyId,
        email: `${randomUUID()}@example.com`,
        full_name: 'Rina Akter',
      });
      const token = createHash('sha256').update(randomBytes(20)).digest();
      await admin.query(
        `insert into app.staff_sessions (company_id, staff_id, token_hash, expires_at, created_at)
         values ($1, $2, $3, internal.now() + interval '1 minute', internal.now())`,
        [shop.companyId, staffId, token],
      );
      return async (direction, seconds) => {
        const key = await one(admin, 'select (gate.find_key($1)).sqlstate', [hash]);
        const session = await one(admin, 'select count(*)::int as found from internal.find_session($1)', [token]);
        const isOver = direction === 'forward' && seconds > 60;
        return untrue({
          'the key ends at its time': key.sqlstate === (isOver ? 'HT003' : null),
          'the session ends at its time': session.found === (isOver ? 0 : 1),
        });
      };
    },
  },
  {
    name: 'idempotency',
    async begin(house) {
      const shop = await createShop(house.admin);
      await stockVariant(house.admin, shop, { sku: 'A' });
      const first = await call(house, shop, 'create_order', orderOf('A'), 'again');
      const before = await call(house, shop, 'create_order', orderOf('A'));
      return async () => {
        await house.as('haat_worker').query('select internal.clean_up_idempotency_keys()');
        const again = await call(house, shop, 'create_order', orderOf('A'), 'again');
        const after = await call(house, shop, 'create_order', orderOf('A'));
        return untrue({
          'a retry gets the stored answer': again.outcome.replayed && again.result.id === first.result.id,
          'the sequence of order numbers rises': sequenceOf(after) > sequenceOf(before),
        });
      };
    },
  },
  {
    name: 'sync',
    // A client that asks for what changed since the latest change that it saw, less a minute, misses nothing.
    async begin(house) {
      const shop = await createShop(house.admin);
      const ids: string[] = [];
      for (const sku of ['A', 'B']) ids.push((await stockVariant(house.admin, shop, { sku })).productId);
      await call(house, shop, 'update_product', { id: ids[0], name: 'Seen' });
      const seen = new Map<string, string>();
      const list = async (input: object) => {
        const { result } = await call(house, shop, 'list_products', input);
        return result.data as { id: string; created_at: string; updated_at: string }[];
      };
      for (const { id, updated_at } of await list({})) seen.set(id, updated_at);
      const latest = Math.max(...[...seen.values()].map((time) => Date.parse(time)));
      return async () => {
        await call(house, shop, 'update_product', { id: ids[1], name: 'Changed' });
        ids.push((await stockVariant(house.admin, shop, { sku: 'C' })).productId);
        const found = await list({ updated_after: new Date(latest - 60_000).toISOString() });
        const { rows: events } = await house.admin.query(
          `select object_id from app.events where company_id = $1 and type in ('product.created', 'product.updated')
           order by sequence`,
          [shop.companyId],
        );
        const sequence = events.map((row) => row.object_id as string);
        return untrue({
          'what changed since is found': ids.slice(1).every((id) => found.some((row) => row.id === id)),
          'updated_at of a row never runs back': found.every(
            (row) => row.updated_at >= (seen.get(row.id) ?? '') && row.updated_at >= row.created_at,
          ),
          'events are told in the order of their numbers':
            sequence.lastIndexOf(ids[0]!) < sequence.lastIndexOf(ids[1]!) &&
            sequence.lastIndexOf(ids[1]!) < sequence.indexOf(ids[2]!),
        });
      };
    },
  },
  {
    name: 'reports',
    async begin(house) {
      const shop = await createShop(house.admin);
      const ask = async () =>
        (await callGate(
          house.as('haat_gateway'),
          shop.storeKey,
          'get_sales_summary',
          { period: 'today' },
          { bucket: 'read' },
        )) as unknown as { outcome: { headers: Record<string, string> }; result: { period: { from: string } } };
      await ask();
      return async () => {
        const { outcome, result } = await ask();
        const { today } = await one(
          house.admin,
          `select (clock_timestamp() at time zone 'Asia/Dhaka')::date::text as today`,
        );
        const age = Number(outcome.headers.Age);
        return untrue({
          'an answer is no older than five minutes and not of a time to come': age >= 0 && age < 300,
          'today is the day of the clock': JSON.stringify(result).includes(today),
        });
      };
    },
  },
  {
    name: 'webhooks',
    // What is due stays due, and a retry waits as long as its step says.
    async begin({ admin, as }) {
      await admin.query(`update internal.deployment set outbound_allow = '[{"range": "127.0.0.0/8"}]'`);
      const shop = await createShop(admin);
      const { endpoint_id } = await createEndpoint({ admin }, shop, 'https://hooks.example.com/');
      const worker = as('haat_worker');
      const report = () => worker.query(`select internal.report_worker('watch')`);
      const claim = async (most: number) =>
        (await worker.query(`select * from internal.claim_deliveries($1, 'watch', $2)`, [endpoint_id, most])).rows;
      const record = (claimed: { delivery_id: string; attempt: number }[], more: object) =>
        worker.query(`select internal.record_attempts($1, 'watch', $2)`, [
          endpoint_id,
          JSON.stringify(
            claimed.map(({ delivery_id, attempt }) => ({ delivery_id, attempt, duration_ms: 5, ...more })),
          ),
        ]);
      const emit = () =>
        admin.query(`select internal.act_as($1), internal.emit_event($2, 'order.updated', uuidv7(), '{"note": "x"}')`, [
          shop.companyId,
          shop.stores[0].id,
        ]);
      await report();
      await emit();
      await record(await claim(1), { outcome: 'rejected', response_status: 503 });
      await emit();
      return async (direction) => {
        await report();
        const due = await claim(10);
        const wait = (
          await one(
            admin,
            `select extract(epoch from max(next_attempt_at) - internal.now())::float as wait
             from app.webhook_deliveries where endpoint_id = $1 and status = 'pending'`,
            [endpoint_id],
          )
        ).wait as number | null;
        const { late } = await one(
          admin,
          `select count(*)::int as late from graphile_worker.jobs
           where task_identifier = 'webhook__deliver' and run_at > clock_timestamp() + interval '10 s'`,
        );
        await record(due, { outcome: 'delivered', response_status: 200 });
        await admin.query(
          `update app.webhook_deliveries set status = 'delivered', finished_at = now(), next_attempt_at = null
          where endpoint_id = $1 and status = 'pending'`,
          [endpoint_id],
        );
        return untrue({
          // What fell due within the part of a second may wait for that part.
          'a new delivery is due': direction === 'smear' || due.some(({ attempt }) => attempt === 1),
          'a retry waits its seconds': direction === 'forward' ? due.length === 2 : wait === null || wait <= 10,
          'its job does not wait longer': late === 0,
        });
      };
    },
  },
  {
    name: 'jobs and timers',
    // A living worker keeps its jobs, a dead one loses them, what is due runs, and timers are entered again.
    async begin({ admin, as }) {
      const tag = randomUUID();
      const [alive, dead, other] = ['alive', 'dead', 'other'].map((name) => `${name} ${tag}`);
      const report = async (id: string) =>
        (await one(as('haat_worker'), 'select internal.report_worker($1) as freed', [id])).freed as number;
      for (const id of [alive!, dead!, other!]) await report(id);
      const add = async (key: string) =>
        (await one(admin, `select (graphile_worker.add_job('some task', job_key => $1)).id`, [`${key} ${tag}`])).id;
      const [due, timer] = [await add('due'), await add('timer')];
      await admin.query(
        `insert into internal.entered_timers (identifier, known_since, last_execution) values ($1, now(), now())`,
        [`timer ${tag}`],
      );
      return async () => {
        await report(other!);
        // The jobs of a worker that is struck off are freed.
        const isKept =
          (await one(admin, 'select count(*)::int from internal.workers where id = $1', [alive])).count === 1;
        await report(alive!);
        await report(other!);
        const late = await one(
          admin,
          `select bool_or(run_at > clock_timestamp() + interval '1 s') as late from graphile_worker.jobs where id = any ($1)`,
          [[due, timer]],
        );
        const cron = await one(
          admin,
          `select last_execution <= clock_timestamp() + interval '90 s' as free
           from internal.entered_timers where identifier = $1`,
          [`timer ${tag}`],
        );
        // The silence of the dead one, without waiting for it.
        await admin.query(`update internal.workers set seen_at = seen_at - interval '31 s' where id = $1`, [dead]);
        await report(other!);
        const { count } = await one(admin, 'select count(*)::int from internal.workers where id = $1', [dead]);
        await admin.query('select graphile_worker.complete_jobs($1)', [[due, timer]]);
        await admin.query('delete from internal.entered_timers where identifier = $1', [`timer ${tag}`]);
        await admin.query('delete from internal.workers where id = any ($1)', [[alive, other]]);
        return untrue({
          'a living worker keeps its jobs': isKept,
          'what was due stays due': late.late === false,
          'timers are entered': cron.free === true,
          'a dead worker is noticed': count === 0,
        });
      };
    },
  },
  {
    name: 'lapses',
    // An unpaid order ends after its hours and not before.
    async begin(house) {
      const shop = await createShop(house.admin);
      const [store] = shop.stores;
      await house.admin.query('update app.stores set unpaid_order_hours = 3 where id = $1', [store.id]);
      await stockVariant(house.admin, shop, { sku: 'A' });
      const { result } = await call(house, shop, 'create_order', orderOf('A'));
      await house.admin.query(`update app.orders set source = 'storefront', payment_method_id = $2 where id = $1`, [
        result.id,
        store.paymentMethods.card,
      ]);
      const statusAt = async (offset: string) => {
        const client = await house.admin.connect();
        try {
          await client.query(`select set_config('haat.clock_offset', $1, false)`, [offset]);
          await client.query('select internal.cancel_unpaid_orders()');
          return (await client.query('select status from app.orders where id = $1', [result.id])).rows[0].status;
        } finally {
          client.release(true);
        }
      };
      return async () =>
        untrue({
          'it is open until its hours are over': (await statusAt('0')) === 'pending',
          'it ends when they are over': (await statusAt('6 hours')) === 'cancelled',
        });
    },
  },
  {
    name: 'leases',
    // What a process that died has leased is free again within the time of a lease.
    async begin({ admin }) {
      const shop = await createShop(admin);
      const start = async () =>
        (await one(admin, 'select gate.start_image_call($1, 60) as found', [shop.storeKey.hash])).found;
      await start();
      await start();
      const refused = await start();
      return async (direction) => {
        const next = await start();
        return untrue({
          'two at a time': refused.sqlstate === 'HT005',
          'a slot is free again': next.lease !== undefined || direction === 'smear',
        });
      };
    },
  },
  {
    name: 'seals',
    // More of the history is written; what is sealed is looked at when the clock has moved on.
    async begin(house) {
      const shop = await createShop(house.admin);
      await stockVariant(house.admin, shop, { sku: 'A' });
      await call(house, shop, 'create_order', orderOf('A'));
      const seal = () => house.as('haat_worker').query(`select internal.seal_history(margin => '0')`);
      await seal();
      await seal();
      return async () => {
        await call(house, shop, 'create_order', orderOf('A'));
        await seal();
        await seal();
        const { rows } = await house.as('haat_dba').query('select log, problem from ledger.verify_history()');
        return rows.map(({ log, problem }) => `${log}: ${problem}`);
      };
    },
  },
];
