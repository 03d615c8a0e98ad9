// What delivery costs by the store's table: the same for a quote, a new order and an edited one, whatever the table and the address.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { findBrokenBooks } from '../helpers/invariants.ts';
import { runs } from '../helpers/long.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import fc from '../helpers/properties.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { asCompany, createShop, insert, stockVariant } from '../helpers/shop.ts';

type Zone = { name: string; places: string[]; charge: number; free_from?: number };
type Address = { area?: string; city?: string; district?: string };
// biome-ignore lint/suspicious/noExplicitAny: rows and documents
type Row = any;

let db: TestDatabase;
let desk: Desk;
let storeId: string;
const dhaka = { name: 'Dhaka', places: ['Dhaka', 'ঢাকা'], charge: 60, free_from: 2000 };
const savar = { name: 'Savar', places: ['Savar,Dhaka'], charge: 100 };
const elsewhere = { name: 'Everywhere else', places: [], charge: 130 };
/** What the products of these SKUs ask for delivery themselves. */
const own: Record<string, number | undefined> = { PLAIN: undefined, GIFT: 0, SOFA: 500 };

test.before(async () => {
  db = await borrowDatabase('sound');
  desk = await openDesk(db, await createShop(db.admin));
  storeId = desk.shop.stores[0].id;
  for (const [sku, delivery_charge] of Object.entries(own)) {
    const { productId } = await stockVariant(db.admin, desk.shop, { sku, price: 450, quantity: 100_000 });
    await desk.ask('update_product', { id: productId, delivery_charge: delivery_charge ?? null });
  }
  const coupon = (code: string, type: string, value: number) =>
    insert(db.admin, 'coupons', { company_id: desk.shop.companyId, store_id: storeId, code, type, value });
  await coupon('TENTH', 'percent', 10);
  await coupon('SHIP', 'free_shipping', 0);
});
test.after.always(() => db?.drop());

/** Sets a store's table as somebody at psql does. */
const setTable = (charges: string, zones: Zone[], permissions = ['settings.manage']): Promise<Row> =>
  asCompany(
    db.admin,
    desk.shop.companyId,
    async (client) => {
      await client.query('set local role haat_staff');
      const sql = `select * from staff.update_store(id => $1, delivery_charges => $2, delivery_zones => array(
        select row(z ->> 'name', array(select jsonb_array_elements_text(z -> 'places')), (z ->> 'charge')::numeric,
          (z ->> 'free_from')::numeric)::staff.delivery_zone from jsonb_array_elements($3) z))`;
      return (await client.query(sql, [storeId, charges, JSON.stringify(zones)])).rows[0];
    },
    { id: desk.staffId, name: 'Rina', permissions },
  );
const place = (address: Address | null, more = {}, items = [{ sku: 'PLAIN', quantity: 1 }]) =>
  desk.place(items, { shipping_address: address && { address_line: 'House 7', ...address }, ...more });
const told = ({ shipping_charge, delivery_zone, total_amount }: Row) => [
  Number(shipping_charge),
  delivery_zone,
  Number(total_amount),
];

test.serial(
  'who may not change settings sets no table, and one that would be ambiguous is refused whole',
  async (t) => {
    await t.throwsAsync(setTable('by_zone', [elsewhere], ['orders.manage']), { code: 'HT014' });
    const fieldsOf = async (charges: string, zones: Zone[]) => (await refusalOf(setTable(charges, zones))).fields;
    t.deepEqual(Object.keys(await fieldsOf('by_zone', [dhaka])), ['delivery_zones']);
    t.deepEqual(Object.keys(await fieldsOf('off', [elsewhere, { ...elsewhere, name: 'Again' }])), ['delivery_zones']);
    t.deepEqual(await fieldsOf('off', [dhaka, { ...savar, places: [' dhaka '] }]), {
      'delivery_zones.1.places': ['dhaka is in the table already'],
    });
    t.deepEqual(await fieldsOf('off', [savar, { ...dhaka, places: ['savar ,  dhaka'] }]), {
      'delivery_zones.1.places': ['savar ,  dhaka is in the table already'],
    });
    for (const wrong of [
      { ...elsewhere, charge: -1 },
      { ...elsewhere, name: '' },
      { ...dhaka, places: [''] },
    ])
      await t.throwsAsync(setTable('off', [wrong]), { code: '23514' });
    await t.throwsAsync(setTable('sometimes', [elsewhere]), { code: '23514' });
    t.like(await desk.ask('get_store', {}), { delivery_charges: 'off', delivery_zones: [] });
  },
);

