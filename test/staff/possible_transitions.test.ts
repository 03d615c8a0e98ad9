// What a page shows as buttons is what the mutations do: each move of an order in each state is tried.
import test from 'ava';
import type pg from 'pg';
import { permissions } from '../../db/permissions.ts';
import { inTurns } from '../helpers/long.ts';
import { createShop } from '../helpers/shop.ts';
import { book, db, desk, line, openParcelShop, place, send } from '../helpers/shops/parcel-shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { argumentsOf } from '../helpers/staff-inputs.ts';

type Move = {
  mutation: string;
  to_status: string | null;
  parcel_id: string | null;
  return_id: string | null;
  allowed: boolean;
  reason: string | null;
  meaning: { reason: string } | null;
  required_arguments: string[];
  at_most: string | null;
};

let admin: StaffDesk;
test.before(async () => {
  await openParcelShop();
  admin = await startStaff(db);
});
test.after.always(async () => {
  await admin?.stop();
  await db?.drop();
});

const ask =
  'query ($id: UUID!) { order(id: $id) { number possibleMoves { mutation toStatus allowed reason meaning } } }';

test('an order of another company has no moves, and without a session none is seen', async (t) => {
  const { id } = await place();
  const other = await createShop(db.admin);
  t.is((await admin.ask(await signInAs(db, other.companyId, 'owner'), ask, { id })).order, null);
  t.not(await admin.refusal(null, ask, { id }), undefined);
});

test('a move that needs a permission is not possible without it, and says which', async (t) => {
  const { id } = await place({ advance: 100 });
  const nobody = await admin.ask(await signInAs(db, desk.shop.companyId, []), ask, { id });
  t.true(nobody.order.possibleMoves.length > 5);
  t.deepEqual(
    nobody.order.possibleMoves.filter((move: Move) => move.allowed || !/needs the permission/.test(move.reason ?? '')),
    [],
  );
  const cashier = await signInAs(db, desk.shop.companyId, ['payments.manage']);
  const { data } = await admin.send(cashier, ask, { id });
  const refused = data.order.possibleMoves.filter((move: Move) => !move.allowed);
  for (const { reason, meaning } of refused) t.is(meaning?.reason, 'permissionNeeded', reason);
  t.deepEqual(
    data.order.possibleMoves.filter((move: Move) => move.allowed).map((move: Move) => move.mutation),
    ['recordPayment', 'recordRefund'],
  );
});

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What a page would send for a move: no more than what it says that it needs, and the largest amount that it takes. */
async function inputOf(move: Move, orderId: string): Promise<Record<string, unknown>> {
  const { rows: items } = await db.admin.query(
    `select i.* from app.order_items i where i.order_id = $1
     order by i.delivered_quantity - i.returned_quantity - (
       select coalesce(sum(e.quantity), 0) from app.return_lines e join app.returns r on r.id = e.return_id
       where e.order_item_id = i.id and r.status = 'requested') desc`,
    [orderId],
  );
  const given: Record<string, unknown> = {
    reason: 'A mistake',
    kept: [line(items[0], 1)],
    lines: [line(items[0], 1)],
    paymentMethodId: desk.shop.stores[0].paymentMethods.card,
    amount: Number(move.at_most) > 0 ? move.at_most : '0.01',
    collectedAmount: move.at_most,
  };
  const record = move.parcel_id
    ? { parcel_id: move.parcel_id }
    : move.return_id
      ? { return_id: move.return_id }
      : { order_id: orderId };
  const status = move.to_status && { status: move.to_status };
  return {
    ...record,
    ...status,
    ...Object.fromEntries(move.required_arguments.map((name) => [snakeCase(name), given[name]])),
  };
}

