import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeEndpoint } from '../../helpers/operations/makers.ts';
import { closeApiShop, db, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';
import { callStaff, createEndpoint, emit } from '../../helpers/webhooks.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('delete_webhook_endpoint', house, {
  sound: async (maker) => ({ id: (await makeEndpoint(maker)).id }),
  of: 'key',
});

test('what was removed gets nothing, is not there for its key nor for staff, and goes with its log a day later', async (t) => {
  const { endpoint_id } = await createEndpoint(db, shop, 'https://8.8.4.4/of-staff');
  t.is((await send('DELETE', `/webhook-endpoints/${endpoint_id}`)).status, 404);
  const { id } = await makeEndpoint(own());
  await emit(db, shop);
  t.deepEqual((await send('DELETE', `/webhook-endpoints/${id}`)).body, { id, deleted: true });
  await emit(db, shop);
  t.is((await send('GET', `/webhook-endpoints/${id}`)).status, 404);
  t.is((await send('DELETE', `/webhook-endpoints/${id}`)).status, 404);
  await t.throwsAsync(callStaff(db, shop, 'send_webhook_ping', { endpoint_id: id }), { code: 'HT100' });
  const statuses = 'select status from app.webhook_deliveries where endpoint_id = $1';
  t.deepEqual((await db.admin.query(statuses, [id])).rows, [{ status: 'held' }]);
  const { rows } = await db.admin.query(
    `select actor_type, action, internal.record_name(object_type, object_id, null) as url from internal.readable_activity_log
     where object_id = $1 order by id desc limit 1`,
    [id],
  );
  t.deepEqual(rows, [{ actor_type: 'api_key', action: 'webhook_endpoint.removed', url: 'https://8.8.8.8/hook' }]);

  await db.admin.query(`update app.webhook_endpoints set removed_at = now() - interval '25 hours' where id = $1`, [id]);
  await db.as('haat_worker').query('select internal.clean_up_webhooks()');
  t.is((await db.admin.query('select from app.webhook_endpoints where id = $1', [id])).rowCount, 0);
  t.is((await db.admin.query(statuses, [id])).rowCount, 0);
  t.is((await db.admin.query(statuses, [endpoint_id])).rowCount, 2, 'others keep theirs');
});
