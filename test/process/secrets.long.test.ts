// Whatever is known to one side only stays out of all that the service gives away: its log and that of Postgres at their most
// talkative, metrics, traces, answers, events and rows. By real processes.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { withLogin } from '../../db/connect/connection.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { dump, leaksIn } from '../helpers/leaks.ts';
import { environment } from '../helpers/processes/environment.ts';
import { freePort, startService } from '../helpers/processes/service.ts';
import { Collector } from '../helpers/servers/collector.ts';
import { Receiver } from '../helpers/servers/receiver.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { hire, password, signIn } from '../helpers/staff.ts';
import { allowLoopback } from '../helpers/webhooks.ts';

let db: TestDatabase;
let shop: TestShop;

test.before(async () => {
  db = await freshDatabase('runs processes');
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'RICE', price: 350 });
  await allowLoopback(db.admin);
});

test.after.always(() => db?.drop());

const random = () => randomBytes(12).toString('hex');

/** The URL of a database with a password in it. This Postgres trusts everyone and asks for none. */
function withPassword(url: string, secret: string): string {
  const changed = new URL(url);
  changed.password = secret;
  return changed.href;
}

/** Lets Postgres log all that it can of our logins: statements, plans, their parameters. Gives what it has logged since. */
async function makeTalkative(): Promise<() => string> {
  const { rows } = await db.admin.query(
    `select current_database() as name, current_setting('data_directory') as directory`,
  );
  const talkative = {
    log_statement: 'all',
    log_min_duration_statement: '0',
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
  };
  for (const role of ['haat_gateway', 'haat_staff_gateway', 'haat_worker']) {
    for (const [name, value] of Object.entries(talkative))
      await db.admin.query(`alter role ${role} in database ${rows[0].name} set ${name} = '${value}'`);
  }
  const file = path.join(path.dirname(rows[0].directory), 'postgres.log');
  const before = fs.statSync(file).size;
  return () => fs.readFileSync(file).subarray(before).toString();
}

