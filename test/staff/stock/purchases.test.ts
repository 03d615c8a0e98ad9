// Receiving goods: what is expected, what comes in parts, what goes back. The documents say what the ledger says.
import test from 'ava';
import type { TestDatabase } from '../../helpers/database.ts';
import { refusalOf } from '../../helpers/orders.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../../helpers/shop.ts';
import { openStockRoom, type StockRoom } from '../../helpers/stock.ts';

let db: TestDatabase;
let shop: TestShop;
let rival: TestShop;
let room: StockRoom;
test.before(async () => {
  db = await borrowDatabase('sound');
  shop = await createShop(db.admin);
  rival = await createShop(db.admin);
  room = openStockRoom(db, shop);
});
test.after.always(() => db?.drop());

const nobody = '00000000-0000-7000-8000-000000000000';
const at = () => ({ location_id: shop.locationId });
/** A variant without stock. */
const bare = async (sku: string) => (await stockVariant(db.admin, shop, { sku, quantity: 0 })).variantId;
const purchase = async (id: string) =>
  (
    await db.admin.query(
      `select p.status, (select json_agg(json_build_array(l.sku, l.quantity, l.received_quantity) order by l.line)
         from app.purchase_lines l where l.purchase_id = p.id) as lines from app.purchases p where p.id = $1`,
      [id],
    )
  ).rows[0];

test('without inventory.manage nothing is bought, received, taken back or closed', async (t) => {
  const lines = [{ sku: 'NOBODY', quantity: 1, unit_cost: 1 }];
  for (const [name, input] of [
    ['create_purchase', { ...at(), lines }],
    ['receive_goods', { ...at(), lines }],
    ['receive_purchase', { purchase_id: nobody }],
    ['correct_goods_receipt', { receipt_id: nobody, reason: 'x' }],
    ['close_purchase', { purchase_id: nobody }],
  ] as const)
    t.is((await refusalOf(room.staff(name, input, ['orders.manage', 'catalog.manage']))).code, 'HT014', name);
});

test('documents, locations and variants of another company are not there', async (t) => {
  await bare('OWN');
  const theirs = await stockVariant(db.admin, rival, { sku: 'FOREIGN' });
  const own = [{ sku: 'OWN', quantity: 1, unit_cost: 1 }];
  const receipt = await openStockRoom(db, rival).staff('receive_goods', {
    location_id: rival.locationId,
    lines: [{ sku: 'FOREIGN', quantity: 1, unit_cost: 1 }],
  });
  for (const [name, input, field] of [
    ['receive_goods', { location_id: rival.locationId, lines: own }, 'location_id'],
    ['receive_goods', { ...at(), lines: [...own, { sku: 'FOREIGN', quantity: 1, unit_cost: 1 }] }, 'lines.1'],
    ['receive_goods', { ...at(), lines: [{ variant_id: theirs.variantId, quantity: 1, unit_cost: 1 }] }, 'lines.0'],
    ['receive_purchase', { purchase_id: receipt.purchase_id }, undefined],
    ['close_purchase', { purchase_id: receipt.purchase_id }, undefined],
    ['correct_goods_receipt', { receipt_id: receipt.id, reason: 'Not ours' }, undefined],
  ] as const) {
    const { code, fields } = await refusalOf(room.staff(name, input));
    t.is(code, 'HT100', name);
    if (field) t.deepEqual(Object.keys(fields), [field]);
  }
});

