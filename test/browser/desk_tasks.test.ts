// The eleven commonest tasks of a shop, each by keyboard alone and by touch alone, in English and in Bengali. What a person does is
// counted: how much a task takes stands in the guide of the desk.
import test from 'ava';
import type { Browser, Locator, Page } from 'playwright-core';
import { beginTask, taskIsDone } from '../helpers/acts.ts';
import { browserTest, executablePath, launch, longBrowserTest } from '../helpers/browser.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { Hands, type Means, nameOf } from '../helpers/hands.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { visit } from '../helpers/pages.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, startStaff } from '../helpers/staff.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows are of every shape
type Row = any;

let db: TestDatabase;
let shop: TestShop;
let orders: Desk;
let desk: StaffDesk;
let browser: Browser | undefined;
let placed = 0;
test.before(async () => {
  if (!executablePath) return;
  db = await borrowDatabase();
  desk = await startStaff(db);
  browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await desk?.stop();
  await db?.drop();
});

/** A shop of its own, so that a list has what the task is about and no more. */
async function openShop(): Promise<void> {
  shop = await createShop(db.admin);
  orders = await openDesk(db, shop);
  await stockVariant(db.admin, shop, { sku: 'SAREE', price: 1500, quantity: 50 });
}
const place = async (...way: string[]): Promise<Row> => {
  const customer = { phone: `0181${String(1000000 + placed++)}`, full_name: `Karim ${placed}` };
  const shipping_address = { address_line: 'House 7', city: 'Dhaka' };
  const order = await orders.place([{ sku: 'SAREE', quantity: 2 }], {
    customer,
    shipping_address,
    shipping_charge: 60,
  });
  await orders.move(order.id, ...way);
  return { ...order, customer };
};
const send = async (): Promise<Row> => {
  const order = await place('confirmed');
  const parcel = await orders.staff('book_parcel', { order_id: order.id, courier_id: orders.couriers.reporting });
  await orders.staff('record_parcel_pickup', { parcel_id: parcel.id });
  return { ...order, parcel };
};
const deliver = async (): Promise<Row> => {
  const order = await send();
  await orders.staff('record_parcel_delivered', { parcel_id: order.parcel.id });
  return order;
};
const one = async (sql: string, ...values: unknown[]): Promise<Row> => (await db.admin.query(sql, values)).rows[0];
const statusOf = async ({ id }: Row): Promise<string> => (await orders.order(id)).status;

type Told = {
  page: Page;
  hands: Hands;
  /** What is called so, in the language of the page. */
  button: (text: string, values?: Record<string, string>) => Locator;
  field: (text: string) => Locator;
  inDialog: { button: (text: string) => Locator; field: (text: string) => Locator };
  goods: string;
};
type Task = {
  name: string;
  most: number;
  /** What was there before; gives the page where it begins. */
  before: () => Promise<{ at: string; order?: Row }>;
  does: (told: Told, order: Row) => Promise<void>;
  /** Whether it is done, in the database. */
  isDone: (order: Row) => Promise<boolean>;
};

const pageOf = async (order: Row) => ({ at: `/orders/${order.id}`, order });
/** What may be done with an order: what is seldom done stands under More. */
async function next({ hands, button, page }: Told, name: string): Promise<void> {
  const act = page.locator('.acts-now').locator(button(name)).first();
  await page.locator('.acts-now button').first().waitFor();
  if (!(await act.isVisible())) await hands.press(page.locator('.acts-now [aria-expanded="false"]'));
  await hands.press(act);
}

