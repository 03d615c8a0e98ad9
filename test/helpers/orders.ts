// A desk to work orders at: calls through the gate as an integration makes them, and the staff's procedures as staff.
import { randomUUID } from 'node:crypto';
import { permissions as allPermissions } from '../../db/permissions.ts';
import type { TestDatabase } from './database.ts';
import { callGate, insert, type Outcome, type TestKey, type TestShop } from './shop.ts';
import { argumentsOf } from './staff-inputs.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows and documents are of every shape
type Row = any;

export type Line = { order_item_id: string; quantity: number; condition?: 'sellable' | 'damaged' };

export type Desk = {
  db: TestDatabase;
  shop: TestShop;
  staffId: string;
  couriers: { reporting: string; silent: string; ownRider: string };
  /** One call of an operation with the key of the first store. */
  call(operation: string, input: object, key?: TestKey): Promise<{ outcome: Outcome; result: Row }>;
  /** The same for a call that must succeed; gives its document. */
  ask(operation: string, input: object): Promise<Row>;
  /** Calls staff.<name> as a staff member; gives the row it returns, or throws with the SQLSTATE. */
  staff(name: string, input: object, permissions?: string[]): Promise<Row>;
  /** Places an order of the first store. */
  place(items: { sku: string; quantity: number; unit_price?: number }[], more?: object): Promise<Row>;
  /** Moves an order through the status route, one status after the other. */
  move(orderId: string, ...statuses: string[]): Promise<Row>;
  /** The row of an order as the tables hold it. */
  order(id: string): Promise<Row>;
  /** The newest parcel of an order. */
  parcel(orderId: string): Promise<Row>;
  /** `on_hand/reserved` of a SKU at the default location. */
  stock(sku: string): Promise<string>;
  /** The events about an object, oldest first. */
  events(objectId: string): Promise<{ type: string; object: Row; previous: Row }[]>;
  timeline(orderId: string): Promise<Row[]>;
};

/** `callers`: how many of its calls of operations run at once. */
export async function openDesk(db: TestDatabase, shop: TestShop, callers?: number): Promise<Desk> {
  const { admin } = db;
  const gateway = db.as('haat_gateway', callers ? { max: callers } : {});
  const [store] = shop.stores;
  const company = { company_id: shop.companyId };
  const staffId = await insert(admin, 'staff', {
    ...company,
    email: `${randomUUID()}@example.com`,
    full_name: 'Rina Akter',
  });
  const courier = (name: string, more = {}) => insert(admin, 'couriers', { ...company, name, ...more });
  const one = async (sql: string, values: unknown[]) => (await admin.query(sql, values)).rows[0];

  const desk: Desk = {
    db,
    shop,
    staffId,
    couriers: {
      reporting: await courier('Padma Express', { reports_pickups: true }),
      silent: await courier('Doel Delivery'),
      ownRider: await courier('Our rider', { is_own_rider: true, reports_pickups: true }),
    },
    call: (operation, input, key = shop.storeKey) =>
      callGate(gateway, key, operation, input, { idempotencyKey: randomUUID() }),
    async ask(operation, input) {
      const { outcome, result } = await desk.call(operation, input);
      if (outcome.sqlstate)
        throw new Error(`${operation}: ${outcome.sqlstate} ${outcome.message} ${(outcome as Row).context ?? ''}`);
      return result;
    },
    async staff(name, input, permissions = allPermissions) {
      const client = await admin.connect();
      try {
        await client.query('begin');
        await client.query('select internal.act_as($1, $2, $3, $4, $5)', [
          shop.companyId,
          'Rina Akter',
          'staff',
          staffId,
          permissions,
        ]);
        await client.query('set local role haat_staff');
        const given = argumentsOf(name, input as Row, permissions);
        const { rows } = await client.query(
          `select * from staff.${name}(${given.map(([argument], i) => `${argument} => $${i + 1}`).join(', ')})`,
          given.map(([, value]) => value),
        );
        await client.query('commit');
        return rows[0];
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    place: (items, more = {}) =>
      desk.ask('create_order', { customer: { phone: '01711111111', full_name: 'Karim Uddin' }, items, ...more }),
    async move(orderId, ...statuses) {
      let moved: Row;
      for (const status of statuses) moved = await desk.ask('update_order_status', { id: orderId, status });
      return moved;
    },
    order: (id) => one('select * from app.orders where id = $1', [id]),
    parcel: (orderId) => one('select * from app.parcels where order_id = $1 order by id desc limit 1', [orderId]),
    async stock(sku) {
      const level = await one(
        `select l.on_hand, l.reserved from app.inventory_levels l join app.variants v on v.id = l.variant_id
         where v.store_id = $1 and v.sku = $2 and l.location_id = $3`,
        [store.id, sku, shop.locationId],
      );
      return `${level.on_hand}/${level.reserved}`;
    },
    async events(objectId) {
      const sql = 'select type, object, previous from app.events where object_id = $1 order by sequence';
      return (await admin.query(sql, [objectId])).rows;
    },
    async timeline(orderId) {
      return (await admin.query('select * from app.order_timeline where order_id = $1 order by id', [orderId])).rows;
    },
  };
  return desk;
}

/** The SQLSTATE and fields of a refusal that was thrown. */
export async function refusalOf(work: Promise<unknown>): Promise<{ code: string; fields: Row }> {
  try {
    await work;
  } catch (error) {
    const { code, detail, message } = error as { code?: string; detail?: string; message: string };
    if (!code?.startsWith('HT')) throw error;
    return { code, fields: detail ? JSON.parse(detail).fields : message };
  }
  throw new Error('nothing was refused');
}
