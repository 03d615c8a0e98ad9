// A company in which each value that needs a permission to be seen is a canary: a text or a number that no other row has.
import type { TestDatabase } from './database.ts';
import { asCompany, type TestShop } from './shop.ts';
import { fillCompany } from './shops/full-company.ts';
import { hire } from './staff.ts';

/** What must not be seen, by the permission that shows it. */
export const canaries = {
  'customers.read': ['01799887766', 'canary.person', 'Canary Lane'],
  'costs.read': ['7391.5'],
  'developer.manage': ['canarykey', 'canaryevent', 'canaryanswer'],
  'activity.read': ['canaryactivity'],
  'staff.manage': ['settings.manage'],
} as const;

export const allCanaries: readonly string[] = Object.values(canaries).flat();

/** Fills a company, and plants the canaries past the triggers: in every row of the kind, one row of each alike. */
export async function plantCanaries(db: TestDatabase): Promise<TestShop> {
  const shop = await fillCompany(db);
  const storeId = shop.stores[0].id;
  await hire(db, shop.companyId, { full_name: 'Canary Colleague', permissions: ['settings.manage'] });
  await asCompany(db.admin, shop.companyId, (client) =>
    client.query(
      `select internal.log_activity($1, 'order.canaryactivity', 'order', o.id, '{"word": "canaryactivity"}')
       from app.orders o where o.store_id = $1 limit 1`,
      [storeId],
    ),
  );
  const client = await db.admin.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    const owned = (sql: string) => client.query(sql, [shop.companyId]);
    await owned(`insert into app.customers (company_id, store_id, full_name, created_at, updated_at)
      select s.company_id, s.id, 'Plain Person ' || n, now(), now()
      from app.stores s cross join generate_series(1, 3) n where s.company_id = $1`);
    await owned(`update app.customers set phone = '01799887766', email = 'canary.person@example.com'
      where id = (select id from app.customers where company_id = $1 order by id offset 1 limit 1)`);
    await owned(`insert into app.customer_addresses (company_id, store_id, customer_id, label, recipient_name,
        recipient_phone, address_line, city, area, postal_code, created_at, updated_at)
      select company_id, store_id, id, 'Canary Lane', 'canary.person', '01799887766', 'Canary Lane', 'Canary Lane',
        'Canary Lane', 'Canary Lane', now(), now()
      from app.customers where company_id = $1 limit 1`);
    await owned(`update app.orders set shipping_address = '{"address_line": "Canary Lane", "phone": "01799887766"}'
      where company_id = $1`);
    await owned(`update app.order_items set unit_cost = 7391.5 where company_id = $1`);
    await owned(`update app.stock_movements set unit_cost = 7391.5, average_cost_after = 7391.5
      where id = (select id from app.stock_movements where company_id = $1 order by id offset 1 limit 1)`);
    await owned(`update app.purchase_lines set unit_cost = 7391.5 where company_id = $1`);
    await owned(`update app.goods_receipt_lines set unit_cost = 7391.5 where company_id = $1`);
    await owned(`update app.variant_costs set average_cost = 7391.5 where company_id = $1`);
    await owned(`update app.api_keys set name = 'canarykey', sample = 'canarykey' where company_id = $1`);
    await owned(
      `update app.events set object = '{"phone": "01799887766", "word": "canaryevent"}' where company_id = $1`,
    );
    await owned(`update app.webhook_attempts set response_body = 'canaryanswer to 01799887766' where company_id = $1`);
  } finally {
    client.release(true);
  }
  return shop;
}
