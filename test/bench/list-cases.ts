// Every list with every filter, search and sort: what the bench measures, and of what the guard counts the rows.
import type pg from 'pg';
import { z } from 'zod';
import { operations } from '../../server/operations/index.ts';
import type { TestShop } from '../helpers/shop.ts';
import { rare } from './shops/rarities.ts';

type Input = Record<string, unknown>;
export type ListCase = { label: string; operation: string; input: Input };

/** Fields of every list that are no filters of it. */
export const paging = ['limit', 'starting_after', 'ending_before', 'sort', 'store_id', 'expand'];

/** A record in the middle of the shop's history, for pages deep inside. */
const middle = (table: string, shop: TestShop) => {
  const rows = `app.${table} t where t.${
    ['locations', 'couriers'].includes(table) ? `company_id = '${shop.companyId}'` : `store_id = '${shop.stores[0].id}'`
  }`;
  return `select t.* from ${rows} order by t.created_at desc, t.id desc
    offset (select least(count(*) / 2, 30000) from (select from ${rows} limit 60000) x) limit 1`;
};

const tables: Record<string, string> = {
  list_products: 'products',
  list_orders: 'orders',
  list_due_follow_ups: 'orders',
  list_customers: 'customers',
  list_inventory_levels: 'inventory_levels',
  list_inventory_movements: 'stock_movements',
  list_order_payments: 'payments',
  list_order_calls: 'order_calls',
  list_parcels: 'parcels',
  list_returns: 'returns',
  list_brands: 'brands',
  list_categories: 'categories',
  list_attributes: 'attributes',
  list_channels: 'channels',
  list_locations: 'locations',
  list_couriers: 'couriers',
};

export async function listCases(admin: pg.Pool, shop: TestShop): Promise<ListCase[]> {
  const one = async (sql: string) => (await admin.query(sql)).rows[0];
  const filters = await filtersOf(one, shop);
  const cases: ListCase[] = [];
  for (const [operation, table] of Object.entries(tables)) {
    const cursor = (await one(middle(table, shop))).id;
    for (const [label, filter] of Object.entries<Input>({ all: {}, ...filters[operation] })) {
      const add = (more: string, input: Input) =>
        cases.push({
          label: `${operation.slice(5)}: ${label}${more}`,
          operation,
          input: {
            ...filters[operation]?.order,
            ...filter,
            ...input,
          },
        });
      const deep = filter.missing_only ? (await one(middle('variants', shop))).id : cursor;
      add('', {});
      add(', oldest first', { sort: 'created_at' });
      add(', deep', { starting_after: deep });
      add(', deep, oldest first', { starting_after: deep, sort: 'created_at' });
    }
    cases.push({
      label: `${operation.slice(5)}: before the middle`,
      operation,
      input: { ...(filters[operation]?.order ?? {}), ending_before: cursor },
    });
  }
  refuseGaps(cases);
  return cases;
}

/** Lists that grow with a shop. Of the short ones test/sql/short_lists_rows_read.test.ts counts the rows. */
export const longLists = Object.keys(tables);

/** Whether an operation of the registry gives pages. */
export const isList = (name: string): boolean =>
  /^list_/.test(name) || 'starting_after' in operations[name]!.input.shape;

/** The fields of an operation's input, of an enumeration with its values. */
export function fieldsOf(name: string): Record<string, readonly unknown[] | undefined> {
  return Object.fromEntries(
    Object.entries(operations[name]!.input.shape).map(([field, type]) => {
      const inner = type instanceof z.ZodOptional || type instanceof z.ZodDefault ? type.unwrap() : type;
      return [field, inner instanceof z.ZodEnum ? inner.options : undefined];
    }),
  );
}

/** A new filter is measured and counted too. */
function refuseGaps(cases: ListCase[]): void {
  // What is composed of another list has the fields of that one.
  for (const name of longLists.filter((name) => name in operations))
    for (const field of Object.keys(fieldsOf(name)))
      if (!paging.includes(field) && !cases.some((one) => one.operation === name && field in one.input))
        throw new Error(`no case lists ${name} by ${field}: add one to test/bench/list-cases.ts`);
}