test.serial('a table that is off asks for nothing; one in force only where no charge is given', async (t) => {
  await setTable('off', [dhaka, elsewhere]);
  t.deepEqual(told(await place({ city: 'Dhaka' })), [0, null, 450]);
  const before = await setTable('by_zone', [dhaka, elsewhere]);
  t.deepEqual(await setTable('by_zone', [dhaka, elsewhere]), before, 'the same again is no change');
  t.like(await desk.ask('get_store', {}), {
    delivery_zones: [
      { name: 'Dhaka', places: ['Dhaka', 'ঢাকা'], charge: '60.00', free_from: '2000.00' },
      { name: 'Everywhere else', places: [], charge: '130.00', free_from: null },
    ],
  });
  t.deepEqual(told(await place({ city: ' DHAKA' })), [60, 'Dhaka', 510]);
  t.deepEqual(told(await place(null)), [130, 'Everywhere else', 580]);
  t.deepEqual(told(await place({ city: 'Dhaka' }, { shipping_charge: 0 })), [0, null, 450]);
  t.deepEqual(told(await place({ city: 'Dhaka' }, { shipping_charge: 75 })), [75, null, 525]);
});

test.serial('an edit asks the table again when what it asks for changes, and leaves a given charge', async (t) => {
  await setTable('by_zone', [dhaka, savar, elsewhere]);
  const order = await place({ city: 'Dhaka' });
  const given = await place({ city: 'Dhaka' }, { shipping_charge: 75 });
  const edit = async (id: string, input: object) => told(await desk.ask('edit_order', { id, ...input }));
  await setTable('by_zone', [{ ...dhaka, charge: 80 }, savar, elsewhere]);
  t.deepEqual(await edit(order.id, { note: 'Ring twice' }), [60, 'Dhaka', 510], 'what was agreed stays');
  const gone = { shipping_address: { address_line: 'House 7', area: 'Savar', city: 'Dhaka' } };
  t.deepEqual(await edit(order.id, gone), [100, 'Savar', 550]);
  t.deepEqual(await edit(given.id, gone), [75, null, 525]);
  t.like((await desk.events(order.id)).at(-1)!.previous, { shipping_charge: '60.00', delivery_zone: 'Dhaka' });
  await setTable('off', [dhaka, savar, elsewhere]);
  const back = { shipping_address: { address_line: 'House 7', city: 'Dhaka' } };
  t.deepEqual(await edit(order.id, back), [100, 'Savar', 550], 'a table that is off is not asked');
  await setTable('by_zone', [dhaka, savar, elsewhere]);
  t.deepEqual(await edit(order.id, { shipping_charge: 100 }), [100, null, 550], 'said by hand now');
  t.deepEqual(await edit(order.id, gone), [100, null, 550]);
});

test.serial('ordered again, the table is asked for the charge, and a given one stays', async (t) => {
  await setTable('by_zone', [dhaka, elsewhere]);
  const order = await place({ city: 'Dhaka' });
  const given = await place({ city: 'Dhaka' }, { shipping_charge: 75 });
  for (const { id } of [order, given]) await desk.move(id, 'cancelled');
  await setTable('by_zone', [{ ...dhaka, charge: 80 }, elsewhere]);
  t.deepEqual(told(await desk.ask('reorder_order', { id: order.id })), [80, 'Dhaka', 530]);
  t.deepEqual(told(await desk.ask('reorder_order', { id: given.id })), [75, null, 525]);
});

test.serial(
  'a table that is switched off while an order is made again leaves the charge that was agreed',
  async (t) => {
    await setTable('by_zone', [dhaka, elsewhere]);
    const order = await place({ city: 'Dhaka' });
    await desk.move(order.id, 'cancelled');
    const holder = await db.admin.connect();
    const { rows } = await holder.query('select pg_backend_pid() as pid');
    await holder.query('begin');
    await holder.query('select from app.customers where id = $1 for update', [order.customer_id]);
    const again = desk.ask('reorder_order', { id: order.id });
    const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
    while ((await db.admin.query(waiting, [rows[0].pid])).rowCount === 0);
    await setTable('off', [dhaka, elsewhere]);
    await holder.query('commit');
    holder.release();
    t.deepEqual(told(await again), [60, null, 510]);
  },
);