test('lines that cannot be are refused, naming line and field, and nothing is written', async (t) => {
  const id = await bare('WRONG');
  for (const [lines, field] of [
    [[], 'lines'],
    [[{ quantity: 1, unit_cost: 1 }], 'lines.0.variant_id'],
    [[{ sku: 'WRONG', unit_cost: 1 }], 'lines.0.quantity'],
    [[{ sku: 'WRONG', quantity: 0, unit_cost: 1 }], 'lines.0.quantity'],
    [[{ sku: 'WRONG', quantity: -1, unit_cost: 1 }], 'lines.0.quantity'],
    [[{ sku: 'WRONG', quantity: 1 }], 'lines.0.unit_cost'],
    [[{ sku: 'WRONG', quantity: 1, unit_cost: -1 }], 'lines.0.unit_cost'],
    [[{ sku: 'WRONG', quantity: 1, unit_cost: 1.005 }], 'lines.0.unit_cost'],
    [[{ sku: 'WRONG', quantity: 1, unit_cost: 'NaN' }], 'lines.0.unit_cost'],
    [
      [
        { sku: 'WRONG', quantity: 1, unit_cost: 1 },
        { variant_id: id, quantity: 1, unit_cost: 1 },
      ],
      'lines.0',
    ],
  ] as const) {
    const { code, fields } = await refusalOf(room.staff('receive_goods', { ...at(), lines }));
    t.deepEqual([code, Object.keys(fields)], ['HT008', [field]], JSON.stringify(lines));
  }
  t.is(await room.level(id), 'none');
});

test('goods come in parts: stock, average cost and status follow, and each part is a receipt of its own', async (t) => {
  const [tea, mug] = [await bare('TEA'), await bare('MUG')];
  const order = await room.staff('create_purchase', {
    ...at(),
    supplier_name: ' Karim Traders ',
    supplier_document: 'KT-77',
    lines: [
      { sku: 'TEA', quantity: 10, unit_cost: 40 },
      { variant_id: mug, quantity: 4, unit_cost: 100 },
    ],
  });
  t.is(order.supplier_name, 'Karim Traders');
  t.is(await room.level(tea), 'none');
  const first = await room.staff('receive_purchase', {
    purchase_id: order.id,
    lines: [{ sku: 'TEA', quantity: 6 }],
    supplier_document: 'DN-1',
  });
  t.deepEqual(await purchase(order.id), {
    status: 'partly_received',
    lines: [
      ['TEA', 10, 6],
      ['MUG', 4, 0],
    ],
  });
  t.deepEqual(await room.movements(first.id), [
    {
      sku: 'TEA',
      location: 'Dhaka',
      type: 'purchase',
      change: 6,
      cost: '40.0000',
      reference_type: 'adjustment',
      number: first.number,
      reason: 'Goods received',
    },
  ]);
  // The rest of the tea is dearer than agreed.
  await room.staff('receive_purchase', { purchase_id: order.id, lines: [{ sku: 'TEA', quantity: 4, unit_cost: 50 }] });
  const last = await room.staff('receive_purchase', { purchase_id: order.id, note: 'The last box' });
  t.deepEqual(
    (await room.movements(last.id)).map(({ sku, change, reason }) => [sku, change, reason]),
    [['MUG', 4, 'The last box']],
  );
  t.is((await purchase(order.id)).status, 'received');
  t.deepEqual([await room.level(tea), await room.average(tea)], ['10/0', '44.0000']);
  t.is((await refusalOf(room.staff('receive_purchase', { purchase_id: order.id }))).code, 'HT008');
  t.deepEqual(await room.audit(), []);
});

test('more than is missing is refused, telling how many are, unless it is said to be meant', async (t) => {
  const rice = await bare('RICE');
  await bare('SALT');
  const { id: purchase_id } = await room.staff('create_purchase', {
    ...at(),
    lines: [{ sku: 'RICE', quantity: 5, unit_cost: 10 }],
  });
  const eight = { purchase_id, lines: [{ sku: 'RICE', quantity: 8 }] };
  t.deepEqual(await refusalOf(room.staff('receive_purchase', eight)), {
    code: 'HT008',
    fields: { 'lines.0.quantity': ['is more than is left of this document: 5'] },
  });
  const salt = { purchase_id, lines: [{ sku: 'SALT', quantity: 1, unit_cost: 1 }], accept_excess: true };
  t.is((await refusalOf(room.staff('receive_purchase', salt))).code, 'HT100');
  await room.staff('receive_purchase', { ...eight, accept_excess: true });
  t.is(await room.level(rice), '8/0');
  t.deepEqual(await purchase(purchase_id), { status: 'received', lines: [['RICE', 5, 8]] });
});

