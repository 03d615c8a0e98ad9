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
  const { id } = await brandJob(own(), [{ name: 'The first' }, {}, { name: 'The last' }]);
  await runJobs(db, shop.companyId);
  // Between the first and the others as many lines as make the last the first of a second batch.
  await db.admin.query('update app.job_lines set line = line + 498 where job_id = $1 and line > 1', [id]);
  await db.admin.query(
    `insert into app.job_lines
     select (jsonb_populate_record(l, jsonb_build_object('line', n))).* from app.job_lines l, generate_series(2, 499) n
     where l.job_id = $1 and l.line = 1`,
    [id],
  );
  await db.admin.query('update app.jobs set line_count = 501, succeeded_count = 500 where id = $1', [id]);
  const all = await send('GET', `/jobs/${id}/results`);
  t.is(all.headers.get('content-type'), 'application/x-ndjson');
  t.deepEqual(
    all.body.map(({ line }: { line: number }) => line),
    Array.from({ length: 501 }, (_, n) => n + 1),
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