const tasks: Task[] = [
  {
    name: 'take a new order',
    most: 10,
    before: async () => ({ at: '/orders/new' }),
    async does({ page, hands, field, button }) {
      await hands.type(field('Phone number'), '01912345678');
      await hands.type(field('Name'), 'Salma Akhter');
      await hands.type(field('House, road, village'), 'House 5');
      await hands.type(field('District'), 'Dhaka');
      await hands.type(field('Find or scan a product'), 'saree');
      const found = page.getByRole('option', { name: /SAREE/ });
      await found.waitFor();
      if (hands.means === 'touch') await hands.press(found);
      else await page.keyboard.press('Enter');
      await field('Quantity of {name}').waitFor();
      await hands.press(button('Place the order'));
      await page.getByRole('heading', { name: /ORD-/ }).first().waitFor();
    },
    isDone: async () =>
      (await one(`select count(*)::int as n from app.orders where company_id = $1`, shop.companyId)).n === 1,
  },
  {
    name: 'confirm five orders',
    most: 3,
    async before() {
      for (let n = 0; n < 5; n++) await place();
      return { at: '/orders?stage=new' };
    },
    async does({ page, hands, button }) {
      await hands.press(page.locator('.order-row input').first());
      await hands.press(button('Choose all found'));
      await page.locator('.order-row input:checked').nth(4).waitFor();
      await hands.press(page.locator('.many').locator(button('Confirm')));
      await page.locator('.results [data-state="done"]').nth(4).waitFor();
    },
    isDone: async () =>
      (
        await one(
          `select count(*)::int as n from app.orders where company_id = $1 and status = 'confirmed'`,
          shop.companyId,
        )
      ).n === 5,
  },
  {
    name: 'pack and book',
    most: 5,
    async before() {
      const order = await place('confirmed');
      return { at: `/packing?order=${order.id}`, order };
    },
    async does({ page, hands, button, field, goods }) {
      for (const _ of [1, 2]) await hands.press(page.getByRole('button', { name: goods }).first());
      await hands.choose(field('Courier'), 'Padma Express');
      await hands.type(field('Tracking code'), 'PX-1');
      await hands.press(button('Book the parcel'));
      await page.getByText('Padma Express').first().waitFor();
    },
    isDone: async (order) => (await orders.parcel(order.id))?.status === 'booked',
  },
  {
    name: 'hand over to a courier',
    most: 2,
    async before() {
      const order = await place('confirmed');
      await orders.staff('book_parcel', { order_id: order.id, courier_id: orders.couriers.reporting });
      return { at: '/packing/hand-over', order };
    },
    async does({ page, hands }) {
      await hands.press(page.locator('.toolbar input[type=checkbox]'));
      await hands.press(page.locator('.toolbar .acts button').last());
      await page.locator('.notice[role=status]').waitFor();
    },
    isDone: async (order) => (await statusOf(order)) === 'in_transit',
  },
  {
    name: 'delivered, and its cash paid out',
    most: 6,
    before: async () => pageOf(await send()),
    async does(told) {
      const { page, hands, inDialog } = told;
      await next(told, 'Parcel delivered');
      await page.locator('dialog[open], .order-head [data-code="delivered"]').first().waitFor();
      if (await page.locator('dialog[open]').count()) await hands.press(inDialog.button('Parcel delivered'));
      await page.locator('.order-head [data-code="delivered"]').first().waitFor();
      await next(told, 'Courier paid out');
      await inDialog.button('Courier paid out').waitFor();
      await hands.press(inDialog.button('Courier paid out'));
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    },
    isDone: async (order) => Number((await orders.order(order.id)).due_amount) === 0,
  },
  {
    name: 'take a return of a customer',
    most: 6,
    before: async () => pageOf(await deliver()),
    async does(told) {
      const { page, hands, inDialog, goods } = told;
      await next(told, 'Customer gives back');
      await hands.press(page.getByRole('dialog').getByRole('button', { name: goods }).first());
      await hands.press(inDialog.button('Customer gives back'));
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      await next(told, 'Receive the return');
      await hands.press(inDialog.button('Receive the return'));
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    },
    isDone: async (order) =>
      (await one('select received_at is not null as is_there from app.returns where order_id = $1', order.id))
        ?.is_there,
  },
  {
    name: 'give money back',
    most: 4,
    async before() {
      const payment = { payment_method_id: shop.stores[0].paymentMethods.card, amount: 3060 };
      const order = await orders.place([{ sku: 'SAREE', quantity: 2 }], { shipping_charge: 60, payment });
      await orders.move(order.id, 'cancelled');
      return pageOf(order);
    },
    async does(told) {
      const { page, hands, inDialog } = told;
      await next(told, 'Give money back');
      await hands.type(inDialog.field('Transaction id'), 'RF-1');
      await hands.press(inDialog.button('Give money back'));
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    },
    isDone: async (order) => Number((await orders.order(order.id)).refunded_amount) === 3060,
  },
  {
    name: 'change a price',
    most: 3,
    async before() {
      const { product_id } = await one('select product_id from app.variants where store_id = $1', shop.stores[0].id);
      return { at: `/products/${product_id}` };
    },
    async does({ page, hands, field, button }) {
      await hands.type(field('Price').first(), '1650');
      await hands.press(button('Save').first());
      await page.locator('.toasts').getByText(/./).first().waitFor();
    },
    isDone: async () =>
      (await one('select price from app.variants where store_id = $1', shop.stores[0].id)).price === '1650.00',
  },
  {
    name: 'change stock',
    most: 3,
    async before() {
      const { id } = await one('select id from app.variants where store_id = $1', shop.stores[0].id);
      return { at: `/stock/${id}` };
    },
    async does({ page, hands, button, inDialog }) {
      await hands.press(button('Adjust'));
      await hands.type(inDialog.field('How many are there?'), '42');
      await hands.press(inDialog.button('Adjust the stock'));
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    },
    isDone: async () =>
      (await one('select on_hand from app.inventory_levels where store_id = $1', shop.stores[0].id)).on_hand === 42,
  },
  {
    name: "find a customer's order by the phone",
    most: 4,
    before: async () => ({ at: '/orders/new', order: await place() }),
    async does({ page, hands, field, button }, order) {
      if (hands.means === 'keyboard') await page.keyboard.press('Control+k');
      else {
        await hands.press(button('More').first());
        await hands.press(page.getByRole('link', { name: nameOf('Find anything', languageOf(page)) }));
      }
      await hands.type(field('Find anything').or(page.getByRole('searchbox')).first(), order.customer.phone);
      const found = page.getByRole('link', { name: order.number });
      await found.waitFor();
      if (hands.means === 'keyboard') await page.keyboard.press('Enter');
      else await hands.press(found);
      await page.locator('.order-head').waitFor();
    },
    isDone: async () => true,
  },
  {
    name: 'edit an order',
    most: 3,
    before: async () => pageOf(await place('confirmed')),
    async does({ page, hands, button }) {
      await hands.press(button('Edit order').first());
      const quantity = page.locator('.order-lines li').getByRole('textbox').first();
      await hands.type(quantity, '3');
      await hands.press(button('Save the changes'));
      await quantity.waitFor({ state: 'detached' });
    },
    isDone: async (order) =>
      (await one('select quantity from app.order_items where order_id = $1', order.id)).quantity === 3,
  },
];

