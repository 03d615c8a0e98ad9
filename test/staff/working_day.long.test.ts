// A month of a new shop by GraphQL alone: the operator makes the company and its owner, people do the rest, each with the
// access of their own role. What the books say at the end is what a few sums kept beside them say.
import test, { type ExecutionContext } from 'ava';
import { findBroken, movedClock } from '../helpers/invariants.ts';
import { begin, closeCompany, db, openShop, type Row } from '../helpers/shops/new-company.ts';

test.after.always(closeCompany);

/** The books beside the books: in taka, by hand. */
const books = {
  cash: 0,
  sales: 0,
  delivered: 0,
  stock: { RED: { units: 0, cost: 800 }, BLUE: { units: 0, cost: 840 }, MUG: { units: 0, cost: 100 } },
  value: () => Object.values(books.stock).reduce((sum, { units, cost }) => sum + units * cost, 0),
};
/** A day of the store's calendar, from the day that the clock stands at. */
const today = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dhaka' }).format(Date.now() + (27 + days) * 86_400_000);
const monthOf = `query ($storeId: UUID!, $first: Date!, $last: Date!) {
  store(id: $storeId) { salesSummary(from: $first, to: $last) { orders netSales netRevenue moneyReceived } }
}`;
const taka = (amount: number) => amount.toFixed(2);

const order = 'order { id number status totalAmount dueAmount paidAmount orderItems { nodes { id sku } } }';
const lineOf = (placed: Row, sku: string, quantity: number, more = {}) => ({
  orderItemId: placed.orderItems.nodes.find((item: Row) => item.sku === sku).id,
  quantity,
  ...more,
});

type Shop = Awaited<ReturnType<typeof openShop>>;

async function fillShelves(t: ExecutionContext, { storeId, people }: Shop) {
  const { editor, agent, manager } = people;
  t.is((await manager.refused('createApiKey', { name: 'x', type: 'company', scopes: [] }))?.code, 'FORBIDDEN');
  t.is((await agent.refused('createCategory', { storeId, name: 'Sarees' }))?.code, 'FORBIDDEN');
  const category = await editor.do('createCategory', 'category { id }', { storeId, name: 'Sarees' });
  const brand = await editor.do('createBrand', 'brand { id logoUrl }', {
    storeId,
    name: 'Tangail',
    logoUploadId: await editor.upload('#aa3366'),
  });
  t.truthy(brand.logoUrl);
  const attribute = await editor.do('createAttribute', 'attribute { id }', {
    storeId,
    name: 'Colour',
    slug: 'colour',
    type: 'variant',
    values: [{ value: 'Red' }],
  });
  await editor.do('addAttributeValues', 'attribute { id }', { id: attribute.id, values: [{ value: 'Blue' }] });
  const optionOf = (value: string) => [{ attribute: 'colour', value }];
  const saree = await editor.do('createProduct', 'product { id variants { nodes { id sku } } }', {
    storeId,
    name: 'Jamdani',
    status: 'draft',
    brandId: brand.id,
    categories: [{ id: category.id, isPrimary: true }],
    images: [{ uploadId: await editor.upload('#cc0000'), altText: 'Red' }],
    variants: [
      { sku: 'RED', name: 'Red', price: '1500', options: optionOf('Red'), imageIndex: 0 },
      { sku: 'BLUE', name: 'Blue', price: '1500', options: optionOf('Blue') },
    ],
  });
  const pictured = await editor.do('addProductImages', 'product { thumbnailUrl productImages { nodes { id url } } }', {
    id: saree.id,
    images: [{ uploadId: await editor.upload('#0000cc'), altText: 'Blue' }],
  });
  t.is(pictured.productImages.nodes.length, 2);
  const blue = saree.variants.nodes.find(({ sku }: Row) => sku === 'BLUE').id;
  await editor.do('updateVariant', 'variant { id }', {
    id: blue,
    discountPrice: '1400',
    imageId: pictured.productImages.nodes[1].id,
  });
  await editor.do('updateProduct', 'product { id }', { id: saree.id, status: 'active' });
  await editor.do('createProduct', 'product { id }', {
    storeId,
    name: 'Mug',
    status: 'active',
    images: [{ uploadId: await editor.upload('#ffffff') }],
    variants: [{ sku: 'MUG', name: 'Mug', price: '250' }],
  });
  await editor.do('addProductNote', 'staffNote { id }', {
    productId: saree.id,
    note: 'The weaver sends more in June.',
  });
}

