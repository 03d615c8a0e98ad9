// The personal data of a customer, planted through every entry that takes any; and the search for it in the whole
// database.
import type pg from 'pg';
import type { Desk } from './orders.ts';

export type Person = { word: string; digits: string; spelling: string };

// biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
type Row = any;

/** A text that names the person, as people write it into notes. */
const tells = ({ word, spelling }: Person, door: string) => `${door}: ask ${word} at ${spelling}`;
const address = (person: Person, door: string) => ({
  address_line: `House of ${person.word}, ${door}`,
  recipient_name: person.word,
  recipient_phone: person.spelling,
  label: `${person.word}s`,
  city: `${person.word}pur`,
  area: `${person.word}bagh`,
  postal_code: `Z${person.word}`.slice(0, 20),
});
const customer = (person: Person) => ({
  phone: person.spelling,
  full_name: `${person.word} Akter`,
  email: `${person.word}@example.com`,
});
const place = (desk: Desk, person: Person, more: object = {}): Promise<Row> =>
  desk.place([{ sku: 'A', quantity: 2 }], {
    customer: customer(person),
    shipping_address: { ...address(person, 'order'), landmark: tells(person, 'landmark') },
    custom_fields: { gift_for: person.word, is_gift: true },
    tags: [tells(person, 'tag')],
    note: tells(person, 'order'),
    ...more,
  });
const deliver = async (desk: Desk, id: string) => {
  await desk.move(id, 'confirmed');
  const parcel = await desk.staff('book_parcel', { order_id: id, courier_id: desk.couriers.silent });
  await desk.staff('record_parcel_delivered', { parcel_id: parcel.id });
  return parcel;
};
const booked = async (desk: Desk, id: string): Promise<Row> => {
  await desk.move(id, 'confirmed');
  return desk.staff('book_parcel', { order_id: id, courier_id: desk.couriers.reporting });
};