const languages = new Map<Page, 'en' | 'bn'>();
const languageOf = (page: Page) => languages.get(page)!;

// A commit's run takes one: that of the counter is by keyboard alone, too, in desk_counter.test.ts.
for (const [means, screen, language, always] of [
  ['keyboard', 'desk', 'en', undefined],
  ['touch', 'phone', 'en', undefined],
  ['touch', 'phone', 'bn', 'give money back'],
  ['keyboard', 'desk', 'bn', undefined],
] as const satisfies [Means, 'desk' | 'phone', 'en' | 'bn', string | undefined][])
  for (const task of tasks) {
    const run = task.name === always ? browserTest : longBrowserTest;
    run(`${task.name}: by ${means} alone, ${language}`, async (t) => {
      t.timeout(120_000);
      await openShop();
      const { at, order } = await task.before();
      const house = { browser: browser!, desk, db, companyId: shop.companyId };
      const { page, problems, close } = await visit(house, at, { screen, language });
      languages.set(page, language);
      const hands = new Hands(page, means);
      const of = (scope: Page | Locator) => ({
        button: (text: string, values = {}) => scope.getByRole('button', { name: nameOf(text, language, values) }),
        field: (text: string) => scope.getByLabel(nameOf(text, language)),
      });
      await beginTask(page);
      await task.does({ page, hands, ...of(page), inDialog: of(page.getByRole('dialog')), goods: 'SAREE' }, order);
      await taskIsDone(t, page, `${task.name}, by ${means}, ${language}`, task.most, hands.walked);
      t.true(await task.isDone(order));
      t.deepEqual(problems, []);
      await close();
    });
  }
