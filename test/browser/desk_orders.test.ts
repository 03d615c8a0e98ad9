// The pages of orders: what waits today, the list and its many ways in, and one order from the call to the return, by clicks
// and keys as people make them.
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { beginTask, taskIsDone } from '../helpers/acts.ts';
import { browserTest, executablePath, launch, longBrowserTest } from '../helpers/browser.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { inTurns, isLong } from '../helpers/long.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { follow, hears, visit } from '../helpers/pages.ts';
import { drawn } from '../helpers/servers/image-server.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { hire, openSession, type StaffDesk, startStaff } from '../helpers/staff.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows and documents are of every shape
type Row = any;
type DOMRectLike = { top: number; height: number };

let db: TestDatabase;
let shop: TestShop;
let orders: Desk;
let desk: StaffDesk;
let browser: Browser | undefined;
test.before(async () => {
  if (!executablePath) return;
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'SAREE', price: 1500, quantity: 500 });
  await stockVariant(db.admin, shop, { sku: 'MUG', price: 250, quantity: 500 });
  orders = await openDesk(db, shop);
  desk = await startStaff(db);
  browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await desk?.stop();
  await db?.drop();
});

const house = () => ({ browser: browser!, desk, db, companyId: shop.companyId });
const people = ['Karim Uddin', 'Nasrin Akter', 'Rahim Sheikh', 'Salma Khatun', 'Jamal Hossain'];
let placed = 0;

/** An order of a customer of its own, with two sarees and a mug. */
async function place(more: object = {}): Promise<Row> {
  const n = placed++;
  return orders.place(
    [
      { sku: 'SAREE', quantity: 2 },
      { sku: 'MUG', quantity: 1 },
    ],
    {
      customer: { phone: `0171${String(1000000 + n)}`, full_name: `${people[n % people.length]} ${n}` },
      shipping_address: { address_line: 'House 7, Road 3, Dhanmondi', city: n % 2 ? 'Chattogram' : 'Dhaka' },
      shipping_charge: 60,
      ...more,
    },
  );
}

const row = (page: Page, order: Row) => page.locator(`[data-id="${order.id}"]`);
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const statusOf = async (order: Row) => (await orders.order(order.id)).status;
/** Presses what may be done next; what is done seldom stands under More. */
async function pressNext(page: Page, name: string): Promise<void> {
  const next = card(page, 'What next?');
  const button = next.getByRole('button', { name: new RegExp(`^${name}`) });
  await next.waitFor();
  if (!(await button.isVisible())) await showMore(page);
  await button.click();
}
const showMore = async (page: Page) => {
  const more = card(page, 'What next?').getByRole('button', { name: 'More', expanded: false });
  if (await more.isVisible()) await more.click();
};
/** Waits until the head of the order's page shows a status. */
const shows = (page: Page, code: string) => page.locator(`.order-head [data-code="${code}"]`).first().waitFor();

