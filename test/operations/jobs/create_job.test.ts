import { randomUUID } from 'node:crypto';
import test from 'ava';
import { runJobs } from '../../helpers/jobs.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeConfirmedOrder, makeCourier, stock } from '../../helpers/operations/makers.ts';
import { createKey, createShop, stockVariant } from '../../helpers/shop.ts';
import { api, closeApiShop, db, eventsOf, house, openApiShop, own, send, shop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('create_job', house, {
  sound: () => ({ operation: 'create_brand', lines: [{ name: 'Aarong' }] }),
  wrong: [
    [{ operation: 'list_brands' }, 'operation'],
    [{ operation: 'create_job' }, 'operation'],
    [{ operation: undefined }, 'operation'],
    [{ on_error: 'hope' }, 'on_error'],
    [{ lines: [] }, 'lines'],
    [{ lines: [7] }, 'lines.0'],
  ],
});

type Result = { line: number; status: number; answer?: { id: string }; error?: { code: string } };

/** Sends a file of lines. */
const upload = (
  file: string | Buffer,
  {
    query = 'operation=create_brand',
    key = shop.storeKey.key,
    idempotencyKey = randomUUID() as string,
    type = '',
  } = {},
) =>
  api.request('POST', `/jobs?${query}`, {
    key,
    raw: file,
    idempotencyKey,
    headers: { 'content-type': type || 'application/x-ndjson' },
  });

const brandsOf = async (companyId: string) =>
  (
    await db.admin.query('select name from app.brands where company_id = $1 order by created_at, id', [companyId])
  ).rows.map(({ name }) => name);

const jobsOf = async (companyId: string, status: string) =>
  Number(
    (
      await db.admin.query('select count(*) as n from app.jobs where company_id = $1 and status = $2', [
        companyId,
        status,
      ])
    ).rows[0].n,
  );

const results = async (id: string, key = shop.storeKey.key) =>
  (await send('GET', `/jobs/${id}/results`, undefined, { key })).body;

test('it needs the scopes of the operation that it names, and says which one lacks', async (t) => {
  const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0]!.id, scopes: ['orders:write'] });
  for (const answer of [
    await upload('{"name": "A"}', { key: key.key }),
    await send(
      'POST',
      '/jobs',
      { operation: 'create_brand', lines: [{ name: 'A' }] },
      { key: key.key, idempotencyKey: 'x' },
    ),
  ]) {
    t.is(answer.status, 403, answer.text);
    t.like(answer.body.error, { code: 'FORBIDDEN_SCOPE' });
    t.regex(answer.body.error.message, /catalog:write/);
  }
});

test('a file that cannot be used is refused as a whole, with line and column', async (t) => {
  const rival = await createShop(db.admin);
  const key = rival.storeKey.key;
  const good = '{"name": "A"}\n';
  const spoilt = Buffer.concat([Buffer.from(`${good}{"name": "আ`), Buffer.from([0xff]), Buffer.from('"}')]);
  for (const [file, problem] of [
    ['', 'must hold at least one line'],
    ['\n\n', 'must hold at least one line'],
    [spoilt, 'line 2, column 12: is not UTF-8'],
  ] as const) {
    const answer = await upload(file, { key });
    t.is(answer.status, 422, answer.text);
    t.deepEqual(answer.body.error.fields, { body: [problem] });
  }
  const long = await upload(`${good}{"name": "${'x'.repeat(1_000_000)}"}`, { key });
  t.is(long.status, 413);
  t.deepEqual(long.body.error.fields, { body: ['must have at most 1000000 bytes a line, unlike line 2'] });
  for (const [query, field] of [
    ['operation=create_brand&lines=x', 'lines'],
    ['operation=create_brand&operation=create_order', 'operation'],
    ['on_error=stop', 'operation'],
  ] as const)
    t.deepEqual(Object.keys((await upload(good, { key, query })).body.error.fields), [field]);
  t.is((await upload(good, { key, type: 'text/csv' })).status, 415);
  await runJobs(db, rival.companyId);
  t.deepEqual(await brandsOf(rival.companyId), []);
  t.is((await api.request('GET', '/jobs', { key })).body.data.length, 0);
});

