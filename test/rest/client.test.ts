// The client of server/client/ and the one of the guide: in a long run written by its command, loaded in
// projects of several kinds and checked by the compiler; used, against the service and against a server that fails as it is told.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import vm from 'node:vm';
import test from 'ava';
import { build } from 'esbuild';
import createClient from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
import ts from 'typescript';
import { writeClient } from '../../db/cli/write-client.ts';
import { createHaatClient, HaatError, verifyWebhook } from '../../server/client/client.ts';
import { openApi } from '../../server/openapi/index.ts';
import { operations } from '../../server/operations/index.ts';
import { longTest } from '../helpers/long.ts';
import { type Scripted, scripted } from '../helpers/servers/scripted.ts';
import { stockVariant } from '../helpers/shop.ts';
import { closeApiShop, house, openApiShop, send, shop } from '../helpers/shops/api-shop.ts';
import { emit } from '../helpers/webhooks.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

// biome-ignore lint/suspicious/noExplicitAny: the types are looked at by the compiler, in the first test
type Any = any;
const connect = (options: object = {}) =>
  createHaatClient<Any, Any>({ baseUrl: `${house().api.url}/ext/v1`, key: shop.storeKey.key, ...options });

const program = `
import { createHaat, type HaatEvent, verifyWebhook } from 'haat-client';

const haat = createHaat({ baseUrl: '', key: '' });

export async function run(secret: string, body: string, headers: Record<string, string>): Promise<string[]> {
  const told: string[] = [];
  for await (const order of haat.pages('/orders', { query: { status: 'pending' } })) told.push(order.number);
  for await (const payment of haat.pages('/orders/{id}/payments', { path: { id: '' } })) told.push(payment.amount);
  for await (const event of haat.events({ types: ['order.created'] }))
    if (event.type === 'order.created') told.push(event.data.object.number);
  for await (const { line, error } of haat.jobResults('', { refusedOnly: true })) told.push(line + (error?.code ?? ''));
  const event: HaatEvent = verifyWebhook(secret, body, headers);
  const { data } = await haat.GET('/me');
  return [...told, event.type, data?.company.name ?? ''];
}
`;

/** Of the API of tests. */
const publicUrl = 'https://haat.example';

/** What the guide shows of a client that is made of the document alone. */
const guideOrder = `
  const { data: order, error } = await haat.POST('/orders', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: {
      customer: { phone: '01712 345678', full_name: 'Nasrin Akter' },
      items: [{ sku: 'SAR-BTK-IND', quantity: 1 }],
      shipping_charge: 60,
    },
  });
  if (error) throw new Error(error.error.code);
  return { number: order.number, total: order.total_amount, items: order.items?.length };
`;

const guideProgram = (body: string) => `
import createClient from 'openapi-fetch';
import type { paths } from './haat.ts';
const haat = createClient<paths>({ baseUrl: '' });
export async function run(idempotencyKey: string) { ${body} }
`;

const guideReceiver = `
import type { webhooks } from './haat.ts';

type Event = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

function handle(event: Event) {
  switch (event.type) {
    case 'order.updated':
      return \`\${event.data.object.number} was \${event.previous?.status}\`;
    case 'inventory.updated':
      return \`\${event.data.object.sku}: \${event.data.object.available} left\`;
    default:
      // New types may be added.
      return null;
  }
}
`;

/** The programs that a page shows, as one, with what they leave to the reader. */
const shown = (page: string) =>
  `declare const lastId: string, jobId: string, secret: string, rawBody: string;
   declare const headers: Headers, request: { headers: Headers };
   declare const process: { env: Record<string, string> };
   declare function save(id: string): Promise<void>;
   ${[
     ...fs
       .readFileSync(path.join(import.meta.dirname, '../../server', page), 'utf8')
       .matchAll(/^```ts\n([\s\S]*?)^```$/gm),
   ]
     .map(([, code]) => code!)
     .filter((code) => !code.includes("'./haat.ts'") && !code.includes('codegen'))
     .join('')}`;

/** A project in which the client and its packages are installed; gives the folder of the client too. */
function project(t: { teardown(work: () => void): void }): { home: string; folder: string } {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-project-'));
  t.teardown(() => fs.rmSync(home, { recursive: true }));
  fs.writeFileSync(path.join(home, 'package.json'), '{ "type": "module" }');
  const own = path.join(import.meta.dirname, '../../node_modules');
  fs.mkdirSync(path.join(home, 'node_modules'));
  for (const name of fs.readdirSync(own).filter((entry) => !entry.startsWith('.')))
    fs.symlinkSync(path.join(own, name), path.join(home, 'node_modules', name));
  return { home, folder: path.join(home, 'node_modules/haat-client') };
}

