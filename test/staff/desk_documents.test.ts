// The operations of the pages: each *.graphql of server/desk has a *.graphql.ts with its text and its types, made from
// the schema that staff see. npm run codegen writes them.
import fs from 'node:fs';
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as operationsPlugin from '@graphql-codegen/typescript-operations';
import test from 'ava';
import {
  buildClientSchema,
  type DocumentNode,
  getIntrospectionQuery,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

const root = path.join(import.meta.dirname, '../../server/desk');
const sources = fs.globSync('**/*.graphql', { cwd: root }).sort();
const scalars = {
  UUID: 'string',
  Money: 'string',
  Cursor: 'string',
  Datetime: 'string',
  Date: 'string',
  BigFloat: 'string',
  BigInt: 'string',
  JSON: 'unknown',
};

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

/** The module of one file: types first, which browsers never see, then each text with its types. */
function moduleOf(source: string, text: string, document: DocumentNode, types: string): string {
  const up = '../'.repeat(source.split('/').length - 1) || './';
  const texts = document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const { name, operation, loc } = definition;
    const type = name!.value + operation[0]!.toUpperCase() + operation.slice(1);
    const fragments = document.definitions.filter(
      (other) => other.kind === Kind.FRAGMENT_DEFINITION && uses(text.slice(loc!.start, loc!.end), other.name.value),
    );
    const body = [definition, ...fragments].map(({ loc: at }) => text.slice(at!.start, at!.end)).join('\n');
    const constant = name!.value[0]!.toLowerCase() + name!.value.slice(1);
    return [`export const ${constant} = \`${body}\` as Document<${type}, ${type}Variables>;`];
  });
  return `// Made of ${path.basename(source)}: npm run codegen -- desk
import type { Document } from '${up}client.ts';

${types.trim()}

${texts.join('\n\n')}
`;

  function uses(part: string, fragment: string, seen = new Set<string>()): boolean {
    for (const [, used] of part.matchAll(/\.\.\.\s*(?!on\b)(\w+)/g)) {
      if (used === fragment) return true;
      if (seen.has(used!)) continue;
      seen.add(used!);
      const other = document.definitions.find(
        (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === used,
      );
      if (other && uses(text.slice(other.loc!.start, other.loc!.end), fragment, seen)) return true;
    }
    return false;
  }
}

test('every operation of the pages has its text and types as the schema gives them', async (t) => {
  t.timeout(120_000);
  const token = await signInAs(db, shop.companyId, 'owner');
  const schemaAst = buildClientSchema(await desk.ask(token, getIntrospectionQuery()));
  for (const source of sources) {
    const text = fs.readFileSync(path.join(root, source), 'utf8');
    const document = parse(text);
    const types = await codegen({
      filename: source,
      schema: parse('type Query { unused: Int }'),
      schemaAst,
      documents: [{ location: source, document }],
      config: { scalars, useTypeImports: true, skipTypename: true },
      plugins: [{ 'typescript-operations': {} }],
      pluginMap: { 'typescript-operations': operationsPlugin },
    });
    // No list of ours has holes, which the schema cannot say.
    const made = moduleOf(source, text, document, (types as string).replaceAll(' | null>', '>'));
    const file = path.join(root, `${source}.ts`);
    if (process.env.HAAT_WRITE) fs.writeFileSync(file, made);
    t.is(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '', made, source);
  }
});

test('no module stands without its operations', (t) => {
  const modules = fs.globSync('**/*.graphql.ts', { cwd: root }).map((name) => name.slice(0, -'.ts'.length));
  t.deepEqual(modules.sort(), sources);
});

/** Lists of which the first rows are meant, or that say themselves when there are more. */
const onlyTheFirst = [
  // One is looked for.
  'CourierParcels.courierWork',
  'FindByCode.variants',
  'FindComing.parcels',
  'FindComing.returns',
  'FindComing.searchOrders',
  'FindGoods.exact',
  'FindScannedOrder.parcels',
  'FindScannedOrder.searchOrders',
  'LevelsOf.exact',
  'PayoutCourier.courierWork',
  // The page says that there are more, or how many, or leads to them.
  'CallsDue.callBacksDue',
  'FindCustomers.searchCustomers',
  'FindGoods.searchProducts',
  'FindGoods.variants',
  'FindProducts.searchProducts',
  'FindProducts.variants',
  'Jobs.refusedLines',
  'LevelsOf.searchProducts',
  'LevelsOf.variants',
  'ListCallBacks.orderItems',
  'ListLapsing.orderItems',
  'ListMyOrders.orderItems',
  'ListOrders.orderItems',
  'ListOrdersOfDay.orderItems',
  'ListRefundsOwed.orderItems',
  'Order.orders',
  'ProductList.variants',
  'ProductsLowInStock.variants',
  'ProductsWithoutPicture.variants',
  'ProductsWithoutPrice.variants',
  'Purchase.goodsReceiptLines',
  'SearchOrders.orderItems',
  'Transfers.stockTransferLines',
  // The limits of orders and products are no higher, or the rest comes under another name.
  'OrderToPack.orderItems',
  'PrintedOrders.orderItems',
  'Product.variantOptions',
  'StageCounts.stageCounts',
  // The latest or the greatest are meant, or whether there is one.
  'FirstSteps.couriers',
  'FirstSteps.orders',
  'FirstSteps.products',
  'FirstSteps.staffMembers',
  'FirstSteps.stockMovements',
  'OnHand.stockMovements',
  'OrderSeen.feed',
  'OrderToPack.parcels',
  'OrdersToPack.parcels',
  'PrintedOrders.parcels',
  'TopProducts.topProducts',
].sort();

test('no list of the pages is cut off unseen: it goes on, or is named here', (t) => {
  const cut: string[] = [];
  for (const source of sources) {
    const document = parse(fs.readFileSync(path.join(root, source), 'utf8'));
    const fragments = new Map(
      document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
    );
    const look = ({ selections }: SelectionSetNode, operation: string) => {
      for (const one of selections) {
        if (one.kind === Kind.FRAGMENT_SPREAD) look(fragments.get(one.name.value)!.selectionSet, operation);
        if (one.kind !== Kind.FIELD || !one.selectionSet) continue;
        const isList = one.selectionSet.selections.some(
          (inner) => inner.kind === Kind.FIELD && inner.name.value === 'nodes',
        );
        const goesOn = one.arguments?.some(({ name }) => /^(after|startingAfter|offset)$/.test(name.value));
        if (isList && !goesOn) cut.push(`${operation}.${(one.alias ?? one.name).value}`);
        look(one.selectionSet, operation);
      }
    };
    for (const one of document.definitions)
      if (one.kind === Kind.OPERATION_DEFINITION && one.operation === 'query') look(one.selectionSet, one.name!.value);
  }
  t.deepEqual([...new Set(cut)].sort(), onlyTheFirst);
});