test('an Idempotency-Key is bound to the bytes of the file, however it is sent', async (t) => {
  const rival = await createShop(db.admin);
  const sent = async (file: string, idempotencyKey: string, query = 'operation=create_brand') => {
    // Without a length, in chunks.
    const response = await fetch(`${api.url}/ext/v1/jobs?${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${rival.storeKey.key}`,
        'idempotency-key': idempotencyKey,
        'content-type': 'application/x-ndjson',
      },
      body: ReadableStream.from([Buffer.from(file.slice(0, 5)), Buffer.from(file.slice(5))]),
      duplex: 'half',
    } as RequestInit);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const whole = (file: string, idempotencyKey: string) => upload(file, { key: rival.storeKey.key, idempotencyKey });
  for (const [first, again] of [
    [whole, whole],
    [whole, sent],
    [sent, whole],
    [sent, sent],
  ] as const) {
    const key = randomUUID();
    const made = await first('{"name": "One"}\n', key);
    t.is(made.status, 202, JSON.stringify(made.body));
    const other = await again('{"name": "Two"}\n', key);
    t.is(other.status, 422, JSON.stringify(other.body));
    t.is(other.body.error.code, 'IDEMPOTENCY_CONFLICT');
    t.is(other.headers.get('idempotent-replayed'), null);
    t.truthy(other.headers.get('x-ratelimit-limit'));
    const replayed = await again('{"name": "One"}\n', key);
    t.deepEqual([replayed.status, replayed.headers.get('idempotent-replayed')], [202, 'true']);
    t.deepEqual(replayed.body, made.body);
    t.is((await sent('{"name": "One"}\n', key, 'operation=create_brand&on_error=stop')).status, 422);
    const lines = { operation: 'create_brand', lines: [{ name: 'One' }] };
    t.is((await send('POST', '/jobs', lines, { key: rival.storeKey.key, idempotencyKey: key })).status, 422);
  }
  t.deepEqual([await jobsOf(rival.companyId, 'queued'), await jobsOf(rival.companyId, 'receiving')], [4, 0]);
  await runJobs(db, rival.companyId);
  t.deepEqual(await brandsOf(rival.companyId), ['One', 'One', 'One', 'One']);
});

test('a file too large is refused under a key that has an answer too, and two at once make one job', async (t) => {
  const rival = await createShop(db.admin);
  const key = rival.storeKey.key;
  t.is((await upload('{"name": "One"}', { key, idempotencyKey: 'known' })).status, 202);
  const large = await upload('\n'.repeat(20_000_001), { key, idempotencyKey: 'known' });
  t.is(large.status, 413, large.text);
  const both = await Promise.all(
    ['{"name": "Two"}', '{"name": "Six"}'].map((file) => upload(file, { key, idempotencyKey: 'both' })),
  );
  t.is(both.filter(({ status }) => status === 202).length, 1);
  t.true(
    both.every(({ status }) => [202, 409, 422].includes(status)),
    JSON.stringify(both.map(({ body }) => body)),
  );
  t.is(await jobsOf(rival.companyId, 'queued'), 2);
});

test('a broken line is an error of that line; the others are done, in order, Bengali and BOM included', async (t) => {
  const lines = [
    '\ufeff{"name": "আড়ং"}',
    '{"name": "Half',
    '',
    '[1]',
    '{"name": "Z", "colour": 1}',
    '{"name": "Z", "a\\u0000b": 1, "\\ud83d": 2}',
    '{"name": "Last"}',
    '',
  ];
  const { status, body } = await upload(`${lines.join('\r\n')}\n`);
  t.is(status, 202);
  t.like(body, { status: 'queued', line_count: 7, operation: 'create_brand', on_error: 'continue' });
  await runJobs(db, shop.companyId);
  const found = (await results(body.id)).map(
    (one: { line: number; status: number; answer?: { name: string }; error?: { fields: object } }) => [
      one.line,
      one.status,
      one.answer?.name ?? one.error!.fields,
    ],
  );
  t.deepEqual(found, [
    [1, 201, 'আড়ং'],
    [2, 422, { body: ['is not valid JSON, from column 15'] }],
    [3, 422, { body: ['is empty'] }],
    [4, 422, { body: ['must be an object'] }],
    [5, 422, { colour: ['not allowed'] }],
    // Names that Postgres cannot hold.
    [6, 422, { 'a\ufffdb': ['not allowed'], '\ufffd': ['not allowed'] }],
    [7, 201, 'Last'],
  ]);
});

