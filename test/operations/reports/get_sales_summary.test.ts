import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { stockVariant } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';
import { Till } from '../../helpers/shops/sales.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_sales_summary', house, {
  sound: () => ({ from: '2026-05-01', to: '2026-05-31' }),
  wrong: [
    [{ from: '2026-02-29' }, 'from'],
    [{ to: '2026-04-30' }, 'from'],
    [{ period: 'today' }, 'period'],
    [{ compare: 'last_year' }, 'compare'],
  ],
});

test('a summary counts what was delivered in the window, for the store that is asked for', async (t) => {
  const till = new Till(db.admin, shop);
  const goods = await stockVariant(db.admin, shop, { sku: 'SAREE' });
  for (const day of ['2026-04-30', '2026-05-05', '2026-05-06'])
    await till.sell({
      lines: [{ ...goods, quantity: 2, unitPrice: 100 }],
      deliveredAt: new Date(`${day}T06:00:00Z`),
    });
  const { status, body } = await send('GET', '/reports/sales-summary?from=2026-05-01&to=2026-05-31');
  t.is(status, 200);
  t.is(body.net_sales, '400.00');
  const { key } = shop.companyKey;
  const other = `/reports/sales-summary?from=2026-05-01&to=2026-05-31&store_id=${shop.stores[1].id}`;
  t.is((await send('GET', other, undefined, { key })).body.net_sales, '0.00');
});
