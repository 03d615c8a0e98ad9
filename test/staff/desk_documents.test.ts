// The GraphQL of staff as db/schema/staff.graphql shows it, which the types of the pages are made of, and the documents of the
// pages (server/desk/**/*.graphql). npm run codegen -- schema writes the file.
import fs from 'node:fs';
import test from 'ava';
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
  type SelectionSetNode,
} from 'graphql';
import { readDocuments, schemaFile, writeDeskTypes } from '../check/desk-types.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

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

test.serial('db/schema/staff.graphql is the schema that staff see', async (t) => {
  const token = await signInAs(db, shop.companyId, 'owner');
  // The descriptions stand in db/code, and would be most of the file.
  const seen = buildClientSchema(await desk.ask(token, getIntrospectionQuery({ descriptions: false })));
  const text = `# Written by "npm run codegen -- schema" from a migrated database: do not edit.\n\n${printSchema(lexicographicSortSchema(seen))}\n`;
  if (process.env.HAAT_WRITE) fs.writeFileSync(schemaFile, text);
  const [kept, now] = [fs.readFileSync(schemaFile, 'utf8'), text].map((one) => one.split('\n'));
  // Of thousands of lines, the first that differs.
  const at = now!.findIndex((line, n) => line !== kept![n]);
  t.is(kept![at], now![at], `line ${at + 1}: npm run codegen -- schema`);
  t.is(kept!.length, now!.length);
});

test.serial('every document of the pages fits it', async (t) => {
  t.deepEqual(await writeDeskTypes(), []);
});

test('every mutation has its place on a page, but these', (t) => {
  const used = readDocuments().flatMap(([, text]) =>
    parse(text).definitions.flatMap((one) =>
      one.kind === Kind.OPERATION_DEFINITION && one.operation === 'mutation'
        ? one.selectionSet.selections.map((field) => field.kind === Kind.FIELD && field.name.value)
        : [],
    ),
  );
  const mutations = Object.keys(buildSchema(fs.readFileSync(schemaFile, 'utf8')).getMutationType()!.getFields());
  t.deepEqual(
    mutations.filter((name) => !used.includes(name)),
    [
      'archiveProduct',
      'importVideo',
      'recount',
      'setOrderCustomFields',
      'setVideoCover',
      'updateVariant',
      'voidCourierCharge',
    ],
  );
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
  // A first proposal: what is taken after all is refused.
  'TakenSkus.variants',
  // The page says that there are more, or how many, or leads to them.
  'CallsDue.callBacksDue',
  'FindCustomers.searchCustomers',
  'Find.searchCustomers',
  'Find.searchOrders',
  'Find.searchProducts',
  'Find.similarCustomers',
  'Find.similarProducts',
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
  'OrdersToPack.orderItems',
  'Order.orders',
  'ProductList.variants',
  'ProductsLowInStock.variants',
  'ProductsWithoutPicture.variants',
  'ProductsWithoutPrice.variants',
  'Purchase.goodsReceiptLines',
  'SearchOrders.orderItems',
  'SortedProducts.variants',
  'Transfers.stockTransferLines',
  // The limits of orders and products are no higher, or the rest comes under another name.
  'Enter.orderStatuses',
  'OrderToPack.orderItems',
  'PrintedOrders.orderItems',
  'Product.variantOptions',
  'ProductsToChange.productCategories',
  'StageCounts.stageCounts',
  // The latest or the greatest are meant, or whether there is one.
  'FindScannedGoods.variants',
  'FirstSteps.couriers',
  'FirstSteps.orders',
  'FirstSteps.products',
  'FirstSteps.staffMembers',
  'FirstSteps.stockMovements',
  'OnHand.stockMovements',
  'OrderSeen.feed',
  // A person has ten at most.
  'OwnAccount.passkeys',
  'PushDevices.pushDevices',
  'OrderToPack.parcels',
  'OrdersToPack.parcels',
  'PrintedOrders.parcels',
  'TopProducts.bestProducts',
  // Staff see one company, their own.
  'SettingsPlan.companies',
].sort();

test('no list of the pages is cut off unseen: it goes on, or is named here', (t) => {
  const cut: string[] = [];
  for (const [, text] of readDocuments()) {
    const document = parse(text);
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
