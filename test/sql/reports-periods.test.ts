// Periods and windows of the reports, on the store's own calendar.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { Till } from '../helpers/shops/sales.ts';

let db: TestDatabase;
let shop: TestShop;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

const setTimeZone = (name: string) =>
  db.admin.query('update app.stores set timezone = $1 where id = $2', [name, shop.stores[0].id]);

/** Asks for the summary at another moment. */
async function askAt(moment: string, input: object) {
  const offset = Date.parse(moment) - Date.now();
  return callGate(
    db.as('haat_gateway', { options: `-c haat.clock_offset=${offset}ms` }),
    shop.storeKey,
    'get_sales_summary',
    input,
    { bucket: 'read' },
  );
}

const windowAt = async (moment: string, input: object) => {
  const { outcome, result } = await askAt(moment, input);
  return outcome.sqlstate === null ? `${result.from} ${result.to}` : outcome.fields;
};

test.serial('every period is resolved by the store’s clock, month ends and leap days included', async (t) => {
  // In Dhaka the new day begins at 18:00 UTC.
  const before = '2028-02-29T17:59:30Z';
  const after = '2028-02-29T18:00:30Z';
  const cases: [string, string, string][] = [
    ['today', '2028-02-29 2028-02-29', '2028-03-01 2028-03-01'],
    ['yesterday', '2028-02-28 2028-02-28', '2028-02-29 2028-02-29'],
    ['last_7_days', '2028-02-23 2028-02-29', '2028-02-24 2028-03-01'],
    ['last_30_days', '2028-01-31 2028-02-29', '2028-02-01 2028-03-01'],
    ['this_month', '2028-02-01 2028-02-29', '2028-03-01 2028-03-01'],
    ['last_month', '2028-01-01 2028-01-31', '2028-02-01 2028-02-29'],
  ];
  for (const [period, earlier, later] of cases) {
    t.is(await windowAt(before, { period }), earlier, period);
    t.is(await windowAt(after, { period }), later, period);
  }
  t.is(await windowAt('2028-01-01T00:00:00Z', { period: 'last_month' }), '2027-12-01 2027-12-31');
});

test.serial(
  'without a period the window runs from the first of the month to today; either end may be given',
  async (t) => {
    const now = '2026-11-21T12:00:00Z';
    t.is(await windowAt(now, {}), '2026-11-01 2026-11-21');
    t.is(await windowAt(now, { from: '2026-10-05' }), '2026-10-05 2026-11-21');
    t.is(await windowAt(now, { to: '2026-11-05' }), '2026-11-01 2026-11-05');
    t.is(await windowAt(now, { from: '2027-01-01', to: '2027-01-01' }), '2027-01-01 2027-01-01', 'the future is empty');
  },
);

test.serial(
  'windows that end before they begin or hold more than 366 days are refused, by the field at fault',
  async (t) => {
    const now = '2026-11-21T12:00:00Z';
    t.deepEqual(await windowAt(now, { from: '2026-11-22' }), {
      from: ['the window would run from 2026-11-22 to 2026-11-21: from must not be after to'],
    });
    t.deepEqual(await windowAt(now, { to: '2026-10-31' }), {
      to: ['the window would run from 2026-11-01 to 2026-10-31: from must not be after to'],
    });
    t.is(await windowAt(now, { from: '2025-11-21' }), '2025-11-21 2026-11-21', '366 days');
    t.deepEqual(await windowAt(now, { from: '2025-11-20' }), {
      from: ['the window would hold 367 days, at most 366 are allowed'],
    });
    t.deepEqual(await windowAt(now, { to: '2027-11-02' }), {
      to: ['the window would hold 367 days, at most 366 are allowed'],
    });
    t.deepEqual(await windowAt(now, { period: 'today', from: '2026-11-21' }), {
      period: ['cannot be combined with from or to'],
    });
  },
);

test.serial('the previous period is the same number of days right before', async (t) => {
  const previous = async (input: object) => {
    const { result } = await askAt('2026-03-31T12:00:00Z', { ...input, compare: 'previous_period' });
    return `${result.previous_period.from} ${result.previous_period.to}`;
  };
  t.is(await previous({ period: 'today' }), '2026-03-30 2026-03-30');
  t.is(await previous({ period: 'last_7_days' }), '2026-03-18 2026-03-24');
  t.is(await previous({ period: 'this_month' }), '2026-01-29 2026-02-28');
  t.is(await previous({ from: '2026-01-01', to: '2026-01-01' }), '2025-12-31 2025-12-31');
});

test.serial(
  'days of 23, 24 and 25 hours, and one that begins at one o’clock, hold exactly their own deliveries',
  async (t) => {
    const till = new Till(db.admin, shop);
    const goods = await stockVariant(db.admin, shop, { sku: 'HOURS' });
    // Zone, day, its first moment, the first moment after it.
    const days: [string, string, string, string][] = [
      ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
      ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
      ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00Z', '2026-10-04T13:00:00Z'],
      ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
      ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00Z', '2026-06-01T18:15:00Z'],
      ['Asia/Dhaka', '2026-07-01', '2026-06-30T18:00:00Z', '2026-07-01T18:00:00Z'],
    ];
    for (const [zone, day, begins, ends] of days) {
      for (const [moment, millisecond, price] of [
        [begins, -1, 1],
        [begins, 0, 10],
        [ends, -1, 100],
        [ends, 0, 1000],
      ] as const) {
        const deliveredAt = new Date(Date.parse(moment) + millisecond);
        await till.sell({ lines: [{ ...goods, quantity: 1, unitPrice: price }], deliveredAt });
      }
      // Also proves that moving a store to another zone puts its past on the days of that zone.
      await setTimeZone(zone);
      const { result } = await askAt('2026-12-01T00:00:00Z', { from: day, to: day });
      t.like(result, { orders: 2, gross_sales: '110.00', time_zone: zone }, `${zone} ${day}`);
    }
    await setTimeZone('Asia/Dhaka');
  },
);
