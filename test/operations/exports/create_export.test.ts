import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { createKey } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('create_export', house, {
  sound: () => ({ operation: 'list_orders', filters: { status: 'pending' }, format: 'csv' }),
  wrong: [
    [{ operation: 'list_locations' }, 'operation'],
    [{ format: 'xlsx' }, 'format'],
    [{ filters: { status: 'lost' } }, 'filters.status'],
    [{ filters: { limit: 10 } }, 'filters.limit'],
    [{ filters: { colour: 'red' } }, 'filters.colour'],
    [{ operation: 'list_customers', filters: {}, for_sync: true }, 'for_sync'],
  ],
});

test('the key needs the scope of the list, and is told which', async (t) => {
  const { key } = await createKey(db.admin, shop.companyId, {
    storeId: shop.stores[0].id,
    scopes: ['orders:read', 'inventory:write'],
  });
  const ask = (operation: string) => send('POST', '/exports', { operation }, { key });
  const refused = await ask('list_customers');
  t.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN_SCOPE']);
  t.regex(refused.body.error.message, /customers:read/);
  t.is((await ask('list_orders')).status, 202);
  t.is((await ask('list_inventory_movements')).status, 202, 'write includes read');
});

test('filters are those of the list, and what it cannot combine is refused by name', async (t) => {
  const ask = (operation: string, filters: object) => send('POST', '/exports', { operation, filters });
  const both = await ask('list_inventory_levels', { missing_only: true });
  t.deepEqual(Object.keys(both.body.error.fields), ['filters.warehouse_id']);
  const { body, status } = await ask('list_products', { search: '  saree ', status: null });
  t.is(status, 202);
  t.deepEqual(
    [body.status, body.filters, body.format, body.url, body.record_count],
    ['pending', { search: '  saree ' }, 'ndjson', null, 0],
  );
});

test('five exports of a store may be open; a sixth waits for one of them', async (t) => {
  const { key } = await createKey(db.admin, shop.companyId, { storeId: shop.stores[1].id });
  const ask = () => send('POST', '/exports', { operation: 'list_orders' }, { key });
  const answers = await Promise.all(Array.from({ length: 7 }, ask));
  t.deepEqual(answers.map(({ status }) => status).sort(), [202, 202, 202, 202, 202, 409, 409]);
  await db.admin.query(
    `update app.exports set status = 'failed', failure_code = 'GAVE_UP', failure_message = 'x', ended_at = now(), expires_at = now()
     where id = $1`,
    [answers.find(({ status }) => status === 202)!.body.id],
  );
  t.is((await ask()).status, 202);
});
