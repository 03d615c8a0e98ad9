// The admin in a real browser: by keyboard, on a desk and on a phone, in light and dark, with nothing from elsewhere.
// Screenshots are kept where HAAT_SCREENSHOTS says, for people to look at.
import test from 'ava';
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContextOptions, Page, Request, Response } from 'playwright-core';
import { browserTest, executablePath, launch, longBrowserTest, noSideways } from '../helpers/browser.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { isLong } from '../helpers/long.ts';
import { faultsOf, hears, holdAnswer, keep, openPage, screens, visit } from '../helpers/pages.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { hire, openSession, password, type StaffDesk, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let browser: Browser | undefined;
test.before(async (t) => {
  if (!executablePath) {
    t.log('skipped: no Chromium here; install one (Debian: apt-get install chromium) or name it in CHROMIUM');
    return;
  }
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

type Opened = { page: Page; problems: string[]; close(): Promise<void> };

/** The sign-in form, which notes whatever it complains of and every call that leaves our server. */
async function open(options: BrowserContextOptions = {}, address = ''): Promise<Opened> {
  const context = await browser!.newContext({ locale: 'en-GB', serviceWorkers: 'block', ...options });
  const { page, problems } = await openPage(context, desk.url);
  await page.goto(`${desk.url}/admin${address}`);
  await page.getByRole('heading', { name: 'Sign in to Haat' }).waitFor();
  return { page, problems, close: () => context.close() };
}

async function signIn(page: Page, email: string): Promise<void> {
  // By keyboard alone: the first field has the focus.
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.locator('.shell h1').filter({ visible: true }).waitFor();
}

/** Presses Execute until the explorer sends: a press that comes before its editors are ready is dropped without a word. */
async function execute(page: Page, operation: string): Promise<Response> {
  const isSent = (request: Request) => request.postData()?.includes(operation) ?? false;
  for (;;) {
    const sent = page.waitForRequest(isSent, { timeout: 10_000 }).catch(() => undefined);
    await page.frameLocator('iframe').locator('.graphiql-execute-button').click();
    const request = await sent;
    if (request) return (await request.response())!;
  }
}

for (const screen of ['desk', 'dark', 'phone'] as const) {
  longBrowserTest(`sign in and run the first query of the explorer: ${screen}`, async (t) => {
    t.timeout(180_000);
    const { email } = await hire(db, shop.companyId, { role: 'owner' });
    const { page, problems, close } = await open(screens[screen], '/tools/explorer');
    t.deepEqual(await faultsOf(page), []);
    await keep(page, `sign-in ${screen}`);
    await signIn(page, email);

    // The page that was asked for, which says what it is to those who hear it, too.
    t.is(await page.getByRole('heading', { level: 1 }).textContent(), 'Explorer');
    const explorer = page.frameLocator('iframe');
    await execute(page, 'totalCount');
    await explorer.getByText('"totalCount"').waitFor();
    t.true(await noSideways(page));
    await keep(page, `explorer ${screen}`);

    t.deepEqual(problems, []);
    await close();
  });
}

longBrowserTest('the explorer sends each mutation under a key of its own', async (t) => {
  t.timeout(120_000);
  const { page, problems, close } = await visit(house(), '/tools/explorer', { screen: 'desk' });
  const explorer = page.frameLocator('iframe');
  await explorer.locator('.graphiql-query-editor .view-line').first().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('mutation { createLocation(input: { name: "", code: "" }) { clientMutationId } }');
  const answered = [await execute(page, 'createLocation'), await execute(page, 'createLocation')];
  const keys = answered.map((response) => response.request().headers()['idempotency-key']!);
  for (const key of keys) t.regex(key, /^[0-9a-f]{32}$/);
  t.not(keys[0], keys[1]);
  // The key was taken: the fields are empty, and the server says so.
  t.is((await answered[0]!.json()).errors[0].extensions.code, 'VALIDATION_ERROR');
  // Chromium notes each refusal, sooner or later.
  t.deepEqual(
    problems.filter((problem) => !/status of 400/.test(problem)),
    [],
  );
  await close();
});

browserTest('a wrong password says so; signing out and an ended session lead back to the form', async (t) => {
  t.timeout(120_000);
  const { id, email } = await hire(db, shop.companyId, { role: 'owner' });
  const { page, close } = await open();
  await page.getByRole('button', { name: 'বাংলা' }).click();
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'The email or the password is wrong' }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in to Haat' }).waitFor();
  t.is(await page.evaluate('sessionStorage.length'), 0);
  t.is(await page.getByLabel('Password', { exact: true }).inputValue(), '');
  const { rows } = await db.admin.query('select revoked_at from app.staff_sessions where staff_id = $1', [id]);
  t.true(rows.every(({ revoked_at }) => revoked_at !== null));

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.tile, .calm').first().waitFor();
  await db.admin.query('update app.staff_sessions set revoked_at = now() where staff_id = $1', [id]);
  await page.getByRole('link', { name: 'My account' }).click();
  await page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor();

  // A page that is loaded anew opens with what was seen last: not for who is signed out meanwhile. It is told so, also when that
  // is known before the page stands.
  for (const isKnownFirst of isLong ? [false, true] : [true]) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.locator('.shell').waitFor();
    const address = page.url();
    // The page that is left asks nothing more: it would say so itself.
    await page.goto('about:blank');
    await db.admin.query('update app.staff_sessions set revoked_at = now() where staff_id = $1', [id]);
    if (isKnownFirst) {
      const answered = page.waitForResponse('**/admin/graphql');
      await page.route('**/main.js', async (route) => {
        await answered;
        await route.continue();
      });
    }
    await page.goto(address);
    await page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor();
    t.is(await page.locator('.shell').count(), 0);
    t.is(await page.evaluate(`Object.keys(sessionStorage).filter((name) => name.startsWith('haat.seen')).length`), 0);
    await page.unrouteAll();
  }

  // Who signs out before it was answered who is signed in stays signed out when the answer comes.
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.shell').waitFor();
  const late = await holdAnswer(page, 'Enter');
  await page.reload();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in to Haat' }).waitFor();
  await late.letGo();
  t.is(await page.locator('.shell').count(), 0);
  t.is(await page.evaluate('sessionStorage.length'), 0);
  await close();
});

