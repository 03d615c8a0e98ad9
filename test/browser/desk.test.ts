// The pages of staff as a whole: they open, in both languages, at every width, and they are accessible.
import test from 'ava';
import type { Browser } from 'playwright-core';
import { bn } from '../../server/desk/messages/bn.ts';
import { browserTest, executablePath, launch, longBrowserTest } from '../helpers/browser.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { inTurns, isLong } from '../helpers/long.ts';
import { hears, type Screen, visit } from '../helpers/pages.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { hire, openSession, type StaffDesk, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let browser: Browser | undefined;
test.before(async () => {
  if (!executablePath) return;
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  browser = await launch();
});
test.after.always(async () => {
  await browser?.close();
  await desk?.stop();
  await db?.drop();
});

const house = () => ({ browser: browser!, desk, db, companyId: shop.companyId });

const looks: [Screen, 'en' | 'bn'][] = [
  ['dark', 'en'],
  ['phone', 'bn'],
  ['desk', 'bn'],
  ['darkPhone', 'en'],
];
for (const [screen, language] of inTurns(looks, 4, 0)) {
  browserTest(`today: ${screen}, ${language}`, async (t) => {
    t.timeout(120_000);
    const { page, problems, faults, close } = await visit(house(), '', { screen, language });
    await page.locator('.tile, .calm').first().waitFor();
    t.deepEqual(await faults('today'), []);
    t.deepEqual(problems, []);
    await close();
  });
}

/** The statuses that badges tell, as the texts have them: those of lists named so. */
const statuses = Object.keys(bn)
  .filter((key) => /^(\w+Status|condition)\.\w+$/.test(key))
  .sort();

for (const [screen, language] of [['desk', 'en'], ...(isLong ? [['darkPhone', 'bn']] : [])] as [
  Screen,
  'en' | 'bn',
][]) {
  browserTest(`the design is seen on a page, as the other pages have it: ${screen}, ${language}`, async (t) => {
    t.timeout(120_000);
    const { page, problems, faults, close } = await visit(house(), '/design', { screen, language });
    t.deepEqual(await faults('design'), []);
    const told = (await page.evaluate(`[...document.querySelectorAll('.badges')].flatMap(({ dataset, children }) =>
      [...children].map((badge) => badge.textContent ? dataset.list + '.' + badge.dataset.code : ''))`)) as string[];
    t.deepEqual(told.sort(), statuses);
    if (screen === 'desk') {
      const measured = () =>
        page.evaluate(`(() => {
          const [label, input] = document.querySelector('.design form .field').children;
          input.focus();
          const { fontSize, fontWeight } = getComputedStyle(label);
          const height = (one) => document.querySelector(one).getBoundingClientRect().height;
          return [getComputedStyle(document.body).fontSize, fontSize, fontWeight, getComputedStyle(input).outlineWidth,
            Math.round(input.getBoundingClientRect().top - label.getBoundingClientRect().bottom),
            height('.design input'), height('.in-columns > li')];
        })()`);
      t.deepEqual(await measured(), ['14px', '14px', '500', '2px', 6, 36, 48]);
      await page.getByLabel('Density').selectOption('compact');
      t.deepEqual(await measured(), ['14px', '14px', '500', '2px', 6, 32, 40]);
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'Created' }).uncheck();
      await page.getByRole('button', { name: 'Move Amount up' }).click();
      await page.getByRole('button', { name: 'Close' }).last().click();
      // This device keeps both.
      await page.reload();
      await page.locator('.list-head').waitFor();
      const seen = await page.evaluate(`[...document.querySelectorAll('.list-head > :not(.button)')]
        .filter((one) => one.checkVisibility()).sort((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x)
        .map((one) => one.textContent)`);
      t.deepEqual(seen, ['Name', 'Amount', 'Status']);
      t.deepEqual(((await measured()) as unknown[]).slice(5), [32, 40]);
    }
    t.deepEqual(problems, []);
    await close();
  });
}