test('a closed purchase expects nothing more, and stays closed', async (t) => {
  await bare('SOAP');
  const { id: purchase_id } = await room.staff('create_purchase', {
    ...at(),
    lines: [{ sku: 'SOAP', quantity: 5, unit_cost: 10 }],
  });
  const receipt = await room.staff('receive_purchase', { purchase_id, lines: [{ sku: 'SOAP', quantity: 2 }] });
  t.is((await room.staff('close_purchase', { purchase_id })).status, 'closed');
  await room.staff('close_purchase', { purchase_id });
  t.deepEqual(await refusalOf(room.staff('receive_purchase', { purchase_id })), {
    code: 'HT101',
    fields: { purchase_id: ['is closed'] },
  });
  await room.staff('correct_goods_receipt', { receipt_id: receipt.id, reason: 'Broken' });
  t.deepEqual(await purchase(purchase_id), { status: 'closed', lines: [['SOAP', 5, 0]] });
});

test('goods without a purchase are received in one step', async (t) => {
  const oil = await bare('OIL');
  const receipt = await room.staff('receive_goods', {
    ...at(),
    supplier_name: 'Bazar',
    supplier_document: 'INV-9',
    lines: [{ sku: 'OIL', quantity: 3, unit_cost: 180.5 }],
  });
  t.deepEqual(
    [receipt.supplier_document, await room.level(oil), await room.average(oil)],
    ['INV-9', '3/0', '180.5000'],
  );
  t.deepEqual(await purchase(receipt.purchase_id), { status: 'received', lines: [['OIL', 3, 3]] });
});

test('what was received wrongly goes back by a new document, as if it had never come', async (t) => {
  const silk = await bare('SILK');
  const line = { sku: 'SILK', quantity: 10 };
  await room.staff('receive_goods', { ...at(), lines: [{ ...line, unit_cost: 100 }] });
  const wrong = await room.staff('receive_goods', { ...at(), lines: [{ ...line, unit_cost: 1000 }] });
  t.is(await room.average(silk), '550.0000');
  const back = { receipt_id: wrong.id, reason: 'Typing error' };
  const part = await room.staff('correct_goods_receipt', { ...back, lines: [{ sku: 'SILK', quantity: 4 }] });
  t.deepEqual([await room.level(silk), await room.average(silk)], ['16/0', '437.5000']);
  t.deepEqual(
    (await room.movements(part.id)).map(({ type, change, cost, reason }) => [type, change, cost, reason]),
    [['purchase', -4, '1000.0000', 'Typing error']],
  );
  const seven = { ...back, lines: [{ sku: 'SILK', quantity: 7 }] };
  t.deepEqual((await refusalOf(room.staff('correct_goods_receipt', seven))).fields, {
    'lines.0.quantity': ['is more than is left of this document: 6'],
  });
  await room.staff('correct_goods_receipt', back);
  t.deepEqual([await room.level(silk), await room.average(silk)], ['10/0', '100.0000']);
  t.is((await refusalOf(room.staff('correct_goods_receipt', back))).code, 'HT008');
  t.is((await refusalOf(room.staff('correct_goods_receipt', { ...back, receipt_id: part.id }))).code, 'HT101');
  t.is((await refusalOf(room.staff('correct_goods_receipt', { ...back, reason: ' ' }))).code, 'HT008');
  t.is((await purchase(wrong.purchase_id)).status, 'open');
  t.deepEqual(await room.audit(), []);
});

test('what orders hold does not go back', async (t) => {
  const jute = await bare('JUTE');
  const receipt = await room.staff('receive_goods', { ...at(), lines: [{ sku: 'JUTE', quantity: 5, unit_cost: 10 }] });
  const { outcome } = await callGate(
    db.as('haat_gateway'),
    shop.storeKey,
    'create_order',
    { customer: { phone: '01712345678', full_name: 'Rahim' }, items: [{ sku: 'JUTE', quantity: 4 }] },
    { idempotencyKey: 'jute' },
  );
  t.falsy(outcome.sqlstate);
  const back = { receipt_id: receipt.id, reason: 'Spoilt' };
  t.deepEqual(Object.keys((await refusalOf(room.staff('correct_goods_receipt', back))).fields), ['lines.0.quantity']);
  await room.staff('correct_goods_receipt', { ...back, lines: [{ variant_id: jute, quantity: 1 }] });
  t.is(await room.level(jute), '4/4');
});