// biome-ignore lint/suspicious/noExplicitAny: rows are of every shape
type One = (sql: string) => Promise<any>;

async function filtersOf(one: One, shop: TestShop): Promise<Record<string, Record<string, Input>>> {
  const { companyId, locationId, secondLocationId } = shop;
  const [store] = shop.stores;
  const order = await one(middle('orders', shop));
  const call = await one(middle('order_calls', shop));
  const { phone } = await one(`select phone from app.customers where id = '${order.customer_id}'`);
  const { variant_id, sku } = await one(`select variant_id, sku from app.order_items where order_id = '${order.id}'`);
  const { ids: categories } = await one(
    `select json_object_agg(name, id) as ids from app.categories where store_id = '${store.id}'`,
  );
  const parcel = await one(
    `select order_id, courier_id from app.parcels where store_id = '${store.id}' and courier_id is not null limit 1`,
  );
  const assignee = await one(`select id from app.staff where company_id = '${companyId}' limit 1`);
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const shelf = {
    'one status': { status: 'inactive' },
    'search, a word': { search: 'aro' },
    'search, nothing': { search: 'no such thing' },
  };
  return {
    list_products: {
      'many of a status': { status: 'active' },
      'some of a status': { status: 'draft' },
      'few of a status': { status: 'archived' },
      'a category of all': { category_id: categories.Clothes },
      'a category of some': { category_id: categories.Men },
      'a category of few': { category_id: categories[rare.category] },
      'a tag of few': { tag: rare.tag },
      'a status of a category': { category_id: categories.Men, status: 'draft' },
      'changed in two days': { updated_after: at(2) },
      'changed in 30 days': { updated_after: at(30) },
      'changed in 200 days': { updated_after: at(200) },
      'search, a word of many': { search: 'cotton' },
      'search, a word of few': { search: rare.word },
      'search, a SKU': { search: sku },
      'search, two letters of few': { search: rare.letters },
      'search, two letters of many': { search: 'sh' },
      'search, nothing': { search: 'no such thing' },
      'search, a word of many in few of a status': { search: 'linen', status: 'archived' },
    },
    list_orders: {
      expanded: { expand: ['customer', 'items'] },
      'many of a status': { status: 'delivered' },
      'some of a status': { status: 'pending' },
      'none of a status': { status: 'spam' },
      'many of a payment status': { payment_status: 'paid' },
      'some of a payment status': { payment_status: 'partially_paid' },
      'few of a payment status': { payment_status: 'refunded' },
      'many of a fulfilment status': { fulfillment_status: 'fulfilled' },
      'some of a fulfilment status': { fulfillment_status: 'returned' },
      'few of a fulfilment status': { fulfillment_status: 'partially_fulfilled' },
      'delivered and unpaid': { status: 'delivered', payment_status: 'unpaid' },
      'a channel of many': { channel: 'storefront' },
      'a channel of few': { channel: rare.channel },
      'an unknown channel': { channel: 'no-such' },
      'created in two days': { created_after: at(2) },
      'created long ago': { created_before: at(300) },
      'created in a week long ago': { created_after: at(207), created_before: at(200) },
      'few of a payment status, created in 200 days': { payment_status: 'refunded', created_after: at(200) },
      'changed in two days': { updated_after: at(2) },
      'changed in 30 days': { updated_after: at(30) },
      'changed in 200 days': { updated_after: at(200) },
      'changed in 200 days, some of a status': { updated_after: at(200), status: 'pending' },
      'call-backs after': { follow_up_after: at(1) },
      'call-backs before': { follow_up_before: at(-1) },
      'call-backs due': { status: 'follow_up', follow_up_before: at(0) },
      'last calls of many': { last_call_outcome: 'confirmed' },
      'last calls of few': { last_call_outcome: 'refused' },
      'called once or more': { min_calls: 1 },
      'called often': { min_calls: 3 },
      'called often, some of a status': { min_calls: 2, status: 'pending' },
      'last calls of many, few of a status': { last_call_outcome: 'confirmed', status: 'pending' },
      'last calls of few, many of a status': { last_call_outcome: 'refused', status: 'delivered' },
      'a tag of few': { tag: rare.tag },
      'an assignee': { assignee_id: assignee.id },
      'a customer': { customer_id: order.customer_id },
      'search, a number': { search: order.number },
      'search, the end of a number': { search: order.number.slice(-6) },
      'search, a phone': { search: phone },
      'search, a phone in 88': { search: `88${phone}` },
      'search, a part of a phone': { search: phone.slice(3, 9) },
      'search, a name of many': { search: 'karim' },
      'search, a name of few': { search: rare.word },
      'search, two letters of few': { search: rare.letters },
      'search, nothing': { search: 'no such thing' },
    },
    list_due_follow_ups: { 'until now': { follow_up_before: at(0) } },
    list_customers: {
      'a phone': { phone },
      'search, a phone': { search: phone },
      'search, a part of a phone': { search: phone.slice(3, 9) },
      'search, a name of many': { search: 'karim' },
      'search, a name of few': { search: rare.word },
      'search, two letters of few': { search: rare.letters },
      'search, a letter of few': { search: rare.letters[0] },
      'changed in two days': { updated_after: at(2) },
      'changed in 30 days': { updated_after: at(30) },
      'changed in 200 days': { updated_after: at(200) },
      'changed in 30 days, search of few': { updated_after: at(30), search: rare.word },
      'search, an unknown email': { search: 'nobody@example.com' },
    },
    list_inventory_levels: {
      'a location': { warehouse_id: locationId },
      'a variant': { variant_id },
      'a SKU': { sku },
      'a SKU at a location': { sku, warehouse_id: locationId },
      'low stock': { low_stock: true },
      'low stock at a location': { low_stock: true, warehouse_id: secondLocationId },
      'low stock at a location that has none': { low_stock: true, warehouse_id: locationId },
      'stock not low': { low_stock: false },
      // Of the movements since: a month of them is read as a month of movements is.
      'changed in two days': { updated_after: at(2) },
      'low stock at a location, changed in two days': {
        low_stock: true,
        warehouse_id: secondLocationId,
        updated_after: at(2),
      },
      'missing at a location': { missing_only: true, warehouse_id: secondLocationId },
    },
    list_inventory_movements: {
      'a variant': { variant_id },
      'a SKU': { sku },
      'a SKU at a location': { sku, location_id: locationId },
      'an unknown SKU': { sku: 'no such' },
      'a location': { location_id: secondLocationId },
      'a warehouse': { warehouse_id: secondLocationId },
      'many of a type': { type: 'sale' },
      'some of a type': { type: 'return' },
      'few of a type': { type: 'damage' },
      'an order': { order_id: order.id },
      'created in two days': { created_after: at(2) },
      'created long ago': { created_before: at(300) },
    },
    list_order_payments: { order: { id: order.id } },
    list_order_calls: { order: { id: call.order_id } },
    list_parcels: {
      'many of a status': { status: 'delivered' },
      'some of a status': { status: 'picked_up' },
      'none of a status': { status: 'cancelled' },
      'an order': { order_id: parcel.order_id },
      'a courier': { courier_id: parcel.courier_id },
      'a status of a courier': { courier_id: parcel.courier_id, status: 'booked' },
      'a tracking code': { tracking_code: 'no such code' },
      'changed in two days': { updated_after: at(2) },
      'changed in 30 days': { updated_after: at(30) },
      'changed in 200 days': { updated_after: at(200) },
      'changed in 200 days, some of a status': { updated_after: at(200), status: 'picked_up' },
    },
    list_returns: {
      'many of a status': { status: 'received' },
      'some of a status': { status: 'requested' },
      'none of a status': { status: 'cancelled' },
      'an order': { order_id: parcel.order_id },
      'changed in two days': { updated_after: at(2) },
      'changed in 200 days': { updated_after: at(200) },
    },
    list_brands: shelf,
    list_categories: shelf,
    list_attributes: { 'one type': { type: 'specification' }, 'search, a word': { search: 'col' } },
  };
}