test('the store of a line may be of any form', async (t) => {
  const { body } = await upload('{"name": "A", "store_id": {"toString": 1}}', {
    query: `operation=create_brand&store_id=${shop.stores[0].id}`,
  });
  await runJobs(db, shop.companyId);
  t.deepEqual((await results(body.id))[0].error.fields, { store_id: ['differs between line and job'] });
});

test('a line is a call as any other: its rules, its codes, its events, its cleaned html', async (t) => {
  const maker = own();
  await stock(maker, 'JOB-1');
  const at = { location_id: shop.locationId, reason: 'count' };
  const adjustments = [
    { ...at, sku: 'JOB-1', set_on_hand: 7 },
    { ...at, sku: 'JOB-1', quantity_change: -8 },
    { ...at, sku: 'NOBODY', quantity_change: 1 },
  ];
  const { id } = (
    await send(
      'POST',
      '/jobs',
      { operation: 'create_inventory_adjustment', lines: adjustments },
      { idempotencyKey: 'a' },
    )
  ).body;
  const html = {
    name: 'Sari',
    description: '<p onclick="x()">soft<script>1</script></p>',
    variants: [{ sku: 'S-1', name: 'S', price: 1 }],
  };
  const other = (
    await send('POST', '/jobs', { operation: 'create_product', lines: [html, html] }, { idempotencyKey: 'b' })
  ).body;
  await runJobs(db, shop.companyId);
  const codes = async (job: string) =>
    (await results(job)).map(({ status, error }: { status: number; error?: { code: string } }) => [
      status,
      error?.code ?? null,
    ]);
  t.deepEqual(await codes(id), [
    [201, null],
    [422, 'VALIDATION_ERROR'],
    [404, 'NOT_FOUND'],
  ]);
  t.deepEqual(await codes(other.id), [
    [201, null],
    [409, 'CONFLICT'],
  ]);
  t.is((await results(other.id))[0].answer.description, '<p>soft</p>');
  const { rows } = await db.admin.query(
    `select type, request_id from app.events where company_id = $1 and request_id like 'job\\_%' order by sequence`,
    [shop.companyId],
  );
  // Each by itself: which of two jobs has its turn is a matter of how far the other came.
  const eventsOf = (job: string) => rows.filter(({ request_id }) => request_id.startsWith(`job_${job}_`));
  t.deepEqual(eventsOf(id), [
    { type: 'inventory.updated', request_id: `job_${id}_1` },
    { type: 'job.finished', request_id: `job_${id}_3` },
  ]);
  t.deepEqual(eventsOf(other.id), [
    { type: 'product.created', request_id: `job_${other.id}_1` },
    { type: 'job.finished', request_id: `job_${other.id}_2` },
  ]);
});

test('the first refused line ends a job that is to stop then', async (t) => {
  const { body } = await upload('{"name": "Before"}\n{}\n{"name": "After"}', {
    query: 'operation=create_brand&on_error=stop',
  });
  await runJobs(db, shop.companyId);
  const job = (await send('GET', `/jobs/${body.id}`)).body;
  t.like(job, { status: 'failed', succeeded_count: 1, failed_count: 1, line_count: 3 });
  t.is(job.failure.code, 'LINE_FAILED');
  t.false((await brandsOf(shop.companyId)).includes('After'));
});