test('goods that are dearer than all that is left go back at the average: no stock is worth less than nothing', async (t) => {
  const gold = await bare('GOLD');
  await room.staff('receive_goods', { ...at(), lines: [{ sku: 'GOLD', quantity: 10, unit_cost: 10 }] });
  const dear = await room.staff('receive_goods', { ...at(), lines: [{ sku: 'GOLD', quantity: 10, unit_cost: 30 }] });
  await room.staff('adjust_stock', { ...at(), sku: 'GOLD', reason: 'Lost', quantity_change: -14 });
  // 6 are left at 20 each, 120 in all; 5 at 30 are 150.
  const back = await room.staff('correct_goods_receipt', {
    receipt_id: dear.id,
    reason: 'Refused',
    lines: [{ sku: 'GOLD', quantity: 5 }],
  });
  t.deepEqual(
    (await room.movements(back.id)).map(({ change, cost }) => [change, cost]),
    [[-5, '20.0000']],
  );
  t.deepEqual([await room.level(gold), await room.average(gold)], ['1/0', '20.0000']);
  t.deepEqual(await room.audit(), []);
});

test('two who receive the same line at once do not receive it twice', async (t) => {
  const lamp = await bare('LAMP');
  const { id: purchase_id } = await room.staff('create_purchase', {
    ...at(),
    lines: [{ sku: 'LAMP', quantity: 5, unit_cost: 10 }],
  });
  const four = { purchase_id, lines: [{ sku: 'LAMP', quantity: 4 }] };
  const both = await Promise.allSettled([room.staff('receive_purchase', four), room.staff('receive_purchase', four)]);
  t.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.is(await room.level(lamp), '4/0');
  t.deepEqual(await purchase(purchase_id), { status: 'partly_received', lines: [['LAMP', 5, 4]] });
});

test('two who take back the same goods at once do not take them back twice', async (t) => {
  const bell = await bare('BELL');
  const { id: receipt_id } = await room.staff('receive_goods', {
    ...at(),
    lines: [{ sku: 'BELL', quantity: 5, unit_cost: 10 }],
  });
  const back = { receipt_id, reason: 'Broken', lines: [{ sku: 'BELL', quantity: 3 }] };
  const both = await Promise.allSettled([
    room.staff('correct_goods_receipt', back),
    room.staff('correct_goods_receipt', back),
  ]);
  t.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.is(await room.level(bell), '2/0');
});

test('documents are never edited: what was agreed and what came stands', async (t) => {
  for (const statement of [
    'update app.purchase_lines set quantity = quantity + 1',
    'update app.purchase_lines set unit_cost = 0',
    'delete from app.purchase_lines',
    'delete from app.purchases',
    'update app.goods_receipts set note = null',
    'update app.goods_receipt_lines set quantity = 1',
    'delete from app.goods_receipt_lines',
  ]) {
    const { code } = (await t.throwsAsync(db.admin.query(statement))) as unknown as { code: string };
    t.is(code, '23001', statement);
  }
});

test('a receipt is told as an adjustment is: to the log, to webhooks, in the list of movements', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'TOLD', quantity: 0 });
  const receipt = await room.staff('receive_goods', { ...at(), lines: [{ sku: 'TOLD', quantity: 2, unit_cost: 7 }] });
  const { rows } = await db.admin.query(
    `select (select array_agg(a.action order by a.id) from internal.readable_activity_log a where a.object_id in ($1, $2, l.id)) as log,
       (select array_agg(e.type) from app.events e where e.object_id = l.id) as events
     from app.inventory_levels l where l.variant_id = $3`,
    [receipt.purchase_id, receipt.id, variantId],
  );
  t.deepEqual(rows[0].log.sort(), ['goods_receipt.created', 'inventory.adjusted', 'purchase.created']);
  t.deepEqual(rows[0].events, ['inventory.updated']);
  const { result } = await callGate(db.as('haat_gateway'), shop.storeKey, 'list_inventory_movements', { sku: 'TOLD' });
  t.deepEqual(result.data[0].reference, { type: 'adjustment', id: receipt.id, number: receipt.number });
  t.is(result.data[0].type, 'purchase');
  t.false(JSON.stringify(result).includes('cost'));
});
