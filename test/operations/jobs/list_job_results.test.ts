import test from 'ava';
import { runJobs } from '../../helpers/jobs.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { brandJob } from '../../helpers/operations/makers.ts';
import { closeApiShop, db, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('list_job_results', house, {
  async sound(maker) {
    const { id } = await brandJob(maker);
    await runJobs(maker.db, maker.shop.companyId);
    return { id };
  },
  wrong: [
    [{ starting_after: -1 }, 'starting_after'],
    [{ refused_only: 'maybe' }, 'refused_only'],
  ],
});

test('results are a line each, in order, beyond one batch', async (t) => {
  const lines = Array.from({ length: 501 }, (_, n) => (n === 499 ? {} : { name: `Brand ${n}` }));
  const { id } = await brandJob(own(), lines.slice(0, 500));
  await db.admin.query(
    `insert into app.job_lines (company_id, store_id, job_id, line, input)
     select company_id, store_id, job_id, 501, '{"name": "The last"}' from app.job_lines where job_id = $1 and line = 1`,
    [id],
  );
  await db.admin.query('update app.jobs set line_count = 501 where id = $1', [id]);
  await runJobs(db, shop.companyId);
  const all = await send('GET', `/jobs/${id}/results`);
  t.is(all.headers.get('content-type'), 'application/x-ndjson');
  t.deepEqual(
    all.body.map(({ line }: { line: number }) => line),
    lines.map((_, n) => n + 1),
  );
  t.like(all.body[500], { line: 501, status: 201, answer: { name: 'The last' } });
  t.like(all.body[499], {
    line: 500,
    status: 422,
    error: { code: 'VALIDATION_ERROR', fields: { name: ['is required'] } },
  });
  t.is((await send('GET', `/jobs/${id}/results?starting_after=499`)).body.length, 2);
  t.is((await send('GET', `/jobs/${id}/results?refused_only=true`)).body.length, 1);
  t.is((await send('GET', `/jobs/${id}/results?starting_after=501`)).text, '');
});
