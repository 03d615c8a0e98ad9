import test from 'ava';
import type pg from 'pg';
import type { TestDatabase } from '../../helpers/database.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { asCompany, callGate, createShop, stockVariant, type TestShop } from '../../helpers/shop.ts';
import { argumentsOf } from '../../helpers/staff-inputs.ts';

let db: TestDatabase;
let shop: TestShop;
let rival: TestShop;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  rival = await createShop(db.admin);
});
test.after.always(() => db?.drop());

/** As the staff session does it: inside the fence, as haat_staff. */
async function recount(
  lines: unknown,
  { permissions = ['inventory.manage'], locationId = shop.locationId, reason = 'November count' } = {},
) {
  const staffId = '00000000-0000-7000-8000-00000000beef';
  const [[, body]] = argumentsOf('recount', { location_id: locationId, lines, reason }, permissions) as [
    [string, string],
  ];
  return asCompany(
    db.admin,
    shop.companyId,
    async (client: pg.PoolClient) => {
      await client.query('reset role');
      await client.query('set local role haat_staff');
      const { rows } = await client.query(
        `select v.sku, l.on_hand from staff.recount($1) l join app.variants v on v.id = l.variant_id`,
        [body],
      );
      return rows as { sku: string; on_hand: number }[];
    },
    { id: staffId, name: 'Rina', permissions },
  );
}

const refused = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    const { code, detail } = error as { code: string; detail: string };
    return [code, ...Object.keys((detail && JSON.parse(detail).fields) || {})];
  }
  return [];
};

test('without inventory.manage nothing is counted', async (t) => {
  await stockVariant(db.admin, shop, { sku: 'NO' });
  t.deepEqual(
    await refused(recount([{ sku: 'NO', counted: 1 }], { permissions: ['orders.manage', 'catalog.manage'] })),
    ['HT014'],
  );
});

test('another company has no location and no variant here', async (t) => {
  const { variantId } = await stockVariant(db.admin, rival, { sku: 'THEIRS' });
  await stockVariant(db.admin, shop, { sku: 'OURS' });
  t.deepEqual(await refused(recount([{ sku: 'OURS', counted: 1 }], { locationId: rival.locationId })), [
    'HT100',
    'location_id',
  ]);
  t.deepEqual(await refused(recount([{ variant_id: variantId, counted: 1 }])), ['HT100', 'lines.0']);
  t.deepEqual(
    await refused(
      recount([
        { sku: 'OURS', counted: 1 },
        { sku: 'THEIRS', counted: 1 },
      ]),
    ),
    ['HT100', 'lines.1'],
  );
});

test('lines that say too little or too much are refused, naming the line', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'FORM' });
  await stockVariant(db.admin, shop, { sku: 'TWICE' });
  await stockVariant(db.admin, shop, { sku: 'TWICE', storeId: shop.stores[1].id });
  for (const [lines, field] of [
    [[], 'lines'],
    [{}, 'lines'],
    [[{ counted: 1 }], 'lines.0.variant_id'],
    [[{ variant_id: 'x', counted: 1 }], 'lines.0.variant_id'],
    [[{ sku: 'FORM' }], 'lines.0.counted'],
    [[{ sku: 'FORM', counted: -1 }], 'lines.0.counted'],
    [[{ sku: 'FORM', counted: 1.5 }], 'lines.0.counted'],
    [[{ sku: 'FORM', counted: '3' }], 'lines.0.counted'],
    [[{ sku: 'TWICE', counted: 1 }], 'lines.0.sku'],
    [
      [
        { sku: 'FORM', counted: 1 },
        { variant_id: variantId, counted: 1 },
      ],
      'lines.',
    ],
  ] as const) {
    const [code, name] = await refused(recount(lines));
    t.is(code, 'HT008', JSON.stringify(lines));
    t.true(name?.startsWith(field), `${name} for ${JSON.stringify(lines)}`);
  }
  t.deepEqual(await refused(recount([{ sku: 'FORM', counted: 1 }], { reason: ' ' })), ['HT008', 'reason']);
});

test('differences are booked as new rows under one count, what matches is left alone', async (t) => {
  const less = await stockVariant(db.admin, shop, { sku: 'LESS' });
  const more = await stockVariant(db.admin, shop, { sku: 'MORE' });
  const same = await stockVariant(db.admin, shop, { sku: 'SAME' });
  const never = await stockVariant(db.admin, shop, { sku: 'NEVER', quantity: 0 });
  const levels = await recount([
    { sku: 'NEVER', counted: 2 },
    { sku: 'LESS', counted: 97 },
    { variant_id: more.variantId, counted: 105 },
    { sku: 'SAME', counted: 100 },
  ]);
  t.deepEqual(Object.fromEntries(levels.map(({ sku, on_hand }) => [sku, on_hand])), {
    NEVER: 2,
    LESS: 97,
    MORE: 105,
    SAME: 100,
  });
  const { rows } = await db.admin.query(
    `select sku, type, quantity_change, reason, actor_type, actor_name, reference_id from app.stock_movements where reason = 'November count' and variant_id = any ($1) order by sku`,
    [[less, more, same, never].map(({ variantId }) => variantId)],
  );
  t.deepEqual(
    rows.map(({ sku, quantity_change }) => [sku, quantity_change]),
    [
      ['LESS', -3],
      ['MORE', 5],
      ['NEVER', 2],
    ],
  );
  t.is(new Set(rows.map((row) => row.reference_id)).size, 1);
  t.true(rows.every((row) => row.type === 'adjustment' && row.actor_type === 'staff' && row.actor_name === 'Rina'));
  const { rows: losses } = await db
    .as('haat_dba')
    .query('select quantity, amount from ledger.losses where variant_id = $1', [less.variantId]);
  t.deepEqual(losses, [{ quantity: 3, amount: '150.00' }]);
});

test('less than what orders hold cannot be counted away: the whole count is refused', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'HELD' });
  const free = await stockVariant(db.admin, shop, { sku: 'FREE' });
  await callGate(
    db.as('haat_gateway'),
    shop.storeKey,
    'create_order',
    { customer: { phone: '01712345678', full_name: 'Rahim' }, items: [{ sku: 'HELD', quantity: 4 }] },
    { idempotencyKey: 'held' },
  );
  t.deepEqual(
    await refused(
      recount([
        { sku: 'FREE', counted: 1 },
        { sku: 'HELD', counted: 3 },
      ]),
    ),
    ['HT008', 'lines.1.counted'],
  );
  const { rows } = await db.admin.query('select on_hand from app.inventory_levels where variant_id = any ($1)', [
    [variantId, free.variantId],
  ]);
  t.deepEqual(rows, [{ on_hand: 100 }, { on_hand: 100 }]);
});