/** What the compiler says of each program, with the strictest settings. */
function problemsOf(home: string, programs: Record<string, string>, settings: ts.CompilerOptions) {
  const names = Object.keys(programs);
  for (const name of names) fs.writeFileSync(path.join(home, `${name}.ts`), programs[name]!);
  const program = ts.createProgram(
    names.map((name) => path.join(home, `${name}.ts`)),
    {
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      isolatedModules: true,
      noEmit: true,
      ...settings,
    },
  );
  const of = (file: ts.SourceFile) => ts.getPreEmitDiagnostics(program, file);
  // With those of the client's own declarations; those of others, and of the language, are not looked at.
  const declared = program.getSourceFiles().filter(({ fileName }) => /haat-client/.test(fileName));
  const ofClient = declared.flatMap(of);
  const text = ({ messageText }: ts.Diagnostic) => ts.flattenDiagnosticMessageText(messageText, ' ');
  const ofProgram = (name: string) => of(program.getSourceFile(path.join(home, `${name}.ts`))!);
  return new Map(names.map((name) => [name, [...ofProgram(name), ...ofClient].map(text)]));
}

const programsOfGuide: Record<string, string> = {
  guide_order: guideProgram(guideOrder),
  guide_receiver: guideReceiver,
  without_key: guideProgram(guideOrder.replace("params: { header: { 'Idempotency-Key': idempotencyKey } },", '')),
  misspelt: guideProgram(guideOrder.replace('quantity: 1', 'quantitty: 1')),
  amount_as_text: guideProgram(guideOrder.replace('shipping_charge: 60', "shipping_charge: '60.00'")),
  unknown_path: guideProgram(guideOrder.replace("'/orders'", "'/order'")),
  event_of_no_type: guideReceiver.replace("'order.updated'", "'order.moved'"),
  field_of_other_event: guideReceiver.replace('object.available', 'object.number'),
};

test('a folder that holds other files is left as it is; the packages of the client are those that are tested here', async (t) => {
  const { home } = project(t);
  const before = fs.readdirSync(home);
  for (const language of ['javascript', 'python'] as const)
    await t.throwsAsync(writeClient(home, '', language), { message: /holds other files/ });
  t.deepEqual(fs.readdirSync(home), before);
  const read = (name: string) => JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../..', name), 'utf8'));
  const { dependencies, devDependencies } = read('server/client/package.json');
  const ours = read('package.json').devDependencies;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    t.is(ours[name], version, `${name}: as it is tested here`);
});

test('the command writes a package that knows every path, and loads wherever programs run', async (t) => {
  t.timeout(60_000);
  const { home, folder } = project(t);
  // An earlier client is written over, also where its packages are installed in it; other files are not.
  fs.mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "name": "haat-client", "version": "0.9.0" }');
  const files = await writeClient(folder, publicUrl);
  t.deepEqual(files.toSorted(), [
    ...['README.md', 'client.d.ts', 'client.js', 'index.d.ts', 'index.js', 'package.json', 'types.d.ts'],
  ]);
  const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
  t.regex(read('package.json'), /openapi-typescript https:\/\/haat\.example\/ext\/v1\/openapi\.json/);
  for (const { path: route } of Object.values(operations)) t.true(read('types.d.ts').includes(`"${route}": {`), route);
  await t.throwsAsync(writeClient(folder, '', 'python'), { message: /holds other files/ });

  const loads =
    "import { createHaat } from 'haat-client'; console.log(typeof createHaat({ baseUrl: '', key: '' }).pages);";
  const run = (name: string, text: string) => {
    fs.writeFileSync(path.join(home, name), text);
    return execFileSync(process.execPath, [name], { cwd: home, encoding: 'utf8' });
  };
  t.is(run('module.mjs', loads), 'function\n');
  t.is(run('common.cjs', loads.replace(/import (.*) from (.*?);/, 'const $1 = require($2);')), 'function\n');
  const browser = await build({
    stdin: { contents: loads, resolveDir: home },
    ...{ bundle: true, write: false, platform: 'browser', format: 'iife', logLevel: 'silent' },
  });
  t.deepEqual([browser.errors, browser.warnings], [[], []]);
  const told: string[] = [];
  const log = (text: string) => void told.push(text);
  // No `process`, `require` or `Buffer`, as in a browser and in Deno.
  vm.runInNewContext(browser.outputFiles![0]!.text, { console: { log }, fetch, Request, Headers, crypto });
  t.deepEqual(told, ['function']);
});

