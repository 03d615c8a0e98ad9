// What npm run new writes passes the check and its own tests, and answers: on a copy of the house.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { withLogin } from '../../db/connect/connection.ts';
import { applyCode } from '../../db/migrate/apply-code.ts';
import { freshDatabase } from '../helpers/database.ts';
import { copyHouse } from '../helpers/house-copy.ts';
import { startService } from '../helpers/processes/service.ts';
import { createShop } from '../helpers/shop.ts';

const { copy, make, run, remove } = copyHouse();
test.after.always(remove);

test.serial('three files make an endpoint that passes the check and its own test, and answers', async (t) => {
  t.timeout(300_000);
  const made = ['server/operations/index.ts'];
  const wanted: [name: string, method: string, route: string, resource: string, ...options: string[]][] = [
    ['list_dormant_brands', 'GET', '/brands/dormant', 'brands'],
    ['rest_brand', 'POST', '/brands/{id}/rest', 'brands'],
    ['get_order_weight', 'GET', '/orders/{id}/weight', 'orders'],
    ['close_till', 'PUT', '/store/till', 'store'],
    // A resource that is not there yet, and one in the file of another.
    ['list_gift_cards', 'GET', '/gift-cards', 'gift-cards'],
    ['get_gift_card', 'GET', '/gift-cards/{id}', 'gift-cards'],
    ['create_gift_card', 'POST', '/gift-cards', 'gift-cards'],
    ['drop_gift_card_use', 'DELETE', '/gift-cards/{id}/uses/{use_id}', 'gift-cards'],
    ['list_customer_wishes', 'GET', '/wishes/{customer_id}', 'customers', '--in', 'customers'],
    ['list_product_wishes', 'GET', '/products/{id}/wishes', 'products'],
  ];
  for (const [name, method, route, resource, ...options] of wanted) {
    const { status, stdout, stderr } = make('operation', name, method, route, ...options);
    t.is(status, 0, stderr);
    const files = [`server/operations/${resource}.ts`, `test/operations/${resource}/${name}.test.ts`];
    for (const file of files) t.true(stdout.includes(file), stdout);
    made.push(...files);
  }
  // They and what they import; the rest of the house is as it was.
  const program = { extends: './tsconfig.json', compilerOptions: { incremental: false }, include: [], files: made };
  fs.writeFileSync(path.join(copy, 'made.json'), JSON.stringify(program));
  await t.notThrowsAsync(run('node_modules/typescript/bin/tsc', '-p', 'made.json'));
  await t.notThrowsAsync(run('node_modules/@biomejs/biome/bin/biome', 'check', 'server', 'test/operations'));
  await t.notThrowsAsync(run('test/check/sql.ts'));
  const tests = wanted.map(([name, , , resource]) => `test/operations/${resource}/${name}.test.ts`);
  await t.notThrowsAsync(run('test/run.ts', '--together', ...tests));

  const db = await freshDatabase('changes the schema');
  t.teardown(() => db.drop());
  const shop = await createShop(db.admin);
  t.is((await applyCode(db.urlAs('haat_owner'), path.join(copy, 'db/code'))).length, wanted.length);
  const api = await startService(
    t,
    'api',
    { DATABASE_URL: withLogin(db.url, 'haat_gateway'), LOG_LEVEL: 'warn' },
    copy,
  );
  const call = async (method: string, place: string, body?: object) => {
    const response = await fetch(`${api.url}/ext/v1${place}`, {
      method,
      headers: { authorization: `Bearer ${shop.storeKey.key}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: documents of every shape
    return { status: response.status, body: (await response.json()) as any };
  };
  const brand = (await call('POST', '/brands', { name: 'Aarong' })).body.id;
  t.deepEqual((await call('GET', '/brands/dormant')).body.data, [{ id: brand }]);
  t.deepEqual((await call('POST', `/brands/${brand}/rest`, {})).body, { id: brand });
  t.is((await call('POST', `/brands/${crypto.randomUUID()}/rest`, {})).body.error.code, 'NOT_FOUND');
  t.is((await call('GET', `/orders/${brand}/weight`)).status, 404);
  t.deepEqual((await call('PUT', '/store/till', {})).body, { store_id: shop.stores[0].id });
  t.is((await call('PUT', '/store/till', { nonsense: 1 })).status, 422);
  const [{ id }] = (await call('GET', '/gift-cards')).body.data;
  t.deepEqual((await call('GET', `/gift-cards/${id}`)).body, { store_id: id });
  t.is(await api.stop(), 0);
});