async function buy(t: ExecutionContext, { people, places }: Shop) {
  const { manager, packer } = people;
  const purchase = await manager.do('createPurchase', 'purchase { id status }', {
    locationId: places.main,
    supplierName: 'Karim Traders',
    supplierDocument: 'KT-77',
    lines: [
      { sku: 'RED', quantity: 10, unitCost: '800' },
      { sku: 'BLUE', quantity: 10, unitCost: '800' },
      { sku: 'MUG', quantity: 20, unitCost: '100' },
    ],
  });
  const receive = (input: object) =>
    packer.do('receivePurchase', 'goodsReceipt { id purchase { status } }', { purchaseId: purchase.id, ...input });
  const first = await receive({ lines: ['RED', 'BLUE', 'MUG'].map((sku, i) => ({ sku, quantity: [10, 6, 20][i] })) });
  t.is(first.purchase.status, 'partly_received');
  const last = await receive({ lines: [{ sku: 'BLUE', quantity: 4, unitCost: '900' }] });
  t.is(last.purchase.status, 'received');
  await packer.do('correctGoodsReceipt', 'goodsReceipt { id }', {
    receiptId: first.id,
    reason: 'Came broken',
    lines: [{ sku: 'MUG', quantity: 2 }],
  });
  await packer.do('transferStock', 'stockTransfer { id }', {
    fromLocationId: places.main,
    toLocationId: places.showroom,
    reason: 'For the window',
    lines: [{ sku: 'MUG', quantity: 5 }],
  });
  books.stock.RED.units = 10;
  books.stock.BLUE.units = 6 + 4;
  books.stock.MUG.units = 20 - 2;
}

async function takeOrders(t: ExecutionContext, { storeId, people, bkash }: Shop) {
  const { agent, manager, accountant } = people;
  const coupon = await manager.do('createCoupon', 'coupon { id }', {
    storeId,
    code: 'TENTH',
    type: 'percent',
    value: '10',
    usageLimitPerCustomer: 1,
  });
  const place = (items: object[], more: object): Promise<Row> =>
    agent.do('createOrder', order, { storeId, channel: 'facebook', shippingCharge: '60', items, ...more });
  const addressed = { shippingAddress: { addressLine: '12 Lake Road', city: 'Dhaka' } };
  const nasrin = { customer: { phone: '01811111111', fullName: 'Nasrin Akter' } };

  const withDeposit = await place([{ sku: 'RED', quantity: 2 }], { ...nasrin, ...addressed, couponCode: 'TENTH' });
  t.is(withDeposit.totalAmount, '2760.00');
  const deposit = { orderId: withDeposit.id, paymentMethodId: bkash, amount: '500', transactionId: 'BK-1' };
  t.is((await agent.refused('recordPayment', deposit))?.code, 'FORBIDDEN');
  await accountant.do('recordPayment', 'payment { id }', deposit);
  books.cash += 500;

  const [known] = (await agent.see('{ searchCustomers(search: "018 1111") { nodes { id fullName } } }')).nodes;
  t.is(known.fullName, 'Nasrin Akter');
  const again = { customerId: known.id, ...addressed };
  t.truthy(
    (
      await agent.refused('createOrder', {
        storeId,
        items: [{ sku: 'MUG', quantity: 1 }],
        ...again,
        couponCode: 'TENTH',
      })
    )?.code,
  );
  const items = [
    { sku: 'BLUE', quantity: 1 },
    { sku: 'MUG', quantity: 2 },
  ];
  const toCallBack = await place(items, again);
  t.is(toCallBack.totalAmount, '1960.00');
  await agent.do('updateOrder', order, {
    orderId: toCallBack.id,
    followUpAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    followUpNote: 'Back from Sylhet',
  });
  await agent.do('changeOrderStatus', order, { orderId: toCallBack.id, status: 'follow_up' });

  const large = await place([{ sku: 'RED', quantity: 3 }], {
    customer: { phone: '01822222222', fullName: 'Karim' },
    ...addressed,
  });
  await agent.do('setOrderCustomFields', 'order { id }', { orderId: large.id, customFields: { giftWrap: true } });
  const shila = { customer: { phone: '01833333333', fullName: 'Shila' }, ...addressed };
  const refusedAtDoor = await place([{ sku: 'BLUE', quantity: 1 }], shila);
  const cancelled = await place([{ sku: 'MUG', quantity: 1 }], shila);
  await agent.do('cancelOrder', order, { orderId: cancelled.id, reason: 'Ordered twice' });
  for (const { id } of [withDeposit, large, refusedAtDoor])
    await agent.do('changeOrderStatus', order, { orderId: id, status: 'confirmed' });

  await manager.do('updateCoupon', 'coupon { status }', { couponId: coupon.id, status: 'inactive' });
  const late = { storeId, items: [{ sku: 'MUG', quantity: 1 }], ...shila, couponCode: 'TENTH' };
  t.truthy((await agent.refused('createOrder', late))?.code, 'the coupon is switched off');
  const uses = await manager.see(
    'query ($id: UUID!) { coupon(id: $id) { couponRedemptions { nodes { order { number } } } } }',
    { id: coupon.id },
  );
  t.deepEqual(uses.couponRedemptions.nodes, [{ order: { number: withDeposit.number } }]);
  return { withDeposit, toCallBack, large, refusedAtDoor };
}
type Orders = Awaited<ReturnType<typeof takeOrders>>;