longTest('the compiler takes what the guides show, and refuses what the service would', async (t) => {
  t.timeout(60_000);
  const { home, folder } = project(t);
  await writeClient(folder, publicUrl);
  const wrong = (text: string, other: string) => {
    t.true(program.includes(text), text);
    return program.replace(text, other);
  };
  const problems = problemsOf(
    home,
    {
      sound: program,
      readme: shown('client/README.md'),
      guide: shown('docs/guides/typed-client.md'),
      no_list: wrong("haat.pages('/orders', {", "haat.pages('/me', {"),
      unknown_filter: wrong("status: 'pending'", "colour: 'red'"),
      no_id: wrong(", { path: { id: '' } }", ''),
      unknown_event: wrong("event.type === 'order.created'", "event.type === 'order.moved'"),
      field_of_another: wrong('event.data.object.number', 'event.data.object.available'),
      ...Object.fromEntries(
        // The types that the client has are made as the guide makes them, of the same document.
        Object.entries(programsOfGuide).map(([name, text]) => [
          name,
          text.replace('./haat.ts', './node_modules/haat-client/types.js'),
        ]),
      ),
    },
    { module: ts.ModuleKind.NodeNext },
  );
  const sound = ['sound', 'readme', 'guide', 'guide_order', 'guide_receiver'];
  for (const [name, found] of problems) {
    if (sound.includes(name)) t.deepEqual(found, [], name);
    else t.true(found.length > 0, name);
  }
  const bundled = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
  t.deepEqual(problemsOf(home, { sound: program }, bundled).get('sound'), [], 'for a bundler');
});

test('the client of the guide, made of the document that the service gives, places an order', async (t) => {
  const { api, db } = house();
  const { body: document } = await send('GET', '//ext/v1/openapi.json');
  const made = openApi(operations, { url: `${publicUrl}/ext/v1` });
  t.true(isDeepStrictEqual(document, JSON.parse(JSON.stringify(made))));
  await stockVariant(db.admin, shop, { sku: 'SAR-BTK-IND', quantity: 10, price: 450 });
  const haat = createClient({
    baseUrl: `${api.url}/ext/v1`,
    headers: { Authorization: `Bearer ${shop.storeKey.key}` },
  });
  // The very text that the compiler reads.
  const run = new Function('haat', 'idempotencyKey', `return (async () => { ${guideOrder} })()`);
  const placed = await run(haat, randomUUID());
  t.regex(placed.number, /^ORD-/);
  t.like(placed, { total: '510.00', items: 1 });
});

test('the guide shows the programs that are tested', (t) => {
  const guide = fs.readFileSync(path.join(import.meta.dirname, '../../server/docs/guides/typed-client.md'), 'utf8');
  const shown = guide.replace('crypto.randomUUID()', 'idempotencyKey').replaceAll(/\s+/g, ' ');
  const [call] = guideOrder.split('if (error)');
  t.true(shown.includes(call!.trim().replaceAll(/\s+/g, ' ')));
  t.true(shown.includes(guideReceiver.trim().replaceAll(/\s+/g, ' ')));
});

/** A client of a server that answers as it is told. */
async function connectScripted(t: { teardown(work: () => void): void }, ...answers: Scripted[]) {
  const { asked, url } = await scripted(t, ...answers);
  const waits: number[] = [];
  const haat = connect({ baseUrl: url, pause: async (milliseconds: number) => void waits.push(milliseconds) });
  return { asked, waits, haat };
}

const refusal = (code: string) => ({ error: { code, message: code } });

test('a write is tried again with its Idempotency-Key, after what the service asks for', async (t) => {
  const { asked, waits, haat } = await connectScripted(
    t,
    { status: 429, headers: { 'retry-after': '17' }, body: refusal('RATE_LIMITED') },
    { status: 503, headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } },
    'broken',
    { status: 409, body: refusal('IDEMPOTENCY_IN_FLIGHT') },
    { status: 500, body: refusal('INTERNAL') },
    { status: 201, body: { id: 'made' } },
  );
  const { data } = await haat.POST('/brands', { body: { name: 'Tangail' } });
  t.deepEqual(data, { id: 'made' });
  t.is(asked.length, 6);
  t.is(new Set(asked.map(({ key }) => key)).size, 1);
  t.truthy(asked[0]!.key, 'without one of the caller it makes one');
  for (const { body } of asked) t.is(body, '{"name":"Tangail"}');
  t.deepEqual(waits.slice(0, 2), [17_000, 120_000], 'seconds, or a date; two minutes at most');
  for (const [tries, milliseconds] of waits.slice(2).entries())
    t.true(milliseconds >= 250 * 2 ** (tries + 2) && milliseconds <= 500 * 2 ** (tries + 2), String(milliseconds));

  await haat.POST('/brands', { params: { header: { 'Idempotency-Key': 'mine' } }, body: {} }).catch(() => {});
  t.is(asked.at(-1)!.key, 'mine');
});