async function tryAll(orderId: string): Promise<{ moves: Move[]; wrong: string[] }> {
  const client: pg.PoolClient = await db.admin.connect();
  const wrong: string[] = [];
  try {
    await client.query('begin');
    await client.query('select internal.act_as($1, $2, $3, $4, $5)', [
      desk.shop.companyId,
      'Rina Akter',
      'staff',
      desk.staffId,
      permissions,
    ]);
    await client.query('set local role haat_staff');
    const { rows } = await client.query(
      `select m.* from internal.readable_orders() o cross join lateral unnest(staff.orders_possible_moves(o)) m where o.id = $1`,
      [orderId],
    );
    const moves: Move[] = rows;
    for (const move of moves) {
      const name = snakeCase(move.mutation);
      const given = await inputOf(move, orderId);
      await client.query('savepoint before');
      let refusal: string | undefined;
      try {
        const input = argumentsOf(name, given, permissions);
        await client.query(
          `select staff.${name}(${input.map(([argument], i) => `${argument} => $${i + 1}`).join(', ')})`,
          input.map(([, value]) => value),
        );
      } catch (error) {
        const { code, message } = error as { code: string; message: string };
        if (!code.startsWith('HT')) throw error;
        refusal = message;
      }
      await client.query('rollback to savepoint before');
      if (move.allowed === (refusal !== undefined))
        wrong.push(`${move.mutation} ${move.to_status ?? ''}: ${move.reason ?? 'allowed'}, but ${refusal ?? 'done'}`);
    }
    return { moves, wrong };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

type Situation = [name: string, make: () => Promise<string>];

/** Orders in every status, with every state of parcel and return that can be there. */
function situations(): Situation[] {
  const found: Situation[] = [];
  for (const courier of ['silent', 'reporting', 'ownRider'] as const) {
    const booked = async () => {
      const { id } = await place();
      const parcel = await book(id, desk.couriers[courier]);
      return { id, parcel_id: parcel.id as string };
    };
    const out = async () => {
      const order = await booked();
      await desk.staff('record_parcel_pickup', { parcel_id: order.parcel_id });
      return order;
    };
    const after = (begin: typeof booked, acts: string[]) => async () => {
      const { id, parcel_id } = await begin();
      for (const act of acts) await desk.staff(act, { parcel_id });
      return id;
    };
    found.push(
      [`booked, ${courier}`, after(booked, [])],
      [`picked up, ${courier}`, after(out, [])],
      [`delivery failed, ${courier}`, after(out, ['record_delivery_failure'])],
      [`return requested, ${courier}`, after(out, ['request_parcel_return'])],
      [`parcel cancelled, ${courier}`, after(booked, ['cancel_parcel'])],
      [`delivered, ${courier}`, after(out, ['record_parcel_delivered'])],
      [`paid out, ${courier}`, after(out, ['record_parcel_delivered', 'record_parcel_payout'])],
      [`received back, ${courier}`, after(out, ['receive_parcel'])],
    );
  }
  for (const status of ['pending', 'confirmed', 'processing', 'ready_to_ship'])
    found.push([status, async () => (await place({ status, advance: 50 })).id]);
  const moved = (status: string, from?: string) => async () => {
    const { id } = await place(from ? { status: from } : {});
    await desk.move(id, status);
    return id;
  };
  for (const status of ['follow_up', 'hold', 'cancelled']) found.push([status, moved(status)]);
  found.push(
    ['spam', async () => (await spam()).id],
    ['spam, and the stock is gone', spamWithoutStock],
    ['on the road, recorded by hand', moved('in_transit', 'ready_to_ship')],
    ['returned, on its way back', returning],
    ['one of them asked back', () => askedBack([1])],
    ['all of one line asked back', () => askedBack([2, 1])],
    ['one of them back', () => askedBack([1], true)],
    ['one of them back, and refunded', refunded],
    ['delivered, its cash stated', () => delivered({ collected_amount: 1000 })],
    ['delivered in part', deliveredInPart],
  );
  return found;
}

const spam = async () => {
  const placed = await desk.place([{ sku: (await place()).first, quantity: 1 }]);
  await desk.move(placed.id, 'spam');
  return placed;
};

async function spamWithoutStock() {
  const short = await spam();
  const { rows } = await db.admin.query(
    'select on_hand - reserved as available from app.inventory_levels where variant_id = $1',
    [short.items[0].variant_id],
  );
  await desk.staff('adjust_stock', {
    location_id: desk.shop.locationId,
    sku: short.items[0].sku,
    quantity_change: -rows[0].available,
    reason: 'Gone',
  });
  return short.id;
}

async function returning() {
  const { id } = await send();
  await desk.move(id, 'returned');
  return id;
}

async function delivered(more: object = {}, order?: Awaited<ReturnType<typeof send>>) {
  const { id, parcel } = order ?? (await send());
  await desk.staff('record_parcel_delivered', { parcel_id: parcel, ...more });
  return id;
}

/** So many of each line. */
async function askedBack(units: number[], received = false) {
  const order = await send();
  await delivered({}, order);
  const lines = units.map((quantity, n) => line(order.items[n], quantity));
  const { id: return_id } = await desk.staff('create_return', { order_id: order.id, lines });
  if (received) await desk.staff('receive_return', { return_id });
  return order.id;
}

async function refunded() {
  const order = await send({ advance: 100 });
  await delivered({}, order);
  const lines = [line(order.items[0], 1)];
  const { id: return_id } = await desk.staff('create_return', { order_id: order.id, lines });
  await desk.staff('receive_return', { return_id });
  await desk.staff('record_refund', { order_id: order.id, amount: 50 });
  return order.id;
}

async function deliveredInPart() {
  const order = await send();
  await desk.staff('record_partial_delivery', { parcel_id: order.parcel, kept: [line(order.items[0], 1)] });
  return order.id;
}

test('in every state of an order, a move is possible exactly when its mutation does it', async (t) => {
  t.timeout(180_000);
  const seen = new Set<string>();
  const answers = new Set<string>();
  const all = situations();
  const some = inTurns(all, 6, 0);
  for (const [name, make] of some) {
    const id = await make();
    const { moves, wrong } = await tryAll(id);
    t.deepEqual(wrong, [], name);
    t.is(new Set(moves.map((move) => `${move.mutation} ${move.to_status}`)).size, moves.length);
    seen.add((await desk.order(id)).status);
    for (const move of moves) answers.add(`${move.mutation} ${move.allowed}`);
  }
  if (some.length < all.length) return;
  const { rows } = await db.admin.query('select status from app.order_statuses');
  t.deepEqual([...seen].sort(), rows.map(({ status }) => status).sort(), 'every status was there');
  const mutations = new Set([...answers].map((answer) => answer.split(' ')[0]));
  for (const mutation of mutations)
    t.true(answers.has(`${mutation} true`) && answers.has(`${mutation} false`), `${mutation} was both`);
});

test('every change of status that staff can ask for stands among the moves, with its reason when it is refused', async (t) => {
  const { id } = await place({ status: 'ready_to_ship' });
  await book(id, desk.couriers.reporting);
  const { moves } = await tryAll(id);
  const { rows } = await db.admin.query(
    `select to_status from app.order_transitions where from_status = 'ready_to_ship' and only_by is null order by 1`,
  );
  t.deepEqual(
    moves.flatMap(({ to_status }) => to_status ?? []).sort(),
    rows.map(({ to_status }) => to_status),
  );
  const cancel = moves.find(({ to_status }) => to_status === 'cancelled')!;
  t.false(cancel.allowed);
  t.regex(cancel.reason!, /cancel it before pickup/);
});