browserTest(
  'two people at one form: theirs is shown before ours is saved; a form changed after a failed sending is a new act',
  async (t) => {
    t.timeout(180_000);
    const karim = await openSession(db, (await hire(db, shop.companyId, { role: 'owner', full_name: 'Karim' })).id);
    const { createCourier: made } = await desk.ask(
      karim,
      'mutation { createCourier(input: { name: "Padma" }) { courier { id } } }',
    );
    const { id } = made.courier;
    const { page, faults, close } = await visit(house(), '/settings/couriers', { screen: 'phone', language: 'bn' });
    const keys: string[] = [];
    page.on('request', (request) => {
      if (/UpdateCourier/.test(request.postData() ?? '')) keys.push(request.headers()['idempotency-key']!);
    });
    const name = page.getByLabel('নাম', { exact: true });
    await page.getByRole('button', { name: 'Padma বদলান' }).click();
    await desk.ask(
      karim,
      `mutation { updateCourier(input: { id: "${id}", name: "Jamuna", reportsPickups: true }) { clientMutationId } }`,
    );
    await name.fill('Meghna');
    await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
    await page.getByText('Karim ইতিমধ্যে এটি বদলেছেন').waitFor();
    await page.getByText('Jamuna').waitFor();
    t.deepEqual(await faults('settings conflict'), []);
    await page.getByRole('button', { name: 'আমারটি রেখে সংরক্ষণ করুন' }).click();
    await page.locator('.list li', { hasText: 'Meghna' }).waitFor();
    const now = async () =>
      (await db.admin.query('select name, reports_pickups from app.couriers where id = $1', [id])).rows[0];
    t.deepEqual(await now(), { name: 'Meghna', reports_pickups: true }, 'what only they changed stays theirs');

    await page.getByRole('button', { name: 'Meghna বদলান' }).click();
    await page.route('**/admin/graphql', (route) =>
      /UpdateCourier/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
    );
    keys.length = 0;
    await name.fill('Surma');
    await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
    await page.locator('dialog').getByRole('button', { name: 'বাতিল', exact: true }).click();
    const [lost] = keys;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await name.fill('Karnaphuli');
    await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
    await page.locator('.list li', { hasText: 'Karnaphuli' }).waitFor();
    t.true(lost !== undefined && keys.at(-1) !== lost, keys.join(' '));
    t.is((await now()).name, 'Karnaphuli');
    await close();
  },
);

/** A message of the Bengali pages that has one form only. */
const said = (key: keyof typeof bn) => bn[key] as string;

longBrowserTest('a page that breaks says so and keeps what was typed; so does an act that fails in it', async (t) => {
  t.timeout(180_000);
  const { page, faults, close } = await visit(house(), '/settings/couriers', { screen: 'phone', language: 'bn' });
  const name = page.getByLabel('নাম', { exact: true });
  await page.getByRole('button', { name: said('settings.addCourier') }).click();
  await name.fill('Padma Express');
  // Nothing is sent: what makes the key of the act breaks.
  await page.evaluate('crypto.getRandomValues = () => { throw new Error("broken by the test"); }');
  await page.getByRole('button', { name: said('do.save') }).click();
  await hears(page, said('problem.act'));
  await page.locator('dialog [aria-busy]').waitFor({ state: 'detached' });
  await page.evaluate('delete crypto.getRandomValues');

  await page.route('**/admin/graphql', (route) =>
    /SettingsCouriers/.test(route.request().postData() ?? '')
      ? route.fulfill({ json: { data: { couriers: { nodes: [null], pageInfo: { hasNextPage: false } } } } })
      : route.fallback(),
  );
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByRole('alert').getByText(said('problem.broken')).waitFor();
  t.is(await page.getByRole('alert').getByRole('listitem').textContent(), 'নাম Padma Express');
  t.deepEqual(await faults('broken page'), []);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('link', { name: said('nav.orders'), exact: true }).click();
  await page.getByRole('heading', { name: said('nav.orders'), level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: said('nav.couriers'), level: 1 }).waitFor();
  t.is(await page.getByText(said('problem.broken')).count(), 0);
  await close();
});

longBrowserTest('a product shows all its variants, however many; a refusal is told in Bengali', async (t) => {
  t.timeout(180_000);
  const karim = await openSession(db, (await hire(db, shop.companyId, { role: 'owner' })).id);
  const { rows } = await db.admin.query('select id from app.stores where company_id = $1 order by id limit 1', [
    shop.companyId,
  ]);
  const variant = (n: number) => ({
    sku: `V${n}`,
    name: `Variant ${n}`,
    price: '10',
    options: [{ attribute: 'Nr', value: `${n}` }],
  });
  const values = Array.from({ length: 110 }, (_, n) => ({ value: `${n}` }));
  const input = { storeId: rows[0].id, name: 'Nr', type: 'variant', inputType: 'text', values: values.slice(0, 100) };
  const { createAttribute } = await desk.ask(
    karim,
    'mutation ($input: CreateAttributeInput!) { createAttribute(input: $input) { attribute { id } } }',
    { input },
  );
  await desk.ask(
    karim,
    'mutation ($input: AddAttributeValuesInput!) { addAttributeValues(input: $input) { clientMutationId } }',
    { input: { id: createAttribute.attribute.id, values: values.slice(100) } },
  );
  const { createProduct } = await desk.ask(
    karim,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
    { input: { storeId: rows[0].id, name: 'Many', status: 'draft', variants: values.map((_, n) => variant(n)) } },
  );
  const { page, problems, close } = await visit(house(), `/products/${createProduct.product.id}`, { language: 'bn' });
  await page.locator('.variant').nth(109).waitFor();
  t.is(await page.locator('.variant').count(), 110);
  // A row of 44 px: 64 variants are less than 3,000 px.
  t.true((await page.locator('.variants').boundingBox())!.height <= 110 * 44);
  await page.locator('.variant').nth(109).getByLabel('ছাড়ের দাম', { exact: true }).fill('20');
  await page.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
  await page.getByText('ছাড়ের দাম আসল দামের চেয়ে কম হতে হবে।').first().waitFor();
  t.deepEqual(problems, []);
  await close();
});
