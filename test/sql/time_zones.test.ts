// Summer time comes and goes at the store, and the sessions and this process live in other time zones: days, numbers
// and times are the store's, and the same for all.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createShop, stockVariant } from '../helpers/shop.ts';

process.env.TZ = 'America/New_York';

let db: TestDatabase;
test.before(async () => {
  db = await borrowDatabase();
});
test.after.always(() => db?.drop());

const zones = ['UTC', 'America/New_York', 'Pacific/Auckland'];

for (const [what, moment, day, first, last] of [
  ['an hour before summer time', '2027-03-28T00:30:00Z', '20270328', '2027-03-28', '2027-03-28'],
  ['an hour after its midnight in summer', '2027-03-28T22:30:00Z', '20270329', '2027-03-29', '2027-03-29'],
  ['in the hour that comes twice', '2027-10-31T01:30:00Z', '20271031', '2027-10-31', '2027-10-31'],
  ['an hour before midnight of a day of 25 hours', '2027-10-31T22:30:00Z', '20271031', '2027-10-31', '2027-10-31'],
] as const) {
  test(`${what}: one day, one number, one document in every time zone`, async (t) => {
    const shop = await createShop(db.admin);
    await db.admin.query(`update app.stores set timezone = 'Europe/Berlin' where company_id = $1`, [shop.companyId]);
    await stockVariant(db.admin, shop, { sku: 'A' });
    const seconds = Math.round((Date.parse(moment) - Date.now()) / 1000);
    const told: unknown[] = [];
    for (const zone of zones) {
      const gateway = db.as('haat_gateway', {
        max: 1,
        options: `-c haat.clock_offset=${seconds}s -c timezone=${zone}`,
      });
      const ask = async (operation: string, input: object, idempotencyKey?: string) => {
        const { outcome, result } = await callGate(gateway, shop.storeKey, operation, input, { idempotencyKey });
        t.is(outcome.sqlstate, null, `${operation} in ${zone}: ${outcome.message}`);
        return result;
      };
      const customer = { phone: '01711111111', full_name: 'Karim Uddin' };
      // The first zone writes it, the others get the stored answer.
      const order = await ask('create_order', { customer, items: [{ sku: 'A', quantity: 1 }] }, 'one');
      t.true(order.number.startsWith(`ORD-${day}-`), order.number);
      const since = new Date(Date.parse(order.updated_at) - 1000).toISOString();
      const found = await ask('list_orders', { updated_after: since });
      t.deepEqual(
        found.data.map(({ id }: { id: string }) => id),
        [order.id],
      );
      await db.admin.query('delete from app.report_cache');
      const report = await ask('get_sales_summary', { period: 'today' });
      t.deepEqual([report.from, report.to], [first, last]);
      // The moment of the question is its own.
      report.cod_outstanding.as_of = null;
      told.push({ order, found, report });
    }
    for (const other of told.slice(1)) t.deepEqual(other, told[0]);
    const { rows } = await db.admin.query('select created_at from app.orders where company_id = $1', [shop.companyId]);
    t.true(Math.abs(rows[0].created_at.getTime() - Date.parse(moment)) < 60_000);
  });
}
