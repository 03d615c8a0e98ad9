// A customer who asks for it becomes nobody: no table knows the person any more, and the books stay as they were.
import test from 'ava';
import fc from 'fast-check';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { findBroken } from '../helpers/invariants.ts';
import { doors, findPerson, type Person, plant } from '../helpers/needles.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint } from '../helpers/webhooks.ts';

let db: TestDatabase;
let desk: Desk;
let nth = 0;

test.before(async () => {
  db = await freshDatabase();
  desk = await openDesk(db, await createShop(db.admin));
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
const seal = async () => {
  for (let n = 0; n < 2; n++) await db.as('haat_worker').query(`select internal.seal_history(margin => '0')`);
};
const audit = async () => (await db.as('haat_dba').query('select * from ledger.audit()')).rows;
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

test.serial('who still gets or returns goods keeps the name until then, and the refusal names the orders', async (t) => {
  const person = somebody();
  const { customerId, orderId } = await plant(desk, person);
  const open = await desk.place([{ sku: 'A', quantity: 1 }], { customer: { phone: person.spelling } });
  t.regex((await refusalOf(erase(customerId))).fields.customer_id[0], new RegExp(`${open.number}: deliver or cancel`));
  await desk.move(open.id, 'cancelled');
  const { rows } = await db.admin.query('select id as order_item_id, 1 as quantity from app.order_items where order_id = $1', [orderId]);
  const back = await desk.staff('create_return', { order_id: orderId, lines: rows });
  t.is((await refusalOf(erase(customerId))).code, 'HT101');
  t.true((await findPerson(db.admin, person)).length > 0, 'a refusal erases nothing');
  await desk.staff('receive_return', { return_id: back.id });
  t.like(await erase(customerId), { full_name: 'Erased customer', phone: null, email: null });
});

test.serial('whatever door a person came in by, nothing of them is left, and the audit finds the books as they were', async (t) => {
  const plan = fc.record({
    spelling: fc.nat(spellings.length - 1),
    doors: fc.shuffledSubarray(Object.keys(doors), { minLength: 3, maxLength: 5 }),
    isSealedBefore: fc.boolean(),
  });
  const all = [0, 1, 2].map((spelling): [{ spelling: number; doors: string[]; isSealedBefore: boolean }] => [
    { spelling, doors: Object.keys(doors), isSealedBefore: spelling > 0 },
  ]);
  const erased: Person[] = [];
  await fc.assert(
    fc.asyncProperty(plan, async ({ spelling, doors: chosen, isSealedBefore }) => {
      const person = somebody(spelling);
      const { customerId } = await plant(desk, person);
      for (const door of chosen) await doors[door]!(desk, person, customerId);
      if (isSealedBefore) await seal();
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
    { numRuns: 6, examples: all },
  );
  await seal();
  t.deepEqual(await audit(), []);
  t.deepEqual(await findBroken(db.admin), []);
  t.true(erased.length >= 6);
});