test('a job of a company key works in the store that it names, whatever its lines say', async (t) => {
  const rival = await createShop(db.admin);
  const [one, two] = rival.stores;
  const key = rival.companyKey.key;
  const file = `{"name": "A"}\n{"name": "B", "store_id": "${two!.id}"}\n{"name": "C", "store_id": "${one!.id.toUpperCase()}"}`;
  t.deepEqual((await upload(file, { key })).body.error.fields, { store_id: ['is required with a company key'] });
  t.is((await upload(file, { key, query: `operation=create_brand&store_id=${shop.stores[0]!.id}` })).status, 404);
  const { body } = await upload(file, { key, query: `operation=create_brand&store_id=${one!.id}` });
  await runJobs(db, rival.companyId);
  const seen = await results(body.id, key);
  t.deepEqual(
    seen.map(({ status }: { status: number }) => status),
    [201, 422, 201],
  );
  t.deepEqual(seen[1].error.fields, { store_id: ['differs between line and job'] });
  const { rows } = await db.admin.query('select distinct store_id from app.brands where company_id = $1', [
    rival.companyId,
  ]);
  t.deepEqual(rows, [{ store_id: one!.id }]);
});

test('lines count against the plan of the day, and not against the writes of the minute', async (t) => {
  const rival = await createShop(db.admin);
  const key = rival.storeKey.key;
  await db.admin.query(
    `update app.plans set job_lines_per_day = 50, writes_per_minute = 5
     where id = (select plan_id from app.companies where id = $1)`,
    [rival.companyId],
  );
  const file = (lines: number) => Array.from({ length: lines }, (_, n) => `{"name": "B${n}"}`).join('\n');
  const me = async () => (await api.request('GET', '/me', { key })).body.jobs;
  t.deepEqual(await me(), { lines_per_day: 50, lines_used_today: 0 });
  const first = await upload(file(40), { key });
  t.is(first.headers.get('x-ratelimit-remaining'), '4');
  await runJobs(db, rival.companyId);
  t.is((await brandsOf(rival.companyId)).length, 40);
  t.deepEqual(await me(), { lines_per_day: 50, lines_used_today: 40 });
  const over = await upload(file(11), { key });
  t.deepEqual([over.status, over.body.error.code], [403, 'PLAN_LIMIT_REACHED']);
  t.is((await upload(file(10), { key })).status, 202);
  t.is((await upload(file(1), { key })).body.error.code, 'PLAN_LIMIT_REACHED');
  t.deepEqual(await me(), { lines_per_day: 50, lines_used_today: 50 });
});

test('levels come in batches: each line is one, done as a whole or not at all, and counts as its lines', async (t) => {
  const rival = await createShop(db.admin);
  const key = rival.storeKey.key;
  await db.admin.query(
    'update app.plans set job_lines_per_day = 6 where id = (select plan_id from app.companies where id = $1)',
    [rival.companyId],
  );
  for (const sku of ['A', 'B', 'C']) await stockVariant(db.admin, rival, { sku, quantity: 5 });
  const level = (sku: string) => ({ location_id: rival.locationId, sku, set_on_hand: 9, reason: 'ERP' });
  const query = 'operation=create_inventory_adjustments';
  const file = [
    { lines: ['A', 'B'].map(level) },
    { lines: ['C', 'NONE'].map(level) },
    { lines: [level('C'), level('C')] },
  ];
  const send = (lines: object[]) => upload(lines.map((line) => JSON.stringify(line)).join('\n'), { key, query });
  const over = await send([...file, { lines: [level('A')] }]);
  t.deepEqual([over.status, over.body.error.code], [403, 'PLAN_LIMIT_REACHED']);
  const { status, body } = await send(file);
  t.is(status, 202);
  await runJobs(db, rival.companyId);
  const { jobs } = (await api.request('GET', '/me', { key })).body;
  t.deepEqual(jobs, { lines_per_day: 6, lines_used_today: 6 });
  const answers = (await results(body.id, key)).map(({ status, error }: Result & { error?: { fields: object } }) => [
    status,
    Object.keys(error?.fields ?? {}),
  ]);
  t.deepEqual(answers, [
    [201, []],
    [404, ['lines.1.sku']],
    [422, ['lines.1.sku']],
  ]);
  const { rows } = await db.admin.query(
    `select v.sku, l.on_hand from app.inventory_levels l join app.variants v on v.id = l.variant_id
     where v.store_id = $1 and l.location_id = $2 order by v.sku`,
    [rival.stores[0].id, rival.locationId],
  );
  t.deepEqual(rows, [
    { sku: 'A', on_hand: 9 },
    { sku: 'B', on_hand: 9 },
    { sku: 'C', on_hand: 5 },
  ]);
});

