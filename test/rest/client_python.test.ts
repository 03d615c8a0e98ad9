// The Python client: written by its command, and used by a program against the service and against a server that fails as it is
// told.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { writeClient } from '../../db/cli/write-client.ts';
import { operations } from '../../server/operations/index.ts';
import { hasProgram } from '../helpers/processes/has-program.ts';
import { scripted } from '../helpers/servers/scripted.ts';
import { closeApiShop, house, openApiShop, shop } from '../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

const withPython = hasProgram('python3') ? test : test.skip;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-python-'));
test.after.always(() => fs.rmSync(folder, { recursive: true }));
test.before(async () => {
  await writeClient(folder, 'https://haat.example', 'python');
});

/** Runs a program beside haat.py; gives what it prints as JSON. */
async function run(program: string, baseUrl: string, ...words: string[]) {
  const head = `import json, os, sys\nfrom haat import Haat, HaatError, verify_webhook\nwaits = []\nhaat = Haat(sys.argv[1], sys.argv[2], pause=waits.append)\n`;
  const { stdout } = await promisify(execFile)(
    'python3',
    ['-W', 'error', '-c', head + program, baseUrl, shop.storeKey.key, ...words],
    { cwd: folder, encoding: 'utf8' },
  );
  return JSON.parse(stdout);
}

test('the file has a method for each operation; an earlier one is written over, other files are not', async (t) => {
  const text = fs.readFileSync(path.join(folder, 'haat.py'), 'utf8');
  for (const name of Object.keys(operations)) t.true(text.includes(`    def ${name}(\n        self,`), name);
  t.regex(text, /Haat\("https:\/\/haat\.example\/ext\/v1"/);
  t.deepEqual(await writeClient(folder, 'https://haat.example', 'python'), ['haat.py']);
  await t.throwsAsync(writeClient(folder, ''), { message: /holds other files/ });
});

withPython('calls, versions, all pages of a list, events, a job and a refusal', async (t) => {
  const found = await run(
    `
for name in ["Aarong", "Jatra", "Kay Kraft"]:
    haat.create_brand({"name": name})
names = [brand["name"] for brand in haat.pages(haat.list_brands, limit=2, sort="created_at")]
brand = haat.get_brand(next(haat.pages(haat.list_brands))["id"])
haat.update_brand(brand["id"], {"name": "Kay Kraft Dhaka"}, if_match=brand.etag)
refused = []
def refuse(call, *given, **named):
    try:
        call(*given, **named)
    except HaatError as error:
        refused.append([error.status, error.code, sorted(error.fields)])
refuse(haat.update_brand, brand["id"], {"name": "Late"}, if_match=brand.etag)
refuse(haat.create_product, {"name": 1})
told = []
for event in haat.events(types=["brand.created", "brand.updated"]):
    told.append(event["type"])
    if len(told) == 4:
        break
job = haat.create_job(operation="create_brand", lines=[{"name": "Sadakalo"}, {"name": ""}])
sales = haat.get_sales_summary(from_="2026-01-01", to="2026-01-31")
print(json.dumps([names, refused, told, job["operation"], sales["from"], waits]))
`,
    `${house().api.url}/ext/v1/`,
  );
  t.deepEqual(found, [
    ['Aarong', 'Jatra', 'Kay Kraft'],
    [
      [412, 'PRECONDITION_FAILED', ['updated_at']],
      [422, 'VALIDATION_ERROR', ['name', 'variants']],
    ],
    ['brand.created', 'brand.created', 'brand.created', 'brand.updated'],
    'create_brand',
    '2026-01-01',
    [],
  ]);
});

withPython('a write is tried again with its Idempotency-Key; what asking again cannot change is not', async (t) => {
  const { asked, url } = await scripted(
    t,
    { status: 429, headers: { 'retry-after': '17' }, body: { error: { code: 'RATE_LIMITED' } } },
    'broken',
    { status: 409, body: { error: { code: 'IDEMPOTENCY_IN_FLIGHT' } } },
    { status: 503, headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } },
    { status: 201, body: { total_amount: '19.99' } },
    { status: 422, body: { error: { code: 'VALIDATION_ERROR', fields: { name: ['is required'] } } } },
    { status: 200, body: {} },
  );
  const found = await run(
    `
from decimal import Decimal
from datetime import date
try:
    haat.create_order({"note": date(2026, 1, 1)})
except TypeError:
    pass
order = haat.create_order({"items": [{"sku": "শাড়ি", "quantity": 1}], "shipping_charge": Decimal("60.10")})
try:
    haat.cancel_order("a/b", idempotency_key="mine")
except HaatError as error:
    refused = str(error.fields)
haat.list_orders(status="pending", expand=["customer", "items"], search="a&b")
print(json.dumps([order["total_amount"], refused, waits]))
`,
    url,
  );
  t.deepEqual(found.slice(0, 2), ['19.99', "{'name': ['is required']}"]);
  t.is(found[2][0], 17);
  t.is(found[2][3], 120, 'a date; two minutes at most');
  for (const [tries, seconds] of found[2].slice(1, 3).entries())
    t.true(seconds >= 0.25 * 2 ** (tries + 1) && seconds <= 0.5 * 2 ** (tries + 1), String(seconds));
  const tried = asked.slice(0, 5);
  t.is(new Set(tried.map(({ key }) => key)).size, 1);
  t.truthy(tried[0]!.key);
  for (const { body } of tried) t.is(body, '{"items": [{"sku": "শাড়ি", "quantity": 1}], "shipping_charge": 60.1}');
  t.deepEqual(
    asked.slice(5).map(({ method, url, key }) => [method, url, key]),
    [
      ['POST', '/orders/a%2Fb/cancel', 'mine'],
      ['GET', '/orders?status=pending&search=a%26b&expand=customer%2Citems', undefined],
    ],
  );
});

withPython('a webhook is its event when the signature is good, and nothing otherwise', async (t) => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"id":"1","type":"order.created","name":"শাড়ি"}';
  const signed = (at: Date) => ({
    'Webhook-Id': '1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'Webhook-Signature': `v1,bm90IHRoaXM= ${new Webhook(secret).sign('1', at, body)}`,
  });
  const good = signed(new Date());
  const cases = [
    [body, good],
    [body.replace('1', '2'), good],
    [body, signed(new Date(Date.now() - 600_000))],
    [body, { ...good, 'Webhook-Timestamp': 'now' }],
    [body, {}],
  ];
  const found = await run(
    `
told = []
for body, headers in json.loads(sys.argv[4]):
    try:
        told.append(verify_webhook(sys.argv[3], body.encode(), headers)["type"])
    except ValueError:
        told.append(None)
print(json.dumps(told))
`,
    '',
    secret,
    JSON.stringify(cases),
  );
  t.deepEqual(found, ['order.created', null, null, null, null]);
});
