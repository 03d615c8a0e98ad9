import test from 'ava';
import { runJobs } from '../../helpers/jobs.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { brandJob } from '../../helpers/operations/makers.ts';
import { closeApiShop, db, eventsOf, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('cancel_job', house, {
  sound: async (maker) => ({ id: (await brandJob(maker)).id }),
});

test('what ran stays, what did not run never does, and cancelling again changes nothing', async (t) => {
  const { id } = await brandJob(own(), [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
  const worker = db.as('haat_worker');
  await worker.query('select internal.take_job($1)', [shop.companyId]);
  await worker.query('select internal.run_job_line($1)', [id]);
  const cancelled = (await send('POST', `/jobs/${id}/cancel`)).body;
  t.like(cancelled, { status: 'cancelled', succeeded_count: 1, failed_count: 0, line_count: 3 });
  await runJobs(db, shop.companyId);
  t.deepEqual((await worker.query('select internal.run_job_line($1) as answer', [id])).rows[0].answer, {
    state: 'ended',
  });
  t.is((await send('GET', `/jobs/${id}/results`)).body.length, 1);
  t.deepEqual((await send('POST', `/jobs/${id}/cancel`)).body, cancelled);
  t.deepEqual(await eventsOf(id), ['job.finished']);
  const { rows } = await db.admin.query('select name from app.brands where company_id = $1', [shop.companyId]);
  t.deepEqual(rows, [{ name: 'One' }]);
});