test('what asking again cannot change is not asked again, and it ends', async (t) => {
  const once = await connectScripted(t, { status: 422, body: refusal('VALIDATION_ERROR') });
  t.is((await once.haat.POST('/brands', { body: {} })).error.error.code, 'VALIDATION_ERROR');
  const conflict = await connectScripted(t, { status: 409, body: refusal('CONFLICT') });
  t.is((await conflict.haat.POST('/brands', { body: {} })).response.status, 409);
  t.deepEqual([once.asked.length, conflict.asked.length], [1, 1]);
  const busy = await connectScripted(
    t,
    ...Array.from({ length: 9 }, () => ({ status: 503, body: refusal('UNAVAILABLE') })),
  );
  t.is((await busy.haat.GET('/me', {})).response.status, 503);
  t.is(busy.asked.length, 6);
  t.is(busy.asked[0]!.key, undefined, 'a read has none');
  const gone = await connectScripted(t);
  await t.throwsAsync(gone.haat.GET('/me', {}));
  t.is(gone.asked.length, 6);
});

test('all pages of a list, and events as they happen', async (t) => {
  const haat = connect();
  const names = ['Aarong', 'Jatra', 'Kay Kraft'];
  for (const name of names) t.is((await haat.POST('/brands', { body: { name } })).response.status, 201);
  const found: string[] = [];
  for await (const brand of haat.pages('/brands', { query: { limit: 2, sort: 'created_at' } }) as Any)
    found.push(brand.name);
  t.deepEqual(found, names);

  const ending = new AbortController();
  const told: string[] = [];
  const { data } = (await send('GET', '/events?types=brand.created')).body;
  const listening = haat.events({
    startingAfter: data[0].id,
    types: ['brand.created', 'brand.updated'],
    signal: ending.signal,
  });
  for await (const event of listening as Any) {
    told.push(event.data.object.name ?? event.id);
    // Those of before came first; the next one is still to be made.
    if (told.length === 2) told.push(await emit(house().db, shop, { type: 'brand.updated', object: {} }));
    if (told.length === 4) ending.abort();
  }
  t.deepEqual(told.slice(0, 2), names.slice(1));
  t.is(told[2], told[3]);

  const lost = haat.events({ startingAfter: shop.companyId });
  const error = await t.throwsAsync<HaatError>(lost.next(), { instanceOf: HaatError });
  t.deepEqual([error!.status, error!.code, Object.keys(error!.fields)], [404, 'NOT_FOUND', ['starting_after']]);
});

test('a webhook is its event when the signature is good, and nothing otherwise', (t) => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"id":"1","type":"order.created"}';
  const now = new Date();
  const headers = {
    'webhook-id': '1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('1', now, body),
  };
  t.deepEqual(verifyWebhook(secret, body, headers), JSON.parse(body));
  t.deepEqual(verifyWebhook(secret, body, new Headers(headers)), JSON.parse(body));
  t.deepEqual(verifyWebhook(secret, body, { ...headers, 'set-cookie': ['a', 'b'] }), JSON.parse(body));
  t.throws(() => verifyWebhook(secret, body.replace('1', '2'), headers));
});

test('the results of a job come in order, also over connections that break off', async (t) => {
  const lines = [1, 2, 3, 4].map((line) => ({ line, status: 201, answer: { name: `Brand ${line}` } }));
  const asked: (string | null)[] = [];
  const server = http.createServer(async (request, response) => {
    const after = new URL(request.url!, 'http://haat').searchParams.get('starting_after');
    asked.push(after);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    // A line and a half, but for the last time.
    const texts = lines.filter(({ line }) => line > Number(after)).map((line) => `${JSON.stringify(line)}\n`);
    if (texts.length === 1) return void response.end(texts[0]);
    response.write(texts[0]! + texts[1]!.slice(0, 10), () => response.socket!.resetAndDestroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const haat = connect({ baseUrl, pause: async () => {} });
  t.deepEqual(await Array.fromAsync(haat.jobResults('a')), lines);
  t.deepEqual(asked, [null, '1', '2', '3']);
  const { api } = house();
  const error = await t.throwsAsync<HaatError>(
    connect({ baseUrl: `${api.url}/ext/v1` })
      .jobResults(shop.companyId)
      .next(),
    { instanceOf: HaatError },
  );
  t.deepEqual([error!.status, error!.code], [404, 'NOT_FOUND']);
});