test('keys, sessions, passwords, signing secrets and those of settings are given away nowhere', async (t) => {
  const receiver = await new Receiver().listen();
  t.teardown(() => receiver.close());
  const collector = await new Collector().listen();
  t.teardown(() => collector.close());
  const postgresLog = await makeTalkative();
  const secrets = new Map<string, string>();
  const secret = (what: string, value = random()) => {
    secrets.set(what, value);
    return value;
  };
  const environment = {
    DATABASE_URL: withPassword(withLogin(db.url, 'haat_gateway'), secret('password of DATABASE_URL')),
    MEDIA_URL: `s3://access:${secret('secret of MEDIA_URL')}@bucket?endpoint=http://127.0.0.1:9`,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'trace',
    SECRET_KEYS: secret('key of SECRET_KEYS', randomBytes(32).toString('hex')),
    WORKER_PORT: String(await freePort()),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${secret('header of the collector')}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  const api = await startService(t, 'api', environment);
  const worker = await startService(t, 'worker', environment);
  const answers: string[] = [];
  const send = async (method: string, target: string, authorization: string | undefined, body?: unknown) => {
    const response = await fetch(api.url + target, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'idempotency-key': secret('Idempotency-Key', random()),
        cookie: `session=${secret('cookie')}`,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    answers.push(text, JSON.stringify([...response.headers]));
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };

  // Keys: a good one, bad ones, in places where they do not belong, in a body that is broken.
  const key = secret('key', shop.companyKey.key);
  t.is((await send('GET', '/ext/v1/me', `Bearer ${key}`)).status, 200);
  t.is((await send('GET', '/ext/v1/me', `Bearer service_sk_${secret('unknown key')}`)).status, 401);
  t.is((await send('GET', '/ext/v1/me', `Basic ${secret('other scheme')}`)).status, 401);
  t.is((await send('GET', `/ext/v1/me?key=${secret('key in a query')}`, undefined)).status, 401);
  t.is((await send('POST', '/ext/v1/customers', `Bearer ${key}`, `{"key": "${secret('broken body')}"`)).status, 422);
  t.is((await send('POST', '/ext/v1/customers', `Bearer ${key}`, { password: secret('unknown field') })).status, 422);
  const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { token: secret('argument of a tool') } };
  t.is((await send('POST', '/ext/mcp/v1', `Bearer ${key}`, listing)).status, 200);
  // A picture, which the storage cannot give.
  t.true((await send('GET', `/media/images/${shop.companyId}/${crypto.randomUUID()}.webp`, undefined)).status >= 400);

  // Staff: passwords wrong and right, the session, a key and a signing secret made in it.
  const graphql = (query: string, variables: object, session?: string) =>
    send('POST', '/admin/graphql', session && `Bearer ${session}`, { query, variables });
  const owner = await hire(db, shop.companyId, { role: 'owner' });
  await graphql(signIn, { email: owner.email, password: secret('wrong password') });
  const signedIn = await graphql(signIn, { email: owner.email, password: secret('password', password) });
  const session = secret('session', signedIn.body.data.signIn.session.token);
  const issued = await graphql(
    `mutation ($scopes: [ApiKeyScope]!) { createApiKey(input: { name: "K", type: company, scopes: $scopes }) { issuedApiKey { plaintext } } }`,
    { scopes: ['orders:read'] },
    session,
  );
  secret('new key', issued.body.data.createApiKey.issuedApiKey.plaintext);
  const addEndpoint = (description: string) =>
    graphql(
      `mutation ($store: UUID!, $url: String!, $description: String) {
        createWebhookEndpoint(input: { storeId: $store, url: $url, description: $description }) {
          webhookSecret { secret webhookEndpoint { id } }
        }
      }`,
      { store: shop.stores[0].id, url: receiver.url, description },
      session,
    );
  const { secret: signing, webhookEndpoint } = (await addEndpoint('good')).body.data.createWebhookEndpoint
    .webhookSecret;
  secret('signing secret', signing);
  const ping = 'mutation ($id: UUID!) { sendWebhookPing(input: { endpointId: $id }) { clientMutationId } }';
  await graphql(ping, { id: webhookEndpoint.id }, session);
  await receiver.has(1);
  const rotate = `mutation ($id: UUID!) { rotateWebhookSecret(input: { endpointId: $id }) { webhookSecret { secret } } }`;
  const rotated = await graphql(rotate, { id: webhookEndpoint.id }, session);
  secret('rotated signing secret', rotated.body.data.rotateWebhookSecret.webhookSecret.secret);
  secret('signature', receiver.got[0]!.headers['webhook-signature']!.split(',')[1]);

  // An error of Postgres that quotes the whole row, in both doors.
  await db.admin.query(`
    create function public.refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'broken on purpose' using detail = 'Failing row contains ' || new::text;
    end $$;
    create trigger refuse before insert on app.webhook_endpoints for each row when (new.description = 'bad') execute function public.refuse();
    create trigger refuse before insert on app.brands for each row execute function public.refuse()`);
  t.is((await addEndpoint('bad')).body.errors[0].extensions.code, 'INTERNAL');
  const named = { store_id: shop.stores[0].id, name: secret('name in a row that is refused') };
  t.is((await send('POST', '/ext/v1/brands', `Bearer ${key}`, named)).status, 500);

  // What else a day brings: an order, of which an event tells; lists; metrics; what Postgres shows of its sessions.
  const customer = { phone: '01712345678', full_name: 'Karim' };
  const order = { store_id: shop.stores[0].id, customer, items: [{ sku: 'RICE', quantity: 1 }] };
  t.is((await send('POST', '/ext/v1/orders', `Bearer ${key}`, order)).status, 201);
  await receiver.has(2);
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get_me', arguments: {} } };
  t.is((await send('POST', '/ext/mcp/v1', `Bearer ${key}`, call)).status, 200);
  const lists = await graphql(
    `{ webhookEndpoints { nodes { id url status webhookDeliveries { nodes { status webhookAttempts { nodes { error responseBody } } } } } }
       apiKeys { nodes { name sample last4 } } staffMembers { nodes { email fullName } } activityEntries { nodes { action before after } } }`,
    {},
    session,
  );
  t.is(lists.body.errors, undefined, lists.text);
  const metrics = [`${api.url}/metrics`, `http://127.0.0.1:${environment.WORKER_PORT}/metrics`];
  const measured = await Promise.all(metrics.map(async (url) => (await fetch(url)).text()));
  const { rows: shownSessions } = await db.admin.query(
    'select query, application_name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

  t.is(await api.stop(), 0);
  t.is(await worker.stop(), 0);
  const output = api.output() + worker.output();
  const rows = await dump(db.admin);
  const logged = postgresLog();
  // Each of these has something to say, or the search would prove nothing.
  t.regex(logged, /parameters|Query Text/);
  t.true(collector.spans.length > 10 && rows.includes(webhookEndpoint.id) && shownSessions.length > 2);
  const never = new Map(secrets);
  // The names of rows are not secret to a log of Postgres, and keys of idempotency are stored.
  for (const name of ['name in a row that is refused', 'Idempotency-Key']) never.delete(name);
  t.deepEqual(leaksIn(logged, never), [], 'the log of Postgres');
  t.deepEqual(leaksIn(rows, never), [], 'rows: jobs, events and all others');
  t.deepEqual(leaksIn(JSON.stringify(shownSessions), secrets), [], 'pg_stat_activity');
  t.deepEqual(leaksIn(measured.join('\n'), secrets), [], 'metrics');
  t.deepEqual(leaksIn(collector.text, secrets), [], 'traces');
  t.deepEqual(leaksIn(receiver.got.map(({ body }) => body).join('\n'), secrets), [], 'events');
  t.deepEqual(leaksIn(output, secrets), [], 'the log');
  const shown = answers.flatMap((text) => leaksIn(text, secrets)).sort();
  t.deepEqual(
    shown,
    ['new key', 'rotated signing secret', 'session', 'signing secret'],
    'each in the one answer that shows it',
  );
  t.regex(output, /"msg":"request"/);
  t.regex(output, /broken on purpose/);
  for (const hash of [key, session]) {
    const digest = createHash('sha256').update(hash).digest();
    t.false(output.includes(digest.toString('hex')) || output.includes(digest.toString('base64')));
  }
  t.notRegex(output, /service_sk_\w{8}|whsec_|staff_[0-9a-f]{64}|\$2a\$/);
});

test('a start that fails says which setting or which server, never the password', async (t) => {
  const run = (script: string, args: string[], url: string) =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [path.join(import.meta.dirname, '..', '..', script), ...args], {
        env: { ...environment, DATABASE_URL: url, LOG_LEVEL: 'trace' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      child.on('close', (code) => resolve(`${code}: ${output}`));
    });
  const urls = [
    'postgres://haat_gateway:hunter2@127.0.0.1:9/haat',
    'postgres://haat_gateway:hunter2@127.0.0.1/',
    'postgres:/haat_gateway:hunter2@x',
    withPassword(db.url.replace(/haat_[0-9a-f]{32}/, 'haat_nowhere'), 'hunter2'),
  ];
  const commands: [string, string[]][] = [
    ['server/index.ts', ['api']],
    ['db/cli/audit.ts', []],
    ['db/cli/haat.ts', ['company', 'list']],
  ];
  for (const url of urls) {
    const outputs = await Promise.all(commands.map(([script, args]) => run(script, args, url)));
    for (const output of outputs) {
      t.regex(output, /^[12]: /);
      t.notRegex(output, /hunter2/);
    }
  }
});
