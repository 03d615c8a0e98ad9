// The pattern of the standard shops: a small company that lives by the procedures, catalog first, then its orders.
import type { Desk } from '../../helpers/orders.ts';

export type PatternSize = { products: number; customers: number; orders: number; adjustments: number };

/** Stands in SKUs, names, phones and codes of the pattern where each copy has a number of its own. */
export const tag = '90909';

const callers = 4;
const fabrics = ['Cotton', 'Silk', 'Linen', 'Jute'];
const garments = ['Panjabi', 'Saree', 'Shirt', 'Shawl', 'Lungi'];
const colours = ['Red', 'Green', 'Blue'];
const firstNames = ['Karim', 'Salma', 'Rahim', 'Nadia', 'Farhan', 'Ayesha', 'Tanvir', 'Mitu', 'Shakil', 'Ruma'];
const lastNames = ['Uddin', 'Begum', 'Hossain', 'Khatun', 'Chowdhury', 'Akter', 'Sarkar'];

export const personName = (n: number) =>
  `${firstNames[n % firstNames.length]} ${lastNames[Math.floor(n / 3) % lastNames.length]}`;
const padded = (n: number) => String(n).padStart(3, '0');
const skuOf = (n: number) => `SKU-${tag}-${padded(n)}`;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Does the work of each number, several at a time. */
async function each(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    numbers(callers).map(async () => {
      while (next < count) await work(next++);
    }),
  );
}

/** Brands, categories, and products of three variants each with stock at both locations; gives how many SKUs. */
export async function fillShelves(desk: Desk, { products }: PatternSize): Promise<number> {
  const { ask, shop } = desk;
  const brands = [await ask('create_brand', { name: 'Aarong' }), await ask('create_brand', { name: 'Deshal' })];
  const categories: { id: string }[] = [];
  for (const name of ['Clothes', 'Gifts', 'Women', 'Men', 'Winter'])
    categories.push(await ask('create_category', { name }));
  const colour = await ask('create_attribute', { name: 'Colour', type: 'variant' });
  await ask('add_attribute_values', { id: colour.id, values: colours.map((value) => ({ value })) });
  await each(products, (n) =>
    ask('create_product', {
      name: `${fabrics[n % 4]} ${garments[n % 5]} ${tag}-${n}`,
      status: n % 8 === 7 ? 'draft' : 'active',
      description: 'Soft and light, woven by hand. '.repeat(10),
      brand_id: brands[n % 2]!.id,
      categories: [{ id: categories[0]!.id }, { id: categories[1 + (n % 4)]!.id }],
      variants: colours.map((value, v) => ({
        sku: skuOf(n * 3 + v),
        name: value,
        price: 100 + ((n * 37) % 900),
        low_stock_threshold: 5,
        options: [{ attribute: 'Colour', value }],
      })),
    }),
  );
  const skus = products * 3;
  const purchase = { type: 'purchase', unit_cost: 50, reason: 'first stock' };
  await each(skus, async (n) => {
    await ask('create_inventory_adjustment', {
      ...purchase,
      location_id: shop.locationId,
      sku: skuOf(n),
      quantity_change: 100_000,
    });
    // One level in fifty is low.
    await ask('create_inventory_adjustment', {
      ...purchase,
      location_id: shop.secondLocationId,
      sku: skuOf(n),
      quantity_change: n % 25 === 24 ? 3 : 500,
    });
  });
  return skus;
}

/** Orders of one to five lines in every state of their life, and adjustments in between. */
export async function trade(desk: Desk, skus: number, size: PatternSize): Promise<void> {
  const { ask, shop } = desk;
  const [store] = shop.stores;
  const lives = livesOf(desk);
  await desk.staff('create_coupon', { store_id: store.id, code: `TEN-${tag}`, type: 'percent', value: 10 });
  await each(size.orders, order);
  await each(size.adjustments, (n) =>
    ask('create_inventory_adjustment', {
      location_id: n % 2 ? shop.locationId : shop.secondLocationId,
      sku: skuOf((n * 7) % skus),
      quantity_change: n % 4 < 2 ? 1 : -1,
      ...(n % 20 === 0 && { type: 'return' }),
      reason: 'counted',
    }),
  );
  await desk.db.admin.query('select internal.fold_sales_changes()');

  function customerOf(n: number) {
    const customer = n % size.customers;
    return { phone: `017${tag}${padded(customer)}`, full_name: `${personName(customer)} ${tag}` };
  }

  async function order(n: number): Promise<void> {
    const items = numbers(1 + (n % 5)).map((line) => ({
      sku: skuOf((n * 7 + line * 11) % skus),
      quantity: 1 + (n % 3),
    }));
    const placed = await desk.place(items, {
      customer: customerOf(n),
      ...(n % 3 === 0 && { channel: 'storefront' }),
      ...(n % 10 === 9 && { coupon_code: `TEN-${tag}` }),
      ...(n % 2 === 0 && { shipping_address: { address_line: `House ${n}`, city: 'Dhaka' }, shipping_charge: 60 }),
    });
    if (n % 25 === 0) await desk.staff('assign_order', { order_id: placed.id, staff_id: desk.staffId });
    await lives[n % lives.length]!(placed);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
type Placed = any;

/** What becomes of orders, in turn. */
function livesOf({ ask, move, staff, couriers, shop }: Desk): ((order: Placed) => Promise<unknown>)[] {
  const pay = (order: Placed, share = 1) =>
    ask('record_order_payment', {
      id: order.id,
      payment_method_id: shop.stores[0].paymentMethods.cod,
      amount: Math.round(Number(order.due_amount) * share * 100) / 100,
    });
  const call = async (order: Placed, ...outcomes: string[]) => {
    for (const outcome of outcomes) await ask('record_call', { id: order.id, outcome });
  };
  const deliver = async (order: Placed) => {
    await call(order, 'confirmed');
    await move(order.id, 'confirmed', 'ready_to_ship', 'in_transit', 'delivered');
  };
  const deliverAndPay = async (order: Placed) => {
    await deliver(order);
    await pay(order);
  };
  return [
    (order) => call(order, 'no_answer', 'switched_off', 'no_answer'),
    async (order) => {
      await call(order, 'no_answer', 'refused');
      await move(order.id, 'cancelled');
    },
    deliverAndPay,
    (order) => pay(order, 0.5),
    deliverAndPay,
    (order) => move(order.id, 'confirmed'),
    async (order) => {
      await move(order.id, 'follow_up');
      await ask('update_order', {
        id: order.id,
        follow_up_at: new Date().toISOString(),
        follow_up_note: 'asks for red',
      });
    },
    deliverAndPay,
    (order) => move(order.id, 'confirmed', 'ready_to_ship'),
    deliver,
    deliverAndPay,
    async (order) => {
      await move(order.id, 'confirmed');
      const { id: parcel_id } = await staff('book_parcel', { order_id: order.id, courier_id: couriers.silent });
      await staff('record_parcel_delivered', { parcel_id });
      await staff('record_parcel_payout', { parcel_id, amount: order.due_amount });
    },
    (order) => move(order.id, 'confirmed', 'ready_to_ship', 'in_transit'),
    async (order) => {
      await deliverAndPay(order);
      const lines = [{ order_item_id: order.items[0].id, quantity: 1 }];
      const { id: return_id } = await staff('create_return', { order_id: order.id, lines });
      await staff('receive_return', { return_id });
    },
    deliverAndPay,
    deliverAndPay,
  ];
}
