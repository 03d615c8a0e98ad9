import { randomUUID } from 'node:crypto';
import test from 'ava';
import { findBrokenSoFar } from '../../helpers/invariants.ts';
import { runs } from '../../helpers/long.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { stock } from '../../helpers/operations/makers.ts';
import fc from '../../helpers/properties.ts';
import { createShop, holdMinute, stockVariant } from '../../helpers/shop.ts';
import { closeApiShop, db, eventsOf, house, openSoundApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openSoundApiShop);
test.after.always(closeApiShop);

const path = '/inventory/adjustments/batch';
type Line = Record<string, unknown>;

testCommonRules('create_inventory_adjustments', house, {
  async sound(maker) {
    await stock(maker);
    return { lines: [{ location_id: maker.shop.locationId, sku: 'SOAP', quantity_change: -3, reason: 'wet' }] };
  },
  wrong: [
    [{ lines: [] }, 'lines'],
    [{ lines: undefined }, 'lines'],
    [{ lines: Array(501).fill({}) }, 'lines'],
  ],
});

const post = (to: string, body: object) => send('POST', to, body, { idempotencyKey: randomUUID() });

/** Lines at the default location, counted unless they say otherwise. */
const batch = (lines: Line[]) =>
  post(path, { lines: lines.map((line) => ({ location_id: shop.locationId, reason: 'count', ...line })) });

const onHand = async (sku: string) =>
  (
    await db.admin.query(
      `select l.on_hand from app.inventory_levels l join app.variants v on v.id = l.variant_id
       where v.sku = $1 and v.store_id = $2 and l.location_id = $3`,
      [sku, shop.stores[0].id, shop.locationId],
    )
  ).rows[0]?.on_hand;

test('one line that is wrong keeps all from happening, and every wrong line is named', async (t) => {
  const rival = await createShop(db.admin);
  await stockVariant(db.admin, rival, { sku: 'THEIRS' });
  const variants = [];
  for (const sku of ['B-1', 'B-2', 'B-3']) variants.push(await stockVariant(db.admin, shop, { sku, quantity: 10 }));
  const sound = { sku: 'B-1', set_on_hand: 4 };
  const cases: [Line[], number, string, string[]][] = [
    [
      [sound, { sku: 'B-2' }, { sku: 'B-3', quantity_change: -1, type: 'return', reason: ' ' }],
      422,
      'VALIDATION_ERROR',
      ['lines.1.quantity_change', 'lines.2.quantity_change', 'lines.2.reason'],
    ],
    [
      [sound, { sku: 'THEIRS', quantity_change: 1 }, { sku: 'B-3', location_id: rival.locationId, quantity_change: 1 }],
      404,
      'NOT_FOUND',
      ['lines.1.sku', 'lines.2.location_id'],
    ],
    [
      [sound, { sku: 'B-2', set_on_hand: 1 }, { variant_id: variants[0]!.variantId, quantity_change: 1 }],
      422,
      'VALIDATION_ERROR',
      ['lines.2.variant_id'],
    ],
    [
      [sound, { sku: 'B-2', quantity_change: -11 }, { sku: 'B-3', set_on_hand: 1, expected_on_hand: 9 }],
      422,
      'VALIDATION_ERROR',
      ['lines.1.quantity_change', 'lines.2.expected_on_hand', 'lines.2.on_hand'],
    ],
    [
      [sound, { sku: 'B-3', set_on_hand: 1, expected_on_hand: 9 }],
      409,
      'CONFLICT',
      ['lines.1.expected_on_hand', 'lines.1.on_hand'],
    ],
  ];
  for (const [lines, status, code, fields] of cases) {
    const answer = await batch(lines);
    t.deepEqual([answer.status, answer.body.error?.code], [status, code], answer.text);
    t.deepEqual(Object.keys(answer.body.error.fields).sort(), fields);
    t.is(await onHand('B-1'), 10);
  }
  t.regex((await batch(cases[3]![0])).body.error.message, /^lines\.1\.quantity_change: would make .* \(and 1 more\)$/);
});

test('the levels are answered in the order of the lines, with one event each and one reference for all', async (t) => {
  const lines: Line[] = [];
  for (const [n, sku] of ['C-3', 'C-1', 'C-2'].entries()) {
    await stockVariant(db.admin, shop, { sku, quantity: n === 1 ? 0 : 10 });
    lines.push({ sku, set_on_hand: 7 + n });
  }
  // The second location has no level yet; the last line changes nothing.
  lines.push({ sku: 'C-1', location_id: shop.secondLocationId, set_on_hand: 5 }, { ...lines.pop(), set_on_hand: 10 });
  const answer = await batch(lines);
  t.is(answer.status, 201, answer.text);
  t.deepEqual(
    answer.body.data.map((level: Line) => [level.sku, level.on_hand]),
    [
      ['C-3', 7],
      ['C-1', 8],
      ['C-1', 5],
      ['C-2', 10],
    ],
  );
  const ids = answer.body.data.map(({ id }: { id: string }) => id);
  t.deepEqual(await eventsOf(ids[0]), ['inventory.updated', 'inventory.updated'], 'the first stock, and this');
  t.deepEqual(await eventsOf(ids[2]), ['inventory.updated']);
  t.deepEqual(await eventsOf(ids[3]), ['inventory.updated'], 'what changes nothing tells nothing');
  const { rows } = await db.admin.query(
    `select count(*)::int as rows, count(distinct reference_id)::int as ids from app.stock_movements
     where variant_id = any (select variant_id from app.inventory_levels where id = any ($1)) and reason = 'count'`,
    [ids],
  );
  t.deepEqual(rows, [{ rows: 3, ids: 1 }]);
});

