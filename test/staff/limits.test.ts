// What is too much is refused before anything runs.
import { readFileSync } from 'node:fs';
import test from 'ava';
import { usualTimeouts } from '../../server/staff/schema/preset.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let token: string;
test.before(async () => {
  db = await freshDatabase('changes the schema');
  shop = await createShop(db.admin);
  desk = await startStaff(db, { served: usualTimeouts });
  token = await signInAs(db, shop.companyId, 'owner');
  // The schema is made before anything is locked or measured.
  await desk.ask(token, '{ viewer { id } }');
  await db.admin.query(
    `insert into app.customers (company_id, store_id, full_name, created_at) select $1, $2, 'C ' || n, now() - n * interval '1 minute' from generate_series(1, 130) n`,
    [shop.companyId, shop.stores[0].id],
  );
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const nested = (levels: number) =>
  `{ stores { nodes ${'{ customers(first: 1) { nodes { store '.repeat(levels)} { id } ${'} } }'.repeat(levels)} } }`;

const filtered = (filter: string, variables = '') => `query ${variables} { orders(filter: ${filter}) { totalCount } }`;
const terms = (count: number) => Array.from({ length: count }, (_, n) => ({ number: { equalTo: `${n}` } }));
const inText = (count: number) => Array.from({ length: count }, (_, n) => `{ number: { equalTo: "${n}" } }`).join(' ');

const tooLarge: [string, string, object?, RegExp?][] = [
  [
    '501 aliased fields',
    `{ ${Array.from({ length: 501 }, (_, n) => `a${n}: viewer { id }`).join(' ')} }`,
    undefined,
    /500 fields/,
  ],
  [
    'the same through fragments',
    `fragment F on Query { ${Array.from({ length: 60 }, (_, n) => `a${n}: viewer { id }`).join(' ')} } { ...F ...F ...F ...F ...F ...F ...F ...F ...F }`,
    undefined,
    /500 fields/,
  ],
  ['13 levels', nested(4), undefined, /12 levels/],
  ['101 rows', '{ customers(first: 101) { nodes { id } } }', undefined, /at most 100 rows/],
  ['101 rows from the end', '{ customers(last: 101) { nodes { id } } }', undefined, /at most 100 rows/],
  [
    '101 rows by a variable',
    'query ($n: Int) { customers(first: $n) { nodes { id } } }',
    { n: 101 },
    /at most 100 rows/,
  ],
  [
    '101 rows by a default',
    'query ($n: Int = 101) { customers(first: $n) { nodes { id } } }',
    undefined,
    /at most 100 rows/,
  ],
  ['all rows there are', '{ customers(first: null) { nodes { id } } }', undefined, /at most 100 rows/],
  [
    'all rows by a variable',
    'query ($n: Int) { customers(first: $n) { nodes { id } } }',
    { n: null },
    /at most 100 rows/,
  ],
  [
    'all rows by a default',
    'query ($n: Int = null) { customers(first: $n) { nodes { id } } }',
    undefined,
    /at most 100 rows/,
  ],
  [
    'pages in pages in pages',
    '{ stores(first: 100) { nodes { customers(first: 100) { nodes { orders(first: 100) { nodes { id } } } } } } }',
    undefined,
    /150000 rows/,
  ],
  [
    'a filter of 14,000 terms',
    'query ($filter: OrderFilter) { orders(filter: $filter) { totalCount } }',
    { filter: { or: Array.from({ length: 14_000 }, (_, n) => ({ number: { equalTo: `${n}` } })) } },
    /at most 2000 values/,
  ],
  ['501 terms', filtered('$filter', '($filter: OrderFilter)'), { filter: { or: terms(501) } }, /500 terms/],
  ['501 terms by a default', filtered('$filter', `($filter: OrderFilter = { or: [${inText(501)}] })`), {}, /500 terms/],
  ['501 terms in the document', filtered(`{ or: [${inText(501)}] }`), undefined, /500 terms/],
  [
    'a variable of 100 terms, used six times',
    `query ($filter: OrderFilter) { ${[1, 2, 3, 4, 5, 6].map((n) => `a${n}: orders(filter: $filter) { totalCount }`).join(' ')} }`,
    { filter: { or: terms(100) } },
    /500 terms/,
  ],
  [
    'a part of a filter',
    filtered('{ or: [$one, $one] }', '($one: OrderFilter!)'),
    { one: { or: terms(251) } },
    /500 terms/,
  ],
  [
    '501 orders to sort by',
    'query ($by: [OrdersOrderBy!]) { orders(orderBy: $by) { nodes { id } } }',
    { by: Array.from({ length: 501 }, () => 'CREATED_AT_ASC') },
    /500 terms/,
  ],
  [
    'a filter nested 2,000 deep',
    filtered('$filter', '($filter: OrderFilter)'),
    { filter: Array.from({ length: 2_000 }).reduce((inner) => ({ or: [inner] }), {}) as object },
    /20 levels/,
  ],
  ['the same in the document', filtered(`${'{ or: [ '.repeat(1_500)}${' ] }'.repeat(1_500)}`), undefined, /100 levels/],
  [
    'an unused variable of 60,000 values',
    '{ viewer { id } }',
    { x: Array(60).fill(Array(1_000).fill(1)) },
    /50000 values/,
  ],
];
for (const [name, query, variables, message] of tooLarge) {
  test(`refused at once: ${name}`, async (t) => {
    const answer = await desk.send(token, query, variables);
    t.is(answer.status, 400);
    t.is(answer.errors[0]?.extensions.code, 'QUERY_TOO_LARGE');
    t.regex(answer.errors[0]!.message, message!);
    t.is(answer.data, undefined);
  });
}

test('a document that never ends, a cycle of fragments and a body of 1 MB are refused quickly', async (t) => {
  const started = performance.now();
  const tokens = await desk.send(token, `{ ${'viewer{id}'.repeat(9_000)} }`);
  t.is(tokens.status, 400);
  const cycle = await desk.send(token, 'fragment A on Query { ...B } fragment B on Query { ...A } { ...A }');
  t.is(cycle.status, 400);
  const large = await desk.send(token, `{ viewer { id } } # ${'x'.repeat(1_048_577)}`);
  t.is(large.status, 413);
  t.true(performance.now() - started < 60_000);
});

test('up to the limits it works: 12 levels, 100 rows, 50 by default, the newest first', async (t) => {
  t.is((await desk.send(token, nested(3))).status, 200);
  t.is((await desk.ask(token, '{ customers(first: 100) { nodes { id } } }')).customers.nodes.length, 100);
  const { customers } = await desk.ask(
    token,
    '{ customers { totalCount nodes { fullName } pageInfo { hasNextPage endCursor } } }',
  );
  t.is(customers.nodes.length, 50);
  t.is(customers.totalCount, 130);
  t.is(customers.nodes[0].fullName, 'C 1');
  const next = await desk.ask(
    token,
    'query ($after: Cursor) { customers(after: $after, last: null) { nodes { fullName } } }',
    { after: customers.pageInfo.endCursor },
  );
  t.is(next.customers.nodes[0].fullName, 'C 51');
});

test('a filter of 400 terms works, and so does a variable nested deeper than any stack, which is refused', async (t) => {
  const { orders } = await desk.ask(token, filtered('$filter', '($filter: OrderFilter)'), {
    filter: { or: terms(400) },
  });
  t.is(orders.totalCount, 0);
  const raw = `{"query": "{ viewer { id } }", "variables": {"x": ${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
  const answer = await desk.request('POST', '//admin/graphql', { raw, key: token });
  t.is(answer.status, 400);
  t.is(answer.body.errors[0].extensions.code, 'QUERY_TOO_LARGE');
});

test("the editor's own question about the schema passes", async (t) => {
  const { getIntrospectionQuery } = await import('graphql');
  const { __schema } = await desk.ask(
    token,
    getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }),
  );
  t.true(__schema.types.length > 100);
});

// Serial ones run before the others, which would meet their locks and their broken function.
test.serial('a query that takes too long is ended, and says so without saying more', async (t) => {
  await db.admin.query(
    'create policy slow on app.channels as restrictive for select to haat_staff using ((select pg_sleep(20)::text) is not null)',
  );
  try {
    const { errors } = await desk.send(token, '{ channels { nodes { id } } }');
    t.is(errors[0]?.extensions.code, 'TIMEOUT');
  } finally {
    await db.admin.query('drop policy slow on app.channels');
  }
});

test.serial('a query that waits for a lock of another session is ended sooner, and may be sent again', async (t) => {
  const client = await db.admin.connect();
  try {
    await client.query('begin; lock table app.brands in access exclusive mode');
    const { status, errors } = await desk.send(token, '{ brands { nodes { id } } }');
    t.deepEqual([status, errors[0]?.extensions.code], [503, 'UNAVAILABLE']);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

const notValid: [string, string, RegExp][] = [
  ['a document that does not parse', '{ orders(', /Syntax Error/],
  ['an unknown field', '{ ordrs { id } }', /Cannot query field/],
  ['a value of another type', '{ order(id: "x") { id } }', /must be an id such as/],
  ['two operations and no name', 'query A { viewer { id } } query B { viewer { id } }', /operationName/],
  ['a subscription', 'subscription { orders }', /Subscriptions are not supported/],
];
for (const [name, query, message] of notValid) {
  test(`not valid: ${name}; the answer has our code and the request's id`, async (t) => {
    const answer = await desk.send(token, query);
    t.is(answer.status, 400);
    t.regex(answer.errors[0]!.message, message);
    t.like(answer.errors[0]!.extensions, { code: 'VALIDATION_ERROR' });
    t.regex(answer.text, /"request_id":"[^"]+"/);
  });
}

test('other methods and bodies are refused in the shape of GraphQL', async (t) => {
  t.is((await desk.request('GET', '//admin/graphql')).status, 405);
  t.is((await desk.request('POST', '//admin/graphql', { raw: '{', key: token })).status, 422);
  t.is(
    (
      await desk.request('POST', '//admin/graphql', {
        raw: 'query={viewer{id}}',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        key: token,
      })
    ).status,
    415,
  );
  const batch = await desk.request('POST', '//admin/graphql', { body: [{ query: '{ viewer { id } }' }], key: token });
  t.is(batch.status, 422);
  t.truthy(batch.body.errors[0].extensions.request_id);
  const unknown = await desk.send(token, '{ nothing }');
  t.is(unknown.status, 400);
  t.regex(unknown.errors[0]!.message, /Cannot query field "nothing"/);
});

test.serial('an unforeseen error says nothing of itself', async (t) => {
  const client = await db.admin.connect();
  try {
    await client.query('set role haat_owner');
    await client.query(
      `create or replace function staff.overview(store_id uuid default null) returns staff.overview language plpgsql stable
       as $$ begin perform secret_thing(); return null; end $$`,
    );
    const { errors, text } = await desk.send(token, '{ overview { lowStock } }');
    t.is(errors[0]?.extensions.code, 'INTERNAL');
    t.notRegex(text, /plpgsql|secret_thing|overview\(uuid\)|node_modules/);
  } finally {
    await client.query(readFileSync('db/code/staff/core/overview.sql', 'utf8'));
    await client.query('reset role');
    client.release();
  }
});