/** Each leaves no order of the person open. The first order makes the customer. */
export const doors: Record<string, (desk: Desk, person: Person, customerId: string) => Promise<unknown>> = {
  async 'a change by the API'(desk, { word }, id) {
    await desk.ask('update_customer', {
      id,
      full_name: `${word} Begum`,
      email: `${word}.2@example.com`,
      gender: 'female',
    });
  },
  async 'a change by staff'(desk, { word }, customer_id) {
    await desk.staff('update_customer', { customer_id, full_name: `${word} Khatun`, email: `${word}.3@example.com` });
  },
  async 'an address by staff, changed and removed'(desk, person, customer_id) {
    const saved = await desk.staff('save_customer_address', { customer_id, ...address(person, 'staff') });
    const again = { customer_id, address_id: saved.id, ...address(person, 'staff again') };
    await desk.staff('save_customer_address', again);
    await desk.staff('remove_customer_address', { address_id: saved.id });
  },
  async 'notes and a call-back'(desk, person) {
    const { id } = await place(desk, person);
    await desk.ask('update_order', { id, note: tells(person, 'patch'), follow_up_note: tells(person, 'call-back') });
    await desk.staff('update_order', {
      order_id: id,
      note: tells(person, 'staff'),
      follow_up_note: tells(person, 'call'),
    });
    await desk.ask('update_order_status', { id, status: 'confirmed', note: tells(person, 'status') });
    await desk.staff('change_order_status', { order_id: id, status: 'hold', note: tells(person, 'staff status') });
    await desk.ask('cancel_order', { id, reason: tells(person, 'reason'), note: tells(person, 'cancel') });
  },
  async calls(desk, person) {
    const { id } = await place(desk, person);
    await desk.ask('record_call', { id, outcome: 'no_answer', note: tells(person, 'called') });
    await desk.staff('record_call', { order_id: id, outcome: 'refused', note: tells(person, 'called by staff') });
    await desk.ask('cancel_order', { id });
  },
  async 'what staff note for each other'(desk, person, customer_id) {
    await desk.staff('add_customer_note', { customer_id, note: tells(person, 'noted') });
    const { id: order_id } = await place(desk, person);
    await desk.staff('add_order_note', { order_id, note: tells(person, 'noted of an order') });
    await desk.staff('set_order_custom_fields', { order_id, custom_fields: { gift_for: tells(person, 'field') } });
    await desk.staff('update_order', { order_id, add_tags: [tells(person, 'staff tag')] });
    await desk.staff('cancel_order', { order_id });
  },
  async 'an order by staff'(desk, person, customer_id) {
    const order = await desk.staff('create_order', {
      store_id: desk.shop.stores[0].id,
      items: [{ sku: 'A', quantity: 1 }],
      customer_id,
      shipping_address: { free: tells(person, 'free form') },
      note: tells(person, 'staff order'),
    });
    await desk.staff('cancel_order', { order_id: order.id, reason: tells(person, 'r'), note: tells(person, 'n') });
  },
  async 'payments, refunds and what is voided'(desk, person) {
    const { id } = await place(desk, person);
    const method = desk.shop.stores[0].paymentMethods.card;
    await desk.ask('record_order_payment', {
      id,
      payment_method_id: method,
      amount: '50.00',
      note: tells(person, 'paid'),
    });
    const paid = { order_id: id, payment_method_id: method, amount: '30.00', note: tells(person, 'staff paid') };
    const { id: payment_id } = await desk.staff('record_payment', paid);
    await desk.staff('void_payment', { payment_id, reason: tells(person, 'void') });
    await desk.staff('record_refund', { order_id: id, amount: '20.00', note: tells(person, 'refund') });
    await desk.staff('cancel_order', { order_id: id });
  },
  async 'parcels that fail'(desk, person) {
    const { id } = await place(desk, person);
    const first = await booked(desk, id);
    await desk.staff('cancel_parcel', { parcel_id: first.id, reason: tells(person, 'cancelled parcel') });
    const { id: parcel_id } = await desk.staff('book_parcel', { order_id: id, courier_id: desk.couriers.silent });
    await desk.staff('record_delivery_failure', { parcel_id, reason: tells(person, 'failed') });
    await desk.staff('request_parcel_return', { parcel_id, reason: tells(person, 'parcel back') });
    await desk.staff('receive_parcel', { parcel_id });
  },
  async 'a return'(desk, person) {
    const { id, items } = await place(desk, person);
    await deliver(desk, id);
    const lines = [{ order_item_id: items[0].id, quantity: 1 }];
    const back = await desk.staff('create_return', { order_id: id, lines, reason: tells(person, 'return') });
    await desk.staff('receive_return', { return_id: back.id });
  },
  async 'a receiver that repeats what it is sent'(desk, person) {
    const { id } = await place(desk, person);
    const worker = desk.db.as('haat_worker');
    const { rows: endpoints } = await desk.db.admin.query(`select id from app.webhook_endpoints`);
    for (const endpoint of endpoints) {
      const claimed = await worker.query(`select * from internal.claim_deliveries($1, 'w', 10)`, [endpoint.id]);
      const attempts = claimed.rows.map(({ delivery_id, attempt, body }) => ({
        delivery_id,
        attempt,
        outcome: 'rejected',
        response_status: 500,
        response_body: body.slice(0, 10_000),
      }));
      await worker.query(`select internal.record_attempts($1, 'w', $2)`, [endpoint.id, JSON.stringify(attempts)]);
    }
    await desk.ask('cancel_order', { id });
  },
};

/** The customer of a first order that was delivered. */
export async function plant(desk: Desk, person: Person): Promise<{ customerId: string; orderId: string }> {
  const { id, customer_id } = await place(desk, person);
  await deliver(desk, id);
  return { customerId: customer_id, orderId: id };
}

/** The tables where anything of a person still stands, in any spelling; bytes too. */
export async function findPerson(admin: pg.Pool, { word, digits, spelling }: Person): Promise<string[]> {
  const canaries = [word, digits, spelling].flatMap((text) => [text, Buffer.from(text).toString('hex')]);
  const { rows } = await admin.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await admin.query(`select t::text as row from ${name} t where t::text ilike any ($1)`, [
      canaries.map((text) => `%${text}%`),
    ]);
    found.push(...hits.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