async function deliver(t: ExecutionContext, { people, couriers }: Shop, orders: Orders) {
  const { agent, packer } = people;
  const [due] = (await agent.see('{ callBacksDue { nodes { id followUpNote } } }')).nodes;
  t.deepEqual(due, { id: orders.toCallBack.id, followUpNote: 'Back from Sylhet' });
  await agent.do('changeOrderStatus', order, { orderId: due.id, status: 'confirmed', note: 'Wants it today' });
  await agent.do('updateOrder', order, { orderId: due.id, clearFollowUp: true });
  const [{ customer }] = (
    await agent.see('query ($id: UUID!) { orders(filter: {id: {equalTo: $id}}) { nodes { customer { id } } } }', {
      id: due.id,
    })
  ).nodes;
  await agent.do('addCustomerNote', 'staffNote { id }', { customerId: customer.id, note: 'Call after five.' });

  const parcels: Record<string, string> = {};
  for (const [name, { id }] of Object.entries(orders)) {
    await packer.do('changeOrderStatus', order, { orderId: id, status: 'processing' });
    await packer.do('changeOrderStatus', order, { orderId: id, status: 'ready_to_ship' });
    const courierId = name === 'withDeposit' ? couriers.rider : couriers.pathao;
    const booked = await packer.do('bookParcel', 'parcel { id status codAmount }', {
      orderId: id,
      courierId,
      trackingCode: `P-${name}`,
    });
    parcels[name] = booked.id;
    if (booked.status === 'booked') await packer.do('recordParcelPickup', 'parcel { id }', { parcelId: booked.id });
  }
  await packer.do('addOrderNote', 'staffNote { id }', { orderId: orders.large.id, note: 'Wrapped twice.' });

  await packer.do('recordParcelDelivered', 'parcel { id }', { parcelId: parcels.withDeposit, collectedAmount: '2260' });
  books.stock.RED.units -= 2;
  books.sales += 2700;
  const kept = [lineOf(orders.toCallBack, 'BLUE', 1), lineOf(orders.toCallBack, 'MUG', 1)];
  const inPart = await packer.do('recordPartialDelivery', 'parcel { collectedAmount }', {
    parcelId: parcels.toCallBack,
    kept,
  });
  t.is(inPart.collectedAmount, '1710.00');
  books.stock.BLUE.units -= 1;
  books.stock.MUG.units -= 1;
  books.sales += 1650;
  await packer.do('recordParcelDelivered', 'parcel { id }', { parcelId: parcels.large, collectedAmount: '4560' });
  books.stock.RED.units -= 3;
  books.sales += 4500;
  books.delivered = 3;
  await packer.do('recordDeliveryFailure', 'parcel { id }', {
    parcelId: parcels.refusedAtDoor,
    reason: 'Nobody at home',
  });
  await packer.do('requestParcelReturn', 'parcel { id }', { parcelId: parcels.refusedAtDoor });
  for (const name of ['toCallBack', 'refusedAtDoor'] as const) {
    const back = await packer.do('receiveParcel', 'parcel { order { status fulfillmentStatus } }', {
      parcelId: parcels[name],
    });
    t.deepEqual(
      back.order,
      {
        toCallBack: { status: 'delivered', fulfillmentStatus: 'partially_fulfilled' },
        refusedAtDoor: { status: 'returned', fulfillmentStatus: 'returned' },
      }[name],
    );
  }
  return parcels;
}

