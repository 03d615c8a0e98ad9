// Jobs: the workers run the lines of each in order, each line once, as the key or the member of staff who sent it may.
import test from 'ava';
import { closeApiShop, db, openApiShop, shop } from '../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

test('a job opened by SQL runs', async (t) => {
  const { rows } = await db.admin.query(
    `with c as materialized (select internal.act_as($1, 'K', 'api_key', $2)) select internal.open_job($3, 'create_brand', '{catalog:write}') as id from c`,
    [shop.companyId, shop.storeKey.id, shop.stores[0]!.id],
  );
  const id = rows[0].id;
  const client = await db.admin.connect();
  await client.query('begin');
  await client.query(`select internal.act_as($1, 'K', 'api_key', $2)`, [shop.companyId, shop.storeKey.id]);
  await client.query(`select internal.add_job_lines($1, $2)`, [id, JSON.stringify([{ input: { name: 'A' } }, { sqlstate: 'HT008', message: 'x', fields: { body: ['is not JSON'] } }, { input: { name: 'B' } }])]);
  await client.query(`select internal.queue_job($1)`, [id]);
  await client.query('commit');
  client.release();
  const w = db.as('haat_worker');
  t.log((await w.query('select internal.take_job($1)', [shop.companyId])).rows);
  t.log((await w.query('call internal.run_job_lines($1, 1000, null)', [id])).rows);
  t.log((await db.admin.query('select * from app.jobs')).rows);
  t.log((await db.admin.query('select * from app.job_lines')).rows);
  t.log((await db.admin.query('select type, object, request_id from app.events order by sequence')).rows);
  t.pass();
});