const names = ['Dhaka', 'Gazipur', 'Savar', 'Tongi'];
const spelled = fc.constantFrom(...names.flatMap((name) => [name, ` ${name.toUpperCase()} `, `${name} 2`]));
const address = fc.record({ area: spelled, city: spelled, district: spelled }, { requiredKeys: [] });
const price = fc.integer({ min: 0, max: 20_000 }).map((n) => n / 100);
/** A table: each place in a zone of its own or in none, and everywhere else. */
const table = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...names, 'savar,  DHAKA', 'Tongi ,Gazipur', 'Gazipur,Dhaka'), { maxLength: 6 }),
    fc.array(fc.record({ charge: price, free_from: fc.option(fc.constantFrom(450, 900, 1215), { nil: undefined }) }), {
      ...{ minLength: 7, maxLength: 7 },
    }),
  )
  .map(([places, prices]): Zone[] =>
    [...places.map((one) => [one]), []].map((one, n) => ({ name: `Zone ${n}`, places: one, ...prices[n]! })),
  );
const content = fc.record({
  address: fc.option(address),
  items: fc.uniqueArray(
    fc.record({ sku: fc.constantFrom(...Object.keys(own)), quantity: fc.integer({ min: 1, max: 3 }) }),
    {
      ...{ minLength: 1, maxLength: 3, selector: ({ sku }: { sku: string }) => sku },
    },
  ),
  coupon_code: fc.constantFrom(null, 'TENTH', 'SHIP'),
});

/** What the guide says of it. */
function chargeOf(zones: Zone[], { address, items, coupon_code }: Row): [number, string] {
  const fold = (text = '') => text.trim().toLowerCase().replace(/\s+/g, ' ').replace(/ ?, ?/g, ', ');
  const [area, district] = [fold(address?.area), fold(address?.district ?? address?.city)];
  const asked = [area && district && `${area}, ${district}`, area, district].filter(Boolean);
  const found = asked.flatMap((one) => zones.filter(({ places }) => places.some((place) => fold(place) === one)))[0];
  const zone = found ?? zones.find(({ places }) => places.length === 0)!;
  const goods = items.reduce((sum: number, { quantity }: Row) => sum + 450 * quantity, 0);
  const afterDiscount = coupon_code === 'TENTH' ? goods * 0.9 : goods;
  const ofZone = zone.free_from !== undefined && afterDiscount >= zone.free_from ? 0 : zone.charge;
  const charges = items.map(({ sku }: Row) => own[sku] ?? ofZone);
  return [coupon_code === 'SHIP' ? 0 : Math.max(...charges), zone.name];
}

test.serial('a quote, a new order and an edited one cost the same for any table and address', async (t) => {
  t.timeout(120_000);
  await fc.assert(
    fc.asyncProperty(table, content, content, async (zones, former, wanted) => {
      await setTable('by_zone', zones);
      const { items, coupon_code } = wanted;
      const shipping_address = wanted.address && { address_line: 'House 7', ...wanted.address };
      const quote = await desk.staff('quote_order', { store_id: storeId, items, shipping_address, coupon_code });
      const placed = await desk.place(items, { shipping_address, coupon_code });
      const before = await place(former.address, { coupon_code: former.coupon_code }, former.items);
      const edited = await desk.ask('edit_order', {
        ...{ id: before.id, shipping_address, coupon_code },
        changes: [
          ...items.map((item) => ({ action: 'add_item', ...item })),
          ...before.items.map(({ id }: Row) => ({ action: 'remove_item', order_item_id: id })),
        ],
      });
      t.deepEqual(told(placed).slice(0, 2), chargeOf(zones, wanted));
      t.deepEqual(told(quote), told(placed));
      t.deepEqual(told(edited), told(placed));
    }),
    { numRuns: runs(60), includeErrorInReport: true },
  );
  t.deepEqual(await findBrokenBooks(db.admin), []);
});