async function closeMonth(t: ExecutionContext, shop: Shop, orders: Orders, parcels: Record<string, string>) {
  const { people, places, bkash } = shop;
  const { agent, packer, accountant } = people;
  const wish = await agent.do('createReturn', 'return { id number }', {
    orderId: orders.large.id,
    lines: [lineOf(orders.large, 'RED', 1)],
    reason: 'Another red',
  });
  await packer.do('receiveReturn', 'return { status }', {
    returnId: wish.id,
    lines: [lineOf(orders.large, 'RED', 1, { condition: 'sellable' })],
  });
  books.stock.RED.units += 1;
  books.sales -= 1500;

  const payout = (name: string, more = {}) =>
    accountant.do('recordParcelPayout', 'payment { id amount parcel { paidOutAmount collectedAmount } }', {
      parcelId: parcels[name],
      reference: `Slip ${name}`,
      ...more,
    });
  for (const name of ['withDeposit', 'toCallBack']) books.cash += Number((await payout(name)).amount);
  // Pathao is 60 short.
  const short = await payout('large', { amount: '4500' });
  t.deepEqual(short.parcel, { paidOutAmount: '4500.00', collectedAmount: '4560.00' });
  books.cash += 4500;
  const refund = { orderId: orders.large.id, amount: '1500', paymentMethodId: bkash, transactionId: 'BK-2' };
  t.is((await agent.refused('recordRefund', refund))?.code, 'FORBIDDEN');
  await accountant.do('recordRefund', 'payment { id }', refund);
  books.cash -= 1500;

  const count = await packer.do('startStockCount', 'stockCount { id }', {
    locationId: places.main,
    reason: 'End of the month',
  });
  const counted = [
    { sku: 'RED', counted: 6 },
    { sku: 'MUG', counted: 11 },
  ];
  await packer.do('saveStockCountLines', 'stockCount { id }', { countId: count.id, lines: counted });
  const booked = await packer.do('bookStockCount', 'stockCount { status }', { countId: count.id });
  t.is(booked.status, 'booked');
  books.stock.MUG.units -= 1;
}

test('a shop opens, sells, delivers, takes back, pays out, counts and closes its month by GraphQL alone', async (t) => {
  t.timeout(120_000);
  const shop = await openShop();
  const { owner, agent, packer, accountant } = shop.people;
  await fillShelves(t, shop);
  await buy(t, shop);
  const orders = await takeOrders(t, shop);
  await begin(3, [agent, packer]);
  const parcels = await deliver(t, shop, orders);
  await begin(27, Object.values(shop.people));
  await closeMonth(t, shop, orders, parcels);

  const seen = await accountant.see(
    'query ($id: UUID!) { overview(storeId: $id) { sales { orders netSales } deliveredUnpaid { amount } notShipped { orders } } }',
    { id: shop.storeId },
  );
  const sum = (rows: Row[], field: string) => rows.reduce((total, row) => total + Number(row[field]), 0);
  t.deepEqual([sum(seen.sales, 'orders'), sum(seen.sales, 'netSales')], [books.delivered, books.sales]);
  // The 60 that Pathao still has.
  t.deepEqual([seen.notShipped, seen.deliveredUnpaid], [{ orders: 0 }, { amount: '60.00' }]);
  const [first, last] = [today(-27), today(0)];
  const { salesSummary: month } = await accountant.see(monthOf, { storeId: shop.storeId, first, last });
  t.deepEqual(month, {
    orders: books.delivered,
    netSales: taka(books.sales),
    netRevenue: taka(books.sales + books.delivered * 60),
    moneyReceived: taka(books.cash),
  });
  const { nodes: levels } = await accountant.see(
    '{ inventoryLevels { nodes { onHand reserved variant { sku variantCost { averageCost } } } } }',
  );
  for (const [sku, { units, cost }] of Object.entries(books.stock)) {
    const own = levels.filter(({ variant }: Row) => variant.sku === sku);
    t.is(sum(own, 'onHand'), units, sku);
    t.is(Number(own[0].variant.variantCost.averageCost), cost, sku);
  }
  t.is(sum(levels, 'reserved'), 0);
  t.is(
    levels.reduce((total: number, { onHand, variant }: Row) => total + onHand * variant.variantCost.averageCost, 0),
    books.value(),
  );
  const { nodes: payments } = await accountant.see('{ payments { nodes { kind amount status } } }');
  const of = (kind: string) =>
    sum(
      payments.filter((payment: Row) => payment.kind === kind),
      'amount',
    );
  t.is(of('payment') - of('refund'), books.cash);
  const { rows: damages } = await db.as('haat_dba').query('select object from ledger.audit()');
  t.deepEqual(damages, [{ object: movedClock }]);
  t.deepEqual(await findBroken(db.admin), []);

  t.is((await agent.see('{ activityEntries { totalCount } }')).totalCount, 0);
  const { nodes: log } = await owner.see(
    '{ activityEntries(first: 100, orderBy: [CREATED_AT_DESC]) { nodes { actorName action } } }',
  );
  const doers = (action: string) => [
    ...new Set(log.filter((row: Row) => row.action === action).map((row: Row) => row.actorName)),
  ];
  for (const [action, names] of Object.entries({
    'staff.invited': ['Mina', 'Rina Akter'],
    'product.created': ['Eva'],
    'purchase.created': ['Mina'],
    'goods_receipt.corrected': ['Polash'],
    'order.created': ['Asha'],
    'parcel.delivered_in_part': ['Polash'],
    'payment.refunded': ['Arif'],
    'coupon.updated': ['Mina'],
    'stock_count.booked': ['Polash'],
  }))
    t.deepEqual(doers(action).sort(), names, action);
});