browserTest('the list is searched, filtered, walked by keys, and worked on many at once', async (t) => {
  t.timeout(240_000);
  const some: Row[] = [];
  for (let n = 0; n < 6; n++) some.push(await place());
  const { page, problems, faults, close } = await visit(house(), '/orders');
  await row(page, some[0]).waitFor();

  // Fourteen orders on a screen of 1280 x 800, tabs that fit, and a menu that fits 700 px.
  const { top, height } = (await page.evaluate(
    `document.querySelector('.order-row').getBoundingClientRect().toJSON()`,
  )) as DOMRectLike;
  t.true(top + 14 * height <= 800, `${top} + 14 x ${height}`);
  t.true(
    (await page.evaluate(
      `document.querySelector('.tabs').scrollWidth <= document.querySelector('.tabs').clientWidth`,
    )) as boolean,
  );
  await page.setViewportSize({ width: 1280, height: 700 });
  const menu = (await page.evaluate(`document.querySelector('.places').scrollHeight`)) as number;
  t.true(menu <= 700, String(menu));
  await page.setViewportSize({ width: 1280, height: 800 });

  // By part of the phone, by name, by number: the address keeps it.
  const search = page.getByRole('searchbox');
  await page.keyboard.press('/');
  await page.keyboard.type('+880 171-1000 003');
  await row(page, some[0]).waitFor({ state: 'detached' });
  await row(page, some[3]).waitFor();
  t.is(new URL(page.url()).searchParams.get('q'), '+880 171-1000 003');
  await search.fill(some[2].number.slice(-4));
  await row(page, some[2]).waitFor();
  await search.fill('');
  await row(page, some[0]).waitFor();

  // Filters.
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('District').fill('chattogram');
  await row(page, some[0]).waitFor({ state: 'detached' });
  await row(page, some[1]).waitFor();
  t.is(new URL(page.url()).searchParams.get('district'), 'chattogram');
  t.deepEqual(await faults('orders'), []);
  if (isLong) {
    // They are kept as a view, which colleagues have too, under More.
    await page.getByRole('button', { name: 'Save as a view' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Chittagong');
    t.deepEqual(await faults('save-view'), []);
    await page.locator('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await hears(page, 'Saved: Chittagong');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, some[0]).waitFor();
    await page.locator('.tabs summary').click();
    await page.locator('.tabs details').getByRole('link', { name: 'Chittagong' }).click();
    await row(page, some[0]).waitFor({ state: 'detached' });
    // The field follows the address, a frame after the list.
    while ((await page.getByLabel('District').inputValue()) !== 'chattogram')
      await page.evaluate('new Promise(requestAnimationFrame)');
    await page.getByRole('button', { name: 'Change this view' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Remove the view' }).click();
    await hears(page, 'Removed: Chittagong');
    await row(page, some[0]).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('District').fill('chattogram');
    await row(page, some[0]).waitFor({ state: 'detached' });
    await row(page, some[1]).waitFor();
  }
  // A sum, a day and a channel combine with what else is asked.
  await page.getByLabel('Total of at least').fill('৩,৩১১');
  await row(page, some[1]).waitFor({ state: 'detached' });
  t.is(new URL(page.url()).searchParams.get('district'), 'chattogram');
  // What is no number asks for nothing, of the other field as well.
  await page.getByLabel('Total of at least').fill('3 lakh');
  await row(page, some[1]).waitFor();
  t.is(new URL(page.url()).searchParams.get('most'), null);
  await page.getByLabel('District').fill('');
  await row(page, some[0]).waitFor();
  await page.getByLabel('Total of at least').fill('৩,৩১০');
  await page.waitForURL(/least=3310/);
  await row(page, some[0]).waitFor();
  // A status is asked for within the stage.
  const { pathname, search: asked } = new URL(page.url());
  await follow(page, `${pathname.slice('/admin'.length)}${asked}&stage=delivered&status=${await statusOf(some[0])}`);
  await page.getByText('No order fits').waitFor();
  await page.goBack();
  await row(page, some[0]).waitFor();
  await page.getByLabel('Ordered until').fill('2020-01-31');
  await row(page, some[0]).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(page, some[0]).waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();

  // The keys: down, down, choose; down, choose; then all by a click.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await beginTask(page);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  t.is(await page.locator('[data-current]').getAttribute('data-id'), some[4].id);
  await page.getByText('2 chosen').waitFor();
  await page.getByRole('button', { name: 'Choose all found' }).click();
  await page.getByText('6 chosen').waitFor();
  // One of them cannot be confirmed any more, and says so.
  await orders.move(some[5].id, 'cancelled');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Done: 5. Refused: 1.').waitFor();
  await taskIsDone(t, page, 'confirm five at once', 5);
  t.is(await page.locator('.results [data-state="refused"]').count(), 1);
  for (const order of some.slice(0, 5)) t.is(await statusOf(order), 'confirmed');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  // A wrong click is taken back with one, but for what a colleague has changed since.
  await page.getByRole('button', { name: 'Other change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start packing' }).click();
  await page.getByText('Done: 5. Refused: 1.').waitFor();
  await orders.move(some[4].id, 'ready_to_ship');
  const toasts = page.locator('.toasts');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await toasts.getByRole('button', { name: 'Take 5 back' }).click();
  await toasts.getByText('Done: 4. Refused: 1.').waitFor();
  for (const order of some.slice(0, 4)) t.is(await statusOf(order), 'confirmed');
  t.is(await statusOf(some[4]), 'ready_to_ship');
  await orders.move(some[4].id, 'processing', 'confirmed');
  if (isLong) {
    // Left while it works: what was done by then is told, and has its way back as well.
    let sent = 0;
    const underWay = Promise.withResolvers<void>();
    await page.route('**/admin/graphql', async (route) => {
      if (!route.request().postData()?.includes('ChangeStatus') || ++sent < 4) return route.fallback();
      underWay.resolve();
    });
    await page.getByRole('button', { name: 'Other change' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start packing' }).click();
    await underWay.promise;
    await page.keyboard.press('Escape');
    await toasts.getByText('2 orders changed').waitFor();
    await page.unroute('**/admin/graphql');
    await toasts.getByRole('button', { name: 'Take 2 back' }).click();
    await toasts.getByText('Done: 2. Refused: 0.').waitFor();
    for (const order of some.slice(0, 5)) t.is(await statusOf(order), 'confirmed');
  }
  // A new order does not move what one reads: it waits until it is asked for.
  const arrived = await place();
  await page.getByRole('button', { name: '1 new order' }).waitFor();
  t.is(await row(page, arrived).count(), 0);
  await page.getByRole('button', { name: '1 new order' }).click();
  await row(page, arrived).waitFor();

  await page.getByRole('link', { name: /^To pack/ }).click();
  await row(page, arrived).waitFor({ state: 'detached' });
  await row(page, some[0]).waitFor();
  t.is(await page.locator('.order-row').count(), 5);
  if (isLong) {
    // Handing over: those without a parcel get one, with the courier that was chosen.
    await row(page, some[0]).getByRole('checkbox').check();
    await row(page, some[1]).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Hand over' }).click();
    await page.getByRole('dialog').getByRole('combobox').selectOption({ label: 'Padma Express' });
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
    await page.getByRole('dialog').getByText('Done: 2. Refused: 0.').waitFor();
    t.is((await orders.parcel(some[0].id)).status, 'picked_up');
    t.is(await statusOf(some[1]), 'in_transit');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    // The next ones do not go with the same courier unless it is chosen.
    await row(page, some[0]).getByRole('checkbox').uncheck();
    await row(page, some[1]).getByRole('checkbox').uncheck();
    await row(page, some[2]).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Hand over' }).click();
    t.is(await page.getByRole('dialog').getByRole('combobox').inputValue(), '');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await row(page, some[2]).getByRole('checkbox').uncheck();
    // They left the list, and stay where they were until one looks away.
    await page.locator(`[data-id="${some[0].id}"][data-gone]`).waitFor();
  }
  // Enter opens the row.
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.setViewportSize({ width: 1280, height: 320 });
  for (let n = 0; n < 4; n++) await page.keyboard.press('j');
  const current = await page.locator('[data-current]').getAttribute('data-id');
  await page.keyboard.press('Enter');
  await card(page, 'What next?').waitFor();
  t.is(new URL(page.url()).pathname, `/admin/orders/${current}`);

  // The way back leads to the list as it was left: its filter, as far down, and to the row.
  await page.locator('.back').click();
  await page.locator(`[data-id="${current}"][data-current] a:focus`).waitFor();
  t.is(new URL(page.url()).searchParams.get('stage'), 'to_pack');
  t.true(((await page.evaluate('scrollY')) as number) > 0);
  if (isLong) {
    // What is read to choose all is read no further when the page is left: here the next rows never come.
    await page.goto(`${desk.url}/admin/orders`);
    await row(page, some[2]).waitFor();
    await page.unrouteAll();
    await page.route('**/admin/graphql', async (route) => {
      const asked = route.request().postData() ?? '';
      if (!asked.includes('query ListOrders')) return route.continue();
      if (asked.includes('"startingAfter":"')) return;
      const response = await route.fetch();
      const json = await response.json();
      json.data.list.pageInfo.hasNextPage = true;
      return route.fulfill({ response, json });
    });
    await page.reload();
    await row(page, some[2]).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Choose all found' }).click();
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await page.locator('.bars li').first().waitFor();
    t.is(
      await page.evaluate(`new Promise((done) => {
        let waits = 0;
        let frames = 20;
        const own = setTimeout;
        globalThis.setTimeout = (work, ms) => {
          if (ms === undefined) waits++;
          return own(work, ms);
        };
        const frame = () => (frames-- > 0 ? requestAnimationFrame(frame) : done(waits));
        frame();
      })`),
      0,
    );
  }
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest('what came of a call is one button, and is counted on the page and in the list', async (t) => {
  t.timeout(240_000);
  const order = await place();
  await db.admin.query('update app.stores set call_attempts_limit = 2 where id = $1', [order.store_id]);
  const { page, problems, faults, close } = await visit(house(), `/orders/${order.id}`);
  const calls = card(page, 'Record a call');
  await calls.getByLabel('Note').fill('Rang long');
  await calls.getByRole('button', { name: 'No answer' }).click();
  await calls.getByText('Called once: No answer').waitFor();
  t.is(await calls.getByLabel('Note').inputValue(), '');
  t.is(await calls.getByText('The limit of calls is reached').count(), 0);
  await calls.getByRole('button', { name: 'Switched off' }).click();
  await calls.getByText('Call 2: Switched off').waitFor();
  await calls.getByText('The limit of calls is reached').waitFor();
  await page.locator('.feed').getByText('Rang long').waitFor();
  t.like(await orders.order(order.id), { status: 'pending', call_count: 2, last_call_outcome: 'switched_off' });
  t.deepEqual(await faults('order'), []);
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await row(page, order).getByText('Call 2: Switched off').waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Last call').selectOption({ label: 'Refused' });
  await row(page, order).waitFor({ state: 'detached' });
  await page.getByLabel('Last call').selectOption({ label: 'Switched off' });
  await row(page, order).waitFor();
  await db.admin.query('update app.stores set call_attempts_limit = null where id = $1', [order.store_id]);
  t.deepEqual(problems, []);
  await close();
});

browserTest('an order goes its way by buttons, and a wrong click is taken back', async (t) => {
  t.timeout(240_000);
  const order = await place();
  const colleague = await openSession(db, (await hire(db, shop.companyId, { full_name: 'Shiuli' })).id);
  await desk.ask(colleague, `mutation { viewOrder(input: { orderId: "${order.id}" }) { result } }`);
  const { page, problems, faults, close } = await visit(house(), `/orders/${order.id}`);
  await page.getByText('Shiuli has this order open, too.').waitFor();
  const next = card(page, 'What next?');
  const press = (name: string) => pressNext(page, name);
  const dialog = page.getByRole('dialog');
  await card(page, 'Money').getByText('৳3,310').first().waitFor();
  t.deepEqual(await faults('order'), []);
  // Goods come first: one act, three beside it, and the rest under More.
  t.true((await card(page, 'Goods').boundingBox())!.y < 400);
  t.is(await next.getByRole('button', { name: /^(Cancel|Put on hold)/ }).count(), 0);

  await press('Confirm');
  await shows(page, 'confirmed');
  t.is(await statusOf(order), 'confirmed');
  await press('Start packing');
  await shows(page, 'processing');
  await next.getByRole('button', { name: 'Take it back to “Confirmed”' }).click();
  await shows(page, 'confirmed');
  t.is(await statusOf(order), 'confirmed');
  // For ten seconds it can be taken back from the next page as well.
  await press('Start packing');
  const toast = page.getByRole('status').getByRole('button', { name: 'Take it back to “Confirmed”' });
  await toast.focus();
  await page.keyboard.press('Enter');
  await shows(page, 'confirmed');
  t.is(await statusOf(order), 'confirmed');

  // A colleague changes it meanwhile: what is typed stays, and the page says who it was.
  await page.getByLabel('Note for colleagues').fill('Knock twice');
  await orders.staff('change_order_status', { order_id: order.id, status: 'processing' });
  await page.getByText('Rina Akter has just changed').or(page.getByText('Somebody has just changed')).waitFor();
  await shows(page, 'processing');
  t.is(await page.getByLabel('Note for colleagues').inputValue(), 'Knock twice');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await page.locator('.feed').getByText('Knock twice').waitFor();

  await press('Record a payment');
  await dialog.getByLabel('Method').selectOption({ label: 'bKash' });
  await dialog.getByLabel('Amount').fill('500');
  await dialog.getByLabel('Transaction id').fill('9GH2K7XQ1P');
  await dialog.getByRole('button', { name: 'Record a payment' }).click();
  await dialog.waitFor({ state: 'detached' });
  t.is((await orders.order(order.id)).due_amount, '2810.00');

  await beginTask(page);
  await press('Book a parcel');
  await dialog.getByLabel('Courier').selectOption({ label: 'Padma Express' });
  await dialog.getByLabel('Tracking code').fill('PX-77');
  await dialog.getByRole('button', { name: 'Book a parcel' }).click();
  await dialog.waitFor({ state: 'detached' });
  t.is((await orders.parcel(order.id)).cod_amount, '2810.00');
  await press('Handed to the courier');
  await shows(page, 'in_transit');
  await taskIsDone(t, page, 'book a parcel and hand it over', 5);

  // The customer keeps one saree of two, and the mug.
  await beginTask(page);
  await press('Delivered in part');
  await dialog.getByRole('button', { name: 'Fewer of Product SAREE' }).click();
  t.deepEqual(await faults('order, delivered in part'), []);
  await dialog.getByRole('button', { name: 'Delivered in part' }).click();
  await dialog.waitFor({ state: 'detached' });
  await taskIsDone(t, page, 'mark a partial delivery', 3);
  const { rows: kept } = await db.admin.query(
    'select sku, delivered_quantity from app.order_items where order_id = $1 order by sku',
    [order.id],
  );
  t.deepEqual(kept, [
    { sku: 'MUG', delivered_quantity: 1 },
    { sku: 'SAREE', delivered_quantity: 1 },
  ]);
  await press('Receive the parcel back');
  await dialog.getByRole('button', { name: 'Receive the parcel back' }).click();
  await dialog.waitFor({ state: 'detached' });
  t.is((await orders.parcel(order.id)).status, 'received');

  // A return: the mug comes back, damaged.
  await press('Customer gives back');
  await dialog.getByRole('button', { name: /Product MUG/ }).click();
  await dialog.getByRole('button', { name: 'Customer gives back' }).click();
  await dialog.waitFor({ state: 'detached' });
  await beginTask(page);
  await press('Receive the return');
  await dialog.getByRole('button', { name: 'Something is missing or damaged' }).click();
  await dialog.getByRole('button', { name: 'Fewer of Product MUG: Can be sold' }).click();
  await dialog.getByRole('button', { name: 'More of Product MUG: Damaged' }).click();
  t.deepEqual(await faults('order, return received'), []);
  await dialog.getByRole('button', { name: 'Receive the return' }).click();
  await dialog.waitFor({ state: 'detached' });
  await taskIsDone(t, page, 'receive a return, a part of it damaged', 5);
  const { rows: damaged } = await db.admin.query(
    `select l.damaged_quantity from app.return_lines l join app.returns r on r.id = l.return_id where r.order_id = $1`,
    [order.id],
  );
  t.deepEqual(damaged, [{ damaged_quantity: 1 }]);

  if (isLong) {
    // Money back, and a refund that was a mistake is voided.
    await press('Give money back');
    await dialog.getByLabel('Amount').fill('250');
    await dialog.getByLabel('Transaction id').fill('RF-1');
    await dialog.getByRole('button', { name: 'Give money back' }).click();
    await dialog.waitFor({ state: 'detached' });
    t.is((await orders.order(order.id)).refunded_amount, '250.00');
    await card(page, 'Money').getByRole('button', { name: 'Void' }).first().click();
    await dialog.getByLabel('Reason').fill('Typed twice');
    await dialog.getByRole('button', { name: 'Void' }).click();
    await dialog.waitFor({ state: 'detached' });
    t.is((await orders.order(order.id)).refunded_amount, '0.00');
  }
  // What is refused says why.
  await showMore(page);
  await next.getByText(/^Why not something else/).click();
  t.true((await next.locator('.refused > div').count()) > 3);
  t.deepEqual(await faults('order, over'), []);
  t.deepEqual(problems, []);
  await close();
});

/** A parcel of the order is on the road with the courier. */
async function sendOut(order: Row, courier: string | null = orders.couriers.reporting): Promise<string> {
  await orders.move(order.id, 'confirmed');
  const { id } = await orders.staff('book_parcel', { order_id: order.id, courier_id: courier });
  if (courier === orders.couriers.reporting) await orders.staff('record_parcel_pickup', { parcel_id: id });
  return id;
}

longBrowserTest(
  'what was said by mistake is taken back, what was collected is corrected, charged and written off',
  async (t) => {
    t.timeout(240_000);
    const order = await place();
    const parcel = await sendOut(order);
    await orders.staff('record_parcel_delivered', { parcel_id: parcel });
    const { page, problems, faults, close } = await visit(house(), `/orders/${order.id}`);
    const next = card(page, 'What next?');
    const dialog = page.getByRole('dialog');
    /** Opens the form of a move, fills it in and sends it. */
    const make = async (name: string, values: Record<string, string> = {}) => {
      await pressNext(page, name);
      for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label, { exact: true }).fill(value);
      await dialog.getByRole('button', { name }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const feed = (text: string) => page.locator('.feed').getByText(text).first().waitFor();
    const collected = 'Cash that the courier collected';

    // What was not said is said, not corrected.
    await next.getByRole('button', { name: 'More' }).click();
    await next.getByRole('button', { name: /^Say what was collected/ }).waitFor();
    t.is(await next.getByRole('button', { name: /^Correct what was collected/ }).count(), 0);
    await make('Take back: delivered', { Reason: 'Another parcel' });
    await shows(page, 'in_transit');
    await feed('Taken back: delivered');
    await feed('Another parcel');

    // The cash that is then expected is what is written down.
    await pressNext(page, 'Delivered in part');
    await dialog.getByText('Left empty: ৳3,310').waitFor();
    await dialog.getByRole('button', { name: 'Fewer of Product SAREE' }).click();
    await dialog.getByText('Left empty: ৳1,810').waitFor();
    await dialog.getByRole('button', { name: 'Delivered in part' }).click();
    await dialog.waitFor({ state: 'detached' });
    t.is((await orders.parcel(order.id)).collected_amount, '1810.00');
    await page.locator('.order-head').getByText('1 coming back').waitFor();
    await card(page, 'Goods').getByText('1 coming back').waitFor();
    await card(page, 'Money').getByText('Collected, not paid out').waitFor();

    await pressNext(page, 'Correct what was collected');
    await dialog.getByText('So far: ৳1,810. At most ৳3,310.').waitFor();
    t.deepEqual(await faults('order, collected corrected'), []);
    await page.keyboard.press('Escape');
    await make('Correct what was collected', { [collected]: '1600', Reason: 'Misread' });
    await feed('What was collected was corrected: ৳1,600, not ৳1,810');
    await make('Write cash off', { 'Written off, in all': '100', Reason: 'Lost' });
    await feed('Written off: ৳100');
    await make('Courier paid out', { 'What the courier kept for its services': '50' });
    t.like(await orders.parcel(order.id), { paid_out_amount: '1450.00', charged_amount: '50.00', held_amount: '0.00' });
    for (const text of ['courier’s charge ৳50', 'written off ৳100'])
      await card(page, 'Parcels and returns').getByText(text).waitFor();

    // A return that was asked for by mistake; one that was received too early.
    await orders.staff('receive_parcel', { parcel_id: parcel });
    const lines = [{ order_item_id: order.items[1].id, quantity: 1 }];
    await orders.staff('create_return', { order_id: order.id, lines });
    await page.reload();
    await make('Cancel the return', { Reason: 'Wrong order' });
    await feed('was cancelled');
    const { id: received } = await orders.staff('create_return', { order_id: order.id, lines });
    await orders.staff('receive_return', { return_id: received });
    await page.reload();
    await make('Take back: return received', { Reason: 'Not here yet' });
    await feed('Taken back: return');
    const { rows } = await db.admin.query('select status from app.returns where order_id = $1 order by created_at', [
      order.id,
    ]);
    t.deepEqual(rows, [{ status: 'cancelled' }, { status: 'requested' }]);
    t.deepEqual(problems, []);
    await close();
  },
);

browserTest(
  'an order that came back is told from one that is coming, and is sent again; on a phone, in Bengali',
  async (t) => {
    t.timeout(120_000);
    const order = await place();
    const parcel = await sendOut(order);
    await orders.move(order.id, 'returned');
    const { page, problems, faults, close } = await visit(house(), `/orders/${order.id}`, {
      screen: 'phone',
      language: 'bn',
    });
    const dialog = page.getByRole('dialog');
    await page.locator('.order-head').getByText('3টি ফেরত আসছে').waitFor();
    await page.getByRole('button', { name: 'আরও', exact: true, expanded: false }).click();
    await page.getByRole('button', { name: /^ভুল ছিল: ফেরত এসেছে/ }).waitFor();
    t.deepEqual(await faults('order, coming back'), []);
    await orders.staff('receive_parcel', { parcel_id: parcel });
    await page.getByRole('button', { name: /^আবার পাঠান/ }).click();
    t.is(await page.locator('.order-head').getByText('ফেরত আসছে').count(), 0);
    t.deepEqual(await faults('order, sent again'), []);
    await dialog.getByRole('button', { name: 'আবার পাঠান' }).click();
    await shows(page, 'ready_to_ship');
    t.deepEqual(problems, []);
    await close();
  },
);

longBrowserTest(
  'cash that is held is one number on every page, without a courier too; what is owed back has its list',
  async (t) => {
    t.timeout(120_000);
    for (const courier of [orders.couriers.silent, null]) {
      const parcel = await sendOut(await place(), courier);
      await orders.staff('record_parcel_delivered', { parcel_id: parcel });
    }
    // What was not kept is still due, and no courier holds it.
    const inPart = await place();
    await orders.staff('record_partial_delivery', {
      parcel_id: await sendOut(inPart),
      kept: [{ order_item_id: inPart.items[0].id, quantity: 1 }],
    });
    const paymentMethodId = shop.stores[0].paymentMethods.card;
    const owed = await place({ payment: { payment_method_id: paymentMethodId, amount: 200 } });
    await orders.move(owed.id, 'cancelled');
    const { rows } = await db.admin.query(
      `select count(*)::int as parcels, sum(held_amount)::int as amount,
       count(*) filter (where courier_id is null)::int as by_hand
       from app.parcels where held_amount > 0 and company_id = $1`,
      [shop.companyId],
    );
    const { parcels, amount, by_hand } = rows[0];
    const { page, problems, faults, close } = await visit(house(), '');
    const sum = `৳${amount.toLocaleString('en-IN')}`;
    await card(page, 'Cash on delivery still to come').getByText(`${parcels} parcels`).waitFor();
    await card(page, 'Cash on delivery still to come').getByText(sum, { exact: true }).waitFor();
    t.is(
      await page.locator('.calm a', { hasText: 'Cash at couriers' }).locator('strong').textContent(),
      String(parcels),
    );
    await page.locator('.calm a', { hasText: 'Cash at couriers' }).click();
    await page.locator('.notice').getByText(sum).waitFor();
    await page.locator('.notice').getByText(`${parcels} parcels`).waitFor();
    await page.getByRole('link', { name: 'Without a courier' }).click();
    await page.locator('.list > li').first().waitFor();
    t.is(await page.locator('.list > li').count(), by_hand);
    t.deepEqual(await faults('without a courier'), []);

    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('link', { name: /^Refunds owed/ }).click();
    await row(page, owed).getByText('To give back ৳200').waitFor();
    await row(page, owed).getByRole('link').click();
    await card(page, 'What next?')
      .getByRole('button', { name: /^Give money back/ })
      .click();
    // What is owed stands there already.
    t.is(await page.getByRole('dialog').getByLabel('Amount').inputValue(), '200.00');
    await page.getByRole('dialog').getByRole('button', { name: 'Give money back' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    t.is((await orders.order(owed.id)).to_refund_amount, '0.00');
    t.deepEqual(problems, []);
    await close();
  },
);

longBrowserTest('orders get tags, one and many, and two of a customer become one', async (t) => {
  t.timeout(40_000);
  const customer = { phone: '01719999991', full_name: 'Rina Das' };
  const [into, from] = [await place({ customer, tags: ['gift'] }), await place({ customer })];
  const { page, problems, close } = await visit(house(), `/orders/${into.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Change the tags' }).click();
  t.is(await dialog.getByLabel('Tags').inputValue(), 'gift');
  await dialog.getByLabel('Tags').fill('Gift, fragile');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await hears(page, `Tags saved: ${into.number}`);
  t.deepEqual((await orders.ask('get_order', { id: into.id })).tags, ['Gift', 'fragile']);
  await page.locator('.tags').getByRole('link', { name: 'fragile' }).click();
  await row(page, into).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  await dialog.getByLabel('Add tags').fill('Eid');
  await dialog.getByLabel('Take tags off').fill('FRAGILE');
  await dialog.getByRole('button', { name: 'Tags', exact: true }).click();
  await dialog.getByText('Done: 1. Refused: 0.').waitFor();
  t.deepEqual((await orders.ask('get_order', { id: into.id })).tags, ['Gift', 'Eid']);
  await page.goto(new URL(`/admin/orders/${into.id}`, page.url()).href);
  await page.getByText('2 open orders of this customer').click();
  await page.getByRole('button', { name: 'Merge into this order' }).click();
  await dialog.getByRole('button', { name: 'Merge into this order' }).click();
  await hears(page, 'Merged. The new total is ৳6,560.');
  await page.getByText(`${from.number} was merged into this order`).waitFor();
  t.like(await orders.order(from.id), { status: 'cancelled', merged_into_id: into.id });
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest('a call-back is planned on a phone, in Bengali, and rings on every page when it is due', async (t) => {
  t.timeout(240_000);
  const order = await place();
  const { page, problems, faults, close } = await visit(house(), '/orders?stage=new', {
    screen: 'darkPhone',
    language: 'bn',
  });
  await row(page, order).waitFor();
  t.deepEqual(await faults('orders'), []);
  await row(page, order).getByRole('link').click();
  await card(page, 'আবার কল').getByRole('button', { name: '২ ঘণ্টা পরে' }).click();
  await shows(page, 'follow_up');
  const planned = await orders.order(order.id);
  t.is(planned.status, 'follow_up');
  t.true(planned.follow_up_at > new Date());
  t.deepEqual(await faults('order, call planned'), []);
  // Tomorrow at eleven by the clock of the store.
  await card(page, 'আবার কল').getByRole('button', { name: 'কাল সকাল ১১টা' }).click();
  await card(page, 'আবার কল')
    .getByText(/কল করতে হবে .*11:00/)
    .waitFor();
  // A colleague writes another note meanwhile: it is shown beside what was typed, and kept.
  const note = card(page, 'আবার কল').getByLabel('কী বিষয়ে');
  await note.fill('মাপ জানতে হবে');
  await orders.staff('update_order', { order_id: order.id, follow_up_note: 'Ask for the size' });
  await card(page, 'আবার কল').getByRole('button', { name: '২ ঘণ্টা পরে' }).click();
  await card(page, 'আবার কল').getByRole('alert').getByText('Ask for the size').waitFor();
  await card(page, 'আবার কল').getByRole('button', { name: 'তাঁদেরটি রাখুন' }).click();
  await card(page, 'আবার কল').getByRole('alert').waitFor({ state: 'detached' });
  t.is(await note.inputValue(), 'Ask for the size');
  const { rows } = await db.admin.query(
    `select to_char(o.follow_up_at at time zone s.timezone, 'HH24:MI') as hour,
       (o.follow_up_at at time zone s.timezone)::date - (internal.now() at time zone s.timezone)::date as days
     from app.orders o join app.stores s on s.id = o.store_id where o.id = $1`,
    [order.id],
  );
  t.deepEqual(rows, [{ hour: '11:00', days: 1 }]);
  await orders.staff('update_order', { order_id: order.id, follow_up_at: '2026-01-01T00:00:00Z' });
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await page.locator(`.places .bell [title*="${order.number}"]`).waitFor();
  await page.getByRole('link', { name: 'আজ', exact: true }).click();
  await page.locator('.bars li').first().waitFor();
  t.deepEqual(await faults('today'), []);
  await page.locator('.tile[href*="view=due"]').click();
  await row(page, order).waitFor();
  t.deepEqual(problems, []);
  await close();
});

longBrowserTest('a slip and a photo are attached to an order, described, printed and removed', async (t) => {
  t.timeout(120_000);
  const order = await place();
  const { page, problems, faults, close } = await visit(house(), `/orders/${order.id}`, { media: true });
  const files = card(page, 'Attachments');
  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
  await files.getByLabel('Add files').setInputFiles([
    { name: 'damage.png', mimeType: 'image/png', buffer: await drawn('png', { colour: '#b03030' }) },
    { name: 'slip.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>alert(1)</script>') },
  ]);
  await files.getByText('Choose a JPEG, PNG or WebP picture, or a PDF.').waitFor();
  await files.getByRole('button', { name: 'Cancel page.pdf' }).click();
  await files.getByRole('button', { name: 'Open slip.pdf' }).waitFor();
  await page.getByText('Attached: damage.png').waitFor();
  t.deepEqual(await faults('an order with attachments'), []);

  await files.getByRole('button', { name: 'Open damage.png' }).click();
  const dialog = page.getByRole('dialog', { name: 'damage.png' });
  await page.locator('dialog img.large').evaluate('(image) => image.decode()');
  await dialog.getByLabel('Remark').fill('Corner torn');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await files.getByRole('button', { name: 'Open Corner torn' }).waitFor();

  await files.getByRole('button', { name: 'Open slip.pdf' }).click();
  const slip = page.getByRole('dialog', { name: 'slip.pdf' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    slip.getByRole('link', { name: 'Download' }).click(),
  ]);
  t.is(download.suggestedFilename(), 'slip.pdf');
  t.deepEqual(await faults('an attachment'), []);
  await slip.getByRole('button', { name: 'Remove the file' }).click();
  await slip.getByRole('button', { name: 'Remove for good' }).click();
  await files.getByRole('button', { name: 'Open slip.pdf' }).waitFor({ state: 'detached' });
  await page.getByText('Attachment removed: slip.pdf').waitFor();

  await page.goto(`${desk.url}/admin/orders/print?ids=${order.id}`);
  await page.getByLabel('With attached pictures').check();
  const paper = page.getByRole('article', { name: `Pictures of ${order.number}` });
  await paper.getByText('Corner torn').waitFor();
  await page.locator('.printed-pictures img').evaluate('(image) => image.decode()');
  t.deepEqual(await faults('papers with pictures'), []);
  // The browser notes the answer to what was no PDF.
  t.deepEqual(
    problems.filter((problem) => !problem.includes('422')),
    [],
  );
  await close();
});

browserTest('today leads from every count to its list, for the store that was chosen', async (t) => {
  t.timeout(120_000);
  const { page, problems, faults, close } = await visit(house(), '');
  await page.locator('.bars li').first().waitFor();
  t.deepEqual(await faults('today, overview'), []);
  // A few tiles, which come by themselves, and the sales above the fold.
  await page.locator('a.tile').first().waitFor();
  const tiles = await page.locator('a.tile').count();
  t.true(tiles > 0 && tiles <= 5, String(tiles));
  const sales = (await page.locator('.chart svg').boundingBox())!;
  t.true(sales.y + sales.height <= 800, String(sales.y));
  await page.getByRole('combobox', { name: 'Store' }).selectOption(shop.stores[1].id);
  // What is at zero is no tile.
  await page.locator('.calm summary').click();
  await page.locator('.calm a[href*="stage=new"] strong', { hasText: /^0$/ }).waitFor();
  t.is(await page.locator('a.tile').count(), 0);
  await page.getByRole('combobox', { name: 'Store' }).selectOption('');
  // The server has too much to do for the list: the page says so, and asks again when it was told to.
  let refused = 0;
  await page.route('**/admin/graphql', async (route) => {
    const isList = /query ListOrdersOfDay/.test(route.request().postData() ?? '');
    if (!isList || refused++ > 1) return route.continue();
    const extensions = { code: 'UNAVAILABLE' };
    await route.fulfill({
      status: 503,
      headers: { 'Retry-After': '1' },
      json: { errors: [{ message: '', extensions }] },
    });
  });
  // It says so for two seconds: waited for before they begin.
  await Promise.all([
    page.getByText('The server has too much to do at the moment. It is asked again').waitFor(),
    page.locator('.calm a[href*="view=today"]').click(),
  ]);
  await page.locator('.order-row').first().waitFor();
  await page.getByText('The server has too much to do').waitFor({ state: 'detached' });
  t.is(refused, 3);
  t.deepEqual(
    problems.filter((problem) => !problem.includes('503')),
    [],
  );
  await close();
});

browserTest('on a slow phone nothing jumps while a page loads', async (t) => {
  t.timeout(240_000);
  const due = await place({ follow_up_at: new Date(Date.now() - 60_000) });
  await db.admin.query(`update app.orders set status = 'follow_up', follow_up_at = now() where id = $1`, [due.id]);
  const { page, close } = await visit(house(), '/account', { screen: 'phone' });
  await page.addInitScript(`
    globalThis.shift = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) globalThis.shift += entry.value; })
      .observe({ type: 'layout-shift', buffered: true });`);
  const session = await page.context().newCDPSession(page);
  // What jumps does so by the order in which answers come; a slow processor only takes longer over it.
  if (isLong) await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Each answer after the one before it, as they come over a slow line, and each is drawn before the next.
  let last: Promise<unknown> = Promise.resolve();
  const drawn = () => page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.route('**/admin/graphql', async (route) => {
    const answer = route.fetch();
    const before = last;
    last = before
      .then(async () => {
        await route.fulfill({ response: await answer });
        await drawn();
      })
      .catch(() => {});
    await last;
  });
  const jumps: string[] = [];
  const others = [
    '/reports',
    `/orders/${due.id}`,
    '/couriers',
    '/stock',
    '/products',
    '/packing',
    '/returns',
    '/customers',
  ];
  for (const path of ['', '/orders', ...inTurns([...others, '/coupons', '/settings'], 10, 0)]) {
    await page.goto(`${new URL(page.url()).origin}/admin${path}`);
    await page.locator('main:has(h1):not(:has(.loading))').waitFor();
    for (let seen: unknown; seen !== last; ) {
      seen = last;
      await last;
      await drawn();
    }
    const shift = (await page.evaluate('globalThis.shift')) as number;
    if (shift >= 0.1) jumps.push(`${path}: ${shift}`);
    if (path !== '/orders') continue;
    // Five orders above the menu of a phone.
    const { top, height } = (await page.evaluate(
      `document.querySelector('.order-row').getBoundingClientRect().toJSON()`,
    )) as DOMRectLike;
    t.true(top + 5 * height <= 740 - 60, `${top} + 5 x ${height}`);
    // The tab that was chosen under More is in sight then.
    await page.locator('.tabs summary').click();
    await page.locator('.tabs details a', { hasText: 'With courier' }).click();
    await page.locator('.tabs > a[aria-current]', { hasText: 'With courier' }).waitFor();
  }
  t.deepEqual(jumps, []);
  await close();
});