test('it counts as one write for every ten lines begun; what does not fit takes nothing, a replay is one', async (t) => {
  const small = await createShop(db.admin, { writes_per_minute: 30 });
  const lines = Array.from({ length: 111 }, (_, n) => ({
    location_id: small.locationId,
    sku: `NONE-${n}`,
    set_on_hand: 1,
    reason: 'count',
  }));
  // Whole minutes: what is compared must be of one.
  const count = (upto: number, idempotencyKey: string) =>
    send('POST', path, { lines: lines.slice(0, upto) }, { key: small.storeKey.key, idempotencyKey });
  const left = (answer: { headers: Headers }) => Number(answer.headers.get('x-ratelimit-remaining'));
  const used = () =>
    db.admin
      .query("select used from gate.rate_windows where key_id = $1 and bucket = 'write'", [small.storeKey.id])
      .then(({ rows }) => rows[0].used);
  await holdMinute(db.admin, small.storeKey);
  const first = await count(111, 'a');
  t.deepEqual([first.status, left(first)], [404, 18], 'twelve of thirty');
  t.is(left(await count(111, 'a')), 17, 'the replay of a refusal is one');
  t.is(left(await count(10, 'b')), 16);
  t.is(left(await count(11, 'c')), 14);
  const full = await count(111, 'd');
  t.is(full.status, 404);
  t.is((await count(111, 'e')).status, 429);
  t.is(await used(), 28, 'what did not fit took nothing');
  const all = Array.from({ length: 500 }, (_, n) => ({ ...lines[0]!, sku: `NONE-${n}` }));
  await db.admin.query('update gate.rate_windows set used = 0 where key_id = $1', [small.storeKey.id]);
  const most = await send('POST', path, { lines: all }, { key: small.storeKey.key, idempotencyKey: 'f' });
  t.deepEqual([most.status, left(most)], [404, 0], '500 lines fit into the minute of the smallest plan');
});

const quantity = fc.integer({ min: 1, max: 20 });
const change = fc.oneof(
  fc.record({ set_on_hand: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ quantity_change: fc.integer({ min: -8, max: 20 }).filter((n) => n !== 0) }),
  fc.record({ quantity_change: quantity, type: fc.constant('return') }),
  fc.record({ quantity_change: quantity.map((n) => -Math.ceil(n / 4)), type: fc.constant('damage') }),
  fc.record({
    quantity_change: quantity,
    type: fc.constant('purchase'),
    unit_cost: fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100),
  }),
);
const line = fc.record({
  at: fc.nat(7),
  change,
  reason: fc.constantFrom('count', 'delivery'),
  threshold: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined, freq: 4 }),
});

test('a batch leaves what its lines leave one by one: levels, costs, ledger, events', async (t) => {
  const maker = own();
  const property = fc.asyncProperty(
    fc.uniqueArray(line, { selector: ({ at }) => at, minLength: 1, maxLength: 8 }),
    async (lines) => {
      const sent = await Promise.all(
        [0, 1].map(async () => {
          const made = await Promise.all(
            [0, 1, 2, 3].map(() => {
              const sku = randomUUID();
              return maker.make('create_product', {
                name: sku,
                variants: [{ sku, name: sku, price: 10, cost_price: 4 }],
              });
            }),
          );
          return lines.map(({ at, change, reason, threshold }) => ({
            variant_id: made[at >> 1].variants[0].id as string,
            location_id: at % 2 ? shop.locationId : shop.secondLocationId,
            ...change,
            reason,
            ...(threshold !== undefined && { low_stock_threshold: threshold }),
          }));
        }),
      );
      const together = await post(path, { lines: sent[0]! });
      const singly: number[] = [];
      for (const body of sent[1]!) singly.push((await post('/inventory/adjustments', body)).status);
      if (singly.some((status) => status !== 201)) return t.is(together.status, 422, together.text);
      t.is(together.status, 201, together.text);
      const [batched, stepped] = await Promise.all(sent.map((rows) => left(rows.map(({ variant_id }) => variant_id))));
      t.deepEqual(batched, stepped);
    },
  );
  await fc.assert(property, { numRuns: runs(25, 8), includeErrorInReport: true });
  t.deepEqual(await findBrokenSoFar(db.admin), []);
});

/** What stands in the books about variants, without ids and times. */
async function left(variantIds: string[]): Promise<unknown> {
  const ids = [...new Set(variantIds)];
  const ask = async (sql: string) => (await db.admin.query(sql, [ids])).rows;
  return {
    levels: await ask(
      `select array_position($1, l.variant_id) as v, l.location_id, l.on_hand, l.reserved, l.last_sequence,
         l.low_stock_threshold, c.average_cost from app.inventory_levels l
       join app.variant_costs c on c.variant_id = l.variant_id where l.variant_id = any ($1) order by 1, 2`,
    ),
    movements: await ask(
      `select array_position($1, variant_id) as v, location_id, sequence, type, quantity_change, on_hand_after, reason,
         reference_type, unit_cost, average_cost_after, actor_name
       from app.stock_movements where variant_id = any ($1) order by 1, 2, 3`,
    ),
    log: await ask(
      `select array_position($1, l.variant_id) as v, l.location_id, a.before, a.after - 'adjustment_id' as after
       from app.activity_log a join app.inventory_levels l on l.id = a.object_id
       where l.variant_id = any ($1) order by 1, 2, a.id`,
    ),
    events: await ask(
      `select array_position($1, l.variant_id) as v, l.location_id, e.type, e.object ->> 'on_hand' as on_hand
       from app.events e join app.inventory_levels l on l.id = e.object_id
       where l.variant_id = any ($1) order by 1, 2, e.sequence`,
    ),
  };
}