longBrowserTest('a one-time password is changed before anything else', async (t) => {
  t.timeout(120_000);
  const { id, email } = await hire(db, shop.companyId, { role: 'owner' });
  await db.admin.query(`update app.staff set password_expires_at = now() + interval '1 hour' where id = $1`, [id]);
  const { page, close } = await open();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('One-time password').fill(password);
  await page.getByLabel('New password').fill('my very own password');
  await page.keyboard.press('Enter');
  await page.locator('.tile, .calm').first().waitFor();
  const { rows } = await db.admin.query('select password_expires_at from app.staff where id = $1', [id]);
  t.is(rows[0].password_expires_at, null);
  await close();
});

browserTest(
  'two-factor sign-in is set up in the account, asked for at the next sign-in, and sessions are ended',
  async (t) => {
    t.timeout(120_000);
    const { id, email } = await hire(db, shop.companyId, { role: 'owner' });
    const { page, problems, close } = await open(screens.darkPhone);
    await signIn(page, email);
    const elsewhere = await openSession(db, id);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'My account' }).click();
    await page.locator('.sessions li').nth(1).waitFor();
    t.is(await page.getByRole('heading', { level: 1 }).textContent(), 'My account');
    await keep(page, 'account');
    t.deepEqual(await faultsOf(page), []);
    await page.locator('.sessions').getByRole('button', { name: 'Sign out' }).click();
    await page.locator('.sessions li').nth(1).waitFor({ state: 'detached' });
    t.is(await desk.refusal(elsewhere, '{ viewer { id } }'), 'UNAUTHENTICATED');

    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Your password').fill(password);
    await page.keyboard.press('Enter');
    await page.locator('.key').waitFor();
    const key = (await page.locator('.key').textContent())!;
    t.regex(key, /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    t.regex((await page.locator('.uri').getAttribute('href'))!, /^otpauth:\/\/totp\//);
    t.deepEqual(await faultsOf(page), []);
    await keep(page, 'set up');
    await page.getByLabel('Code that the app shows').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor();
    const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
    await page.getByLabel('Code that the app shows').fill(app.generate());
    await page.keyboard.press('Enter');
    await page.locator('.codes li').nth(9).waitFor();
    const codes = await page.locator('.codes li').allInnerTexts();
    t.deepEqual(await faultsOf(page), []);
    await keep(page, 'recovery codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('On. You have 10 recovery codes left.').waitFor();

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await keep(page, 'second step');
    await page.keyboard.type(codes[0]!);
    await page.keyboard.press('Enter');
    await page.locator('.shell h1').filter({ visible: true, hasText: 'My account' }).waitFor();
    t.regex((await page.evaluate(`localStorage.getItem('haat.device')`)) as string, /^device_/);
    t.deepEqual(problems, []);
    await close();
  },
);

browserTest('a passkey is added in the account, signs in by one press, and once removed opens nothing', async (t) => {
  t.timeout(120_000);
  const { email } = await hire(db, shop.companyId, { role: 'owner' });
  const context = await browser!.newContext({ locale: 'en-GB', serviceWorkers: 'block', ...screens.desk });
  // Passkeys want https and a name: the address of the tests' settings, answered by the desk of the tests.
  const named = 'https://haat.example';
  await context.route(`${named}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: desk.url + pathname + search }) });
  });
  const { page, problems } = await openPage(context, named);
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const options = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...options },
  });
  const entrance = page.getByRole('button', { name: 'Sign in with a passkey' });
  await page.goto(`${named}/admin/account`);
  await entrance.waitFor();
  t.deepEqual(await faultsOf(page), []);
  await signIn(page, email);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await hears(page, 'Added: Chrome on Linux');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('A passkey of yours is on this device already.').waitFor();
  t.deepEqual(await faultsOf(page), []);
  await keep(page, 'passkeys');
  const out = page.getByRole('button', { name: 'Sign out', exact: true }).filter({ visible: true });
  await out.first().click();
  await entrance.click();
  await page.getByText('last used').waitFor();
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
  await page.getByLabel('Name of the passkey').fill('Counter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Counter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await hears(page, 'Removed: Counter');
  await out.first().click();
  await page.getByRole('button', { name: 'বাংলা' }).click();
  await page.getByRole('button', { name: 'পাসকি দিয়ে সাইন ইন' }).click();
  await page.getByText('এই পাসকি দিয়ে কোনো অ্যাকাউন্ট খোলে না।').waitFor();
  t.deepEqual(problems, []);
  // At a number there is none, and the person is told where.
  await page.goto(`${desk.url}/admin`);
  await entrance.click();
  await page.getByText(`Passkeys work at ${named}/admin only.`).waitFor();
  await context.close();
});

/** What a browser has for notices, without a push service; the page keeps in its storage what it subscribed to. */
const fakePush = `(() => {
  const key = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
  const made = () => ({
    endpoint: 'https://push.example.com/1',
    options: {},
    toJSON: () => ({ endpoint: 'https://push.example.com/1', keys: { p256dh: key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
    unsubscribe: async () => localStorage.removeItem('subscribed'),
  });
  const pushManager = {
    getSubscription: async () => (localStorage.getItem('subscribed') ? made() : null),
    subscribe: async ({ applicationServerKey }) => {
      localStorage.setItem('subscribed', applicationServerKey.length);
      return made();
    },
  };
  const registration = { pushManager, active: null };
  const serviceWorker = { register: async () => {}, ready: Promise.resolve(registration), getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker });
  globalThis.Notification = class {
    static get permission() { return localStorage.getItem('permission') ?? 'default'; }
    static async requestPermission() { if (this.permission === 'default') localStorage.setItem('permission', 'granted'); return this.permission; }
  };
})()`;

longBrowserTest(
  'notices are turned on, tried and turned off in the account, and who blocked them is told what to do',
  async (t) => {
    t.timeout(120_000);
    const { id, email } = await hire(db, shop.companyId);
    const { page, problems, close } = await open(screens.phone, '/account');
    await page.addInitScript(fakePush);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Haat' }).waitFor();
    await signIn(page, email);
    await page.getByRole('checkbox', { name: 'Call-backs' }).uncheck();
    await page.getByRole('checkbox', { name: 'New orders' }).uncheck();
    await page.getByRole('button', { name: 'Turn on here' }).click();
    await page.getByText('Choose at least one.').waitFor();
    await page.getByRole('checkbox', { name: 'New orders' }).check();
    await page.getByRole('button', { name: 'Turn on here' }).click();
    await hears(page, 'Notices are on here');
    t.is(await page.evaluate(`localStorage.getItem('subscribed')`), '65', 'by the key of the company');
    const device = async () =>
      (
        await db.admin.query(
          'select new_orders, call_backs, language from app.staff_push_devices where staff_id = $1',
          [id],
        )
      ).rows[0];
    t.deepEqual(await device(), { new_orders: true, call_backs: false, language: 'en' });
    await page.getByRole('button', { name: 'Send a test' }).click();
    await hears(page, 'A test is on its way to this device');
    t.deepEqual(await faultsOf(page), []);
    await keep(page, 'notices');
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Turn on here' }).waitFor();
    t.is(await device(), undefined);
    t.is(await page.evaluate(`localStorage.getItem('subscribed')`), null);
    await page.evaluate(`localStorage.setItem('permission', 'denied')`);
    await page.reload();
    await page.getByText('The browser blocks notices of this page.').waitFor();
    t.deepEqual(problems, []);
    await close();
  },
);

longBrowserTest('the password and the language are changed in the account, and one signs out everywhere', async (t) => {
  t.timeout(120_000);
  const { id, email } = await hire(db, shop.companyId, { role: 'agent', permissions: [] });
  const { page, problems, close } = await open(screens.desk, '/account');
  await signIn(page, email);
  await page.getByLabel('Present password').fill('wrong password');
  await page.getByLabel('New password').fill('my very own password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'The present password is wrong' }).waitFor();
  await page.getByLabel('Present password').fill(password);
  await page.keyboard.press('Enter');
  await hears(page, 'Your password is changed');
  const { rows } = await db.admin.query(
    `select password_hash = extensions.crypt('my very own password', password_hash) as changed from app.staff where id = $1`,
    [id],
  );
  t.true(rows[0].changed);

  await page.getByLabel('Language of the pages').selectOption('bn');
  await page.getByLabel('অঙ্ক', { exact: true }).selectOption('beng');
  await page.getByRole('heading', { level: 1, name: 'আমার অ্যাকাউন্ট' }).waitFor();
  t.is(await page.evaluate('document.documentElement.lang'), 'bn');
  t.is(await page.evaluate(`localStorage.getItem('haat.language')`), 'bn beng');
  await page.getByRole('button', { name: 'সব জায়গা থেকে সাইন আউট' }).click();
  await page.getByRole('heading', { name: 'হাটে সাইন ইন' }).waitFor();
  const { rows: left } = await db.admin.query(
    'select from app.staff_sessions where staff_id = $1 and revoked_at is null',
    [id],
  );
  t.is(left.length, 0);
  t.deepEqual(problems, []);
  await close();
});