test('a file that is sent again with its Idempotency-Key is one job; another one under that key is refused', async (t) => {
  const rival = await createShop(db.admin);
  const options = { key: rival.storeKey.key, idempotencyKey: 'nightly' };
  const first = await upload('{"name": "A"}', options);
  const again = await upload('{"name": "A"}', options);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is(again.body.id, first.body.id);
  t.is((await upload('{"name": "AB"}', options)).body.error.code, 'IDEMPOTENCY_CONFLICT');
  t.is(
    (await upload('{"name": "A"}', { ...options, query: 'operation=create_category' })).body.error.code,
    'IDEMPOTENCY_CONFLICT',
  );
  t.is(await jobsOf(rival.companyId, 'queued'), 1);
});

test('parcels of a courier go through a job: good lines act once, wrong ones are told, a cancelled one stops', async (t) => {
  const maker = own();
  const courier_id = await makeCourier(maker);
  const orders: { id: string }[] = [];
  for (let n = 0; n < 4; n++) orders.push(await makeConfirmedOrder(maker));
  const worker = db.as('haat_worker');
  const idempotencyKey = randomUUID();
  const post = (operation: string, lines: object[], key: string = randomUUID()) =>
    send('POST', '/jobs', { operation, lines }, { idempotencyKey: key });
  const resultsOf = async (id: string) => (await send('GET', `/jobs/${id}/results`)).body as Result[];
  // An order twice, one that is not there, a field that is not known; the last of four is left to the cancel.
  const [first, second, third, last] = orders.map(({ id }) => ({ id, courier_id }));
  const lines = [first!, { ...first! }, { id: randomUUID(), courier_id }, second!, { ...third!, wheels: 2 }, third!];
  const { id } = (await post('book_parcel', lines, idempotencyKey)).body;
  const again = await post('book_parcel', lines, idempotencyKey);
  t.deepEqual([again.headers.get('idempotent-replayed'), again.body.id], ['true', id]);
  await runJobs(db, shop.companyId);
  const booked = await resultsOf(id);
  t.deepEqual(
    booked.map(({ line, status, error }) => [line, status, error?.code]),
    [
      [1, 201, undefined],
      [2, 409, 'CONFLICT'],
      [3, 404, 'NOT_FOUND'],
      [4, 201, undefined],
      [5, 422, 'VALIDATION_ERROR'],
      [6, 201, undefined],
    ],
  );
  const parcels = booked.flatMap(({ answer }) => (answer ? [answer.id] : []));
  t.is(parcels.length, 3);

  const pickups = (
    await post(
      'record_parcel_pickup',
      parcels.map((parcel) => ({ id: parcel })),
    )
  ).body.id;
  await runJobs(db, shop.companyId);
  t.deepEqual(
    (await resultsOf(pickups)).map(({ status }) => status),
    [200, 200, 200],
  );
  const collected = parcels.map((parcel) => ({ id: parcel, collected_amount: 200 }));
  // A report that came before changes nothing; one that says otherwise is refused.
  const reports = [...collected, collected[0]!, { ...collected[1]!, collected_amount: 150 }];
  const delivered = (await post('record_parcel_delivered', reports)).body.id;
  await runJobs(db, shop.companyId);
  const told = await resultsOf(delivered);
  t.deepEqual(
    told.map(({ status }) => status),
    [200, 200, 200, 200, 409],
  );
  for (const parcel of parcels)
    t.deepEqual(await eventsOf(parcel), ['parcel.created', 'parcel.updated', 'parcel.updated']);

  const cancelled = (await post('book_parcel', [last!, last!])).body.id;
  await worker.query('select internal.take_job($1)', [shop.companyId]);
  await send('POST', `/jobs/${cancelled}/cancel`);
  await runJobs(db, shop.companyId);
  t.is((await send('GET', `/orders/${last!.id}`)).body.status, 'confirmed');
  // A payout is a batch itself, all lines or none: no line of a job.
  const payout = await post('record_payout', [{ courier_id, lines: [{ code: parcels[0], amount: 200 }] }]);
  t.deepEqual([payout.status, Object.keys(payout.body.error.fields)], [422, ['operation']]);
});
