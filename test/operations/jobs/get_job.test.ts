import test from 'ava';
import { runJobs } from '../../helpers/jobs.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { brandJob } from '../../helpers/operations/makers.ts';
import { createKey } from '../../helpers/shop.ts';
import { closeApiShop, db, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('get_job', house, {
  sound: async (maker) => ({ id: (await brandJob(maker)).id }),
  wrong: [
    [{ results: 'some' }, 'results'],
    [{ results_after: -1 }, 'results_after'],
  ],
});

test('a key that may not call the operation does not see its jobs', async (t) => {
  const { id } = await brandJob(own());
  const orders = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0]!.id, scopes: ['orders:write'] });
  t.is((await send('GET', `/jobs/${id}`, undefined, { key: orders.key })).status, 404);
  t.deepEqual((await send('GET', '/jobs', undefined, { key: orders.key })).body.data, []);
  t.is((await send('GET', `/jobs/${id}/results`, undefined, { key: orders.key })).status, 404);
  t.is((await send('POST', `/jobs/${id}/cancel`, {}, { key: orders.key })).status, 404);
});

test('a job shows how far it is, and the results that are asked for', async (t) => {
  const { id } = await brandJob(own(), [{ name: 'Aarong' }, { nmae: 'Dorji' }, { name: 'Kay Kraft' }]);
  const job = async (query = '') => (await send('GET', `/jobs/${id}${query}`)).body;
  t.like(await job(), {
    status: 'queued',
    progress: 0,
    line_count: 3,
    seconds_left: null,
    started_at: null,
    results: [],
  });
  await runJobs(db, shop.companyId);
  const done = await job();
  t.like(done, { status: 'finished', progress: 100, succeeded_count: 2, failed_count: 1, failure: null });
  t.deepEqual(done.results, [
    {
      line: 2,
      status: 422,
      error: {
        code: 'VALIDATION_ERROR',
        message: 'Some fields are not valid: name, nmae.',
        fields: { name: ['is required'], nmae: ['not allowed'] },
      },
    },
  ]);
  const lines = async (query: string) => (await job(query)).results.map(({ line }: { line: number }) => line);
  t.deepEqual(await lines('?results=all'), [1, 2, 3]);
  t.deepEqual(await lines('?results=all&results_after=2'), [3]);
  t.deepEqual(await lines('?results=none'), []);
  t.is((await job('?results=all')).results[0].answer.name, 'Aarong');
});
