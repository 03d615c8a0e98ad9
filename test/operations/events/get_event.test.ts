import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeCustomer } from '../../helpers/operations/makers.ts';
import { createKey } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';
import { moveClock } from '../../helpers/webhooks.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

/** The event of a new customer. */
async function eventOf(maker = own()): Promise<string> {
  const { id } = await makeCustomer(maker);
  return (await maker.db.admin.query('select id from app.events where object_id = $1', [id])).rows[0].id;
}

testCommonRules('get_event', house, { sound: async (maker) => ({ id: await eventOf(maker) }) });

test.serial('an event is what its webhook carries, for keys that may read its object, for 30 days', async (t) => {
  const id = await eventOf();
  const answer = await send('GET', `/events/${id}`);
  const { rows } = await db.admin.query(
    'select internal.event_envelope(e, internal.api_version()) as body from app.events e where id = $1',
    [id],
  );
  t.is(answer.text, rows[0].body, 'byte by byte');
  const shelves = await createKey(db.admin, shop.companyId, { scopes: ['inventory:read'] });
  t.is((await send('GET', `/events/${id}`, undefined, { key: shelves.key })).status, 404);
  await moveClock(db, '721 hours');
  const { rows: late } = await db
    .as('haat_gateway', { application_name: 'a month later' })
    .query(`select outcome from gate.run($1, 'get_event', $2, null, null, 'test')`, [shop.storeKey.hash, { id }]);
  await moveClock(db, '0');
  t.is(late[0].outcome.sqlstate, 'HT100');
});
