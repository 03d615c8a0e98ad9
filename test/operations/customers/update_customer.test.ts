import test from 'ava';
import type { Answer } from '../../helpers/api.ts';
import { answersAs } from '../../helpers/documents.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeCustomer } from '../../helpers/operations/makers.ts';
import { type Desk, openDesk } from '../../helpers/orders.ts';
import { closeApiShop, db, house, openApiShop, send, shop } from '../../helpers/shops/api-shop.ts';

let desk: Desk;

test.before(async () => {
  await openApiShop();
  desk = await openDesk(db, shop);
});
test.after.always(closeApiShop);

let phones = 10_000_000;
const newPhone = () => `017${phones++}`;
const add = async (body: object = {}): Promise<Answer['body']> => {
  const answer = await send('POST', '/customers', { full_name: 'Salma Begum', phone: newPhone(), ...body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};

testCommonRules('update_customer', house, {
  sound: async (maker) => ({ id: (await makeCustomer(maker)).id, full_name: 'Salma Khatun' }),
  wrong: [
    [{ full_name: ' ' }, 'full_name'],
    [{ phone: 'call me' }, 'phone'],
    [{ email: 'nobody' }, 'email'],
    [{ status: 'sold' }, 'status'],
    [{ gender: 'unknown to us' }, 'gender'],
    [{ type: 'guest' }, 'type'],
  ],
});

test('a change touches what was sent, and null clears', async (t) => {
  const customer = await add({ email: 'change@example.com', gender: 'male' });
  const changed = await send('PATCH', `/customers/${customer.id}`, { status: 'blocked', gender: null });
  t.is(changed.status, 200);
  answersAs(t, 'update_customer', changed.body);
  t.like(changed.body, { phone: customer.phone, email: 'change@example.com', status: 'blocked', gender: null });
  t.true(changed.body.updated_at > customer.updated_at);
  t.like((await send('PATCH', `/customers/${customer.id}`, { phone: null, email: null })).body, {
    phone: null,
    email: null,
  });
  t.is((await send('PATCH', `/customers/${customer.id}`, { type: 'guest' })).status, 422);
  t.deepEqual(
    (await desk.events(customer.id)).map(({ type }) => type),
    ['customer.created', 'customer.updated', 'customer.updated'],
  );
  // A name cannot be cleared: null is one that was not given.
  const kept = await send('PATCH', `/customers/${customer.id}`, { full_name: null });
  t.like([kept.status, kept.body.full_name], [200, customer.full_name]);
});
