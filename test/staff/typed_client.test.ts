// The client of the guide for staff: types made from the schema and one's own operations, checked by the compiler.
import fs from 'node:fs';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as documentsPlugin from '@graphql-codegen/typed-document-node';
import * as operationsPlugin from '@graphql-codegen/typescript-operations';
import test from 'ava';
import { buildClientSchema, getIntrospectionQuery, parse } from 'graphql';
import type { TestDatabase } from '../helpers/database.ts';
import { longTest } from '../helpers/long.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { check } from '../helpers/type-check.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

/** The scalars of the guide's configuration. */
const scalars = { UUID: 'string', Money: 'string', Datetime: 'string', Date: 'string', BigFloat: 'string' };

const operations = `
query CallBacksDue {
  callBacksDue(first: 50) {
    nodes { number followUpAt customer { fullName phone } }
  }
}
mutation PlaceOrder($input: CreateOrderInput!) {
  createOrder(input: $input) {
    order { id number totalAmount dueAmount }
  }
}`;

const program = (body: string) => `
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { CallBacksDueDocument, PlaceOrderDocument } from './haat.ts';

declare function ask<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: NoInfer<Variables>): Promise<Data>;

export async function run(storeId: string) { ${body} }
`;
const order = `
  const { createOrder } = await ask(PlaceOrderDocument, {
    input: {
      storeId,
      customer: { phone: '01712345678', fullName: 'Nasrin Akter' },
      items: [{ sku: 'SAR-BTK-IND', quantity: 1 }],
      shippingCharge: '60.00',
    },
  });
  return createOrder?.order?.totalAmount.length;
`;

longTest('types made from the schema fit its operations, and refuse mistakes', async (t) => {
  t.timeout(120_000);
  const token = await signInAs(db, shop.companyId, 'owner');
  const schemaAst = buildClientSchema(await desk.ask(token, getIntrospectionQuery()));
  const types = await codegen({
    filename: 'haat.ts',
    schema: parse('type Query { unused: Int }'),
    schemaAst,
    documents: [{ location: 'orders.graphql', document: parse(operations) }],
    config: { scalars, useTypeImports: true },
    plugins: [{ 'typescript-operations': {} }, { 'typed-document-node': {} }],
    pluginMap: { 'typescript-operations': operationsPlugin, 'typed-document-node': documentsPlugin },
  });
  t.is(types.match(/^export const \w+Document = /gm)?.length, 2);
  const problems = check(types, {
    sound: program(order),
    without_items: program(order.replace(/items: .*/, '')),
    misspelt: program(order.replace('shippingCharge', 'shipingCharge')),
    amount_as_number: program(order.replace("'60.00'", '60')),
    unknown_field: program(order.replace('totalAmount', 'total')),
    other_variables: program(order.replace('PlaceOrderDocument', 'CallBacksDueDocument')),
  });
  t.deepEqual(problems.haat, []);
  t.deepEqual(problems.sound, []);
  for (const name of ['without_items', 'misspelt', 'amount_as_number', 'unknown_field', 'other_variables'])
    t.true(problems[name]!.length > 0, name);
});

test('the guide shows the scalars that are tested', (t) => {
  const guide = fs.readFileSync(path.join(import.meta.dirname, '../../server/docs/guides/typed-client.md'), 'utf8');
  for (const [name, type] of Object.entries(scalars)) t.true(guide.includes(`${name}: '${type}'`), name);
});
