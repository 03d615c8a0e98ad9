// What a test store is filled with: the kitchen shop of the demo, as internal.load_demo takes it. Everything happens
// at the time of loading, since the clock of a running service cannot be turned back, and by hand, since couriers are
// the company's.
import { catalogs, type DemoProduct } from './catalog.ts';
import data from './companies.json' with { type: 'json' };
import { customers } from './customers.ts';
import { type OrderPlan, planOrders } from './orders.ts';

const slug = 'haat-kitchen';
const online = { name: 'Online payment', type: 'card', requires_transaction_id: true, is_online: true };
/** Of each status so many at most: the point is that each is there. */
const mostOfAStatus = 8;

export function testStoreDemo(now = new Date()): object {
  const { brands, categories, attributes, products } = catalogs.find(({ store }) => store === slug)!;
  const { channels, payment_methods, coupons } = data.every_store;
  const slugOfBrand = new Map(brands.map((brand) => [brand.name, brand.slug]));
  return {
    channels,
    payment_methods: [...payment_methods, online],
    coupons: coupons.filter(({ code }) => code !== 'EXPIRED'),
    brands,
    categories,
    attributes: attributes.map(({ values, ...attribute }) => ({
      ...attribute,
      input_type: Array.isArray(values) ? 'text' : 'color',
      is_filterable: attribute.type === 'variant',
      values: Array.isArray(values)
        ? values.map((value) => ({ value }))
        : Object.entries(values).map(([value, swatch_hex]) => ({ value, swatch_hex })),
    })),
    products: products.map((product) => productOf(product, slugOfBrand)),
    orders: ordersOf(now),
  };
}

function productOf({ seed, variants, ...product }: DemoProduct, slugOfBrand: Map<string, string>): object {
  return {
    name: seed.name,
    slug: product.slug,
    brand: seed.brand && slugOfBrand.get(seed.brand),
    short_description: seed.short,
    description: product.description,
    status: seed.status,
    delivery_charge: seed.delivery_charge,
    categories: seed.categories,
    variants: variants.map(({ columns: { image_index: _, ...columns } }) => columns),
    stock: variants
      .map(({ columns, stock }) => ({
        sku: columns.sku,
        quantity_change: Object.values(stock).reduce((sum, quantity) => sum + quantity, 0),
        unit_cost: columns.cost_price,
      }))
      .filter(({ quantity_change }) => quantity_change > 0),
  };
}

function ordersOf(now: Date): object[] {
  const counts = new Map<string, number>();
  const plans = planOrders(now).filter(({ store, turn, target }) => {
    if (store !== slug || turn !== 'plain') return false;
    counts.set(target, (counts.get(target) ?? 0) + 1);
    return counts.get(target)! <= mostOfAStatus;
  });
  // The newest that were not touched wait for a payment online, to show how orders lapse.
  const waiting = plans.filter(({ target, upfront }) => target === 'pending' && !upfront).slice(-2);
  return plans.map((plan) => orderOf(plan, waiting.includes(plan)));
}

function orderOf(plan: OrderPlan, waits: boolean): object {
  const { full_name, phone } = customers[plan.customer]!.columns;
  return {
    source: waits ? 'storefront' : 'api',
    checkout: waits ? online.name : null,
    input: {
      channel: waits ? 'storefront' : plan.channel,
      customer: { full_name, phone },
      items: plan.lines,
      shipping_address: plan.shippingAddress.columns,
      shipping_charge: plan.shippingCharge,
      coupon_code: plan.coupon,
      note: plan.note,
    },
    payment: plan.upfront && paymentOf(plan.upfront),
    collection: plan.collection && paymentOf(plan.collection),
    moves: plan.transitions.map(({ to, note }) => ({ status: to, note })),
    follow_up: plan.followUpAt && { follow_up_at: plan.followUpAt, follow_up_note: plan.followUpNote },
  };
}

const paymentOf = ({ method, amount, transactionId }: NonNullable<OrderPlan['upfront']>) => ({
  method,
  amount,
  transaction_id: transactionId,
});
