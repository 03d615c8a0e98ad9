// Texts and values made to break what reads them, at drawn places of calls that would succeed, sent singly and as lines of jobs:
// whatever is sent, the answer is a success or a refusal that says why, and the books stay sound. test/rest/nasty_values.test.ts
// sends a fixed list everywhere.
import { operations } from '../../server/operations/index.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Generator, inRounds, oneOf, type Random, type Row } from '../helpers/faults.ts';
import { findBroken } from '../helpers/invariants.ts';
import { runJobs } from '../helpers/jobs.ts';
import { callAsTool, callRoute, type Input, registry } from '../helpers/operations/call.ts';
import {
  complete,
  type NastyShop,
  nastyValues,
  openNastyShop,
  pathOf,
  roomForMore,
  variations,
} from '../helpers/shops/nasty-shop.ts';

const callsOfARound = 300;
const callers = 6;
const jobsOfARound = 4;
const linesOfAJob = 25;

/** What means something to SQL, JSON, URLs, paths, templates, shells, logs and terminals. */
const fragments = [
  ...[
    "'",
    '"',
    '`',
    ';',
    '--',
    '/*',
    '*/',
    '$1',
    '$$',
    '\\',
    '%',
    '_',
    '::int',
    "' or 1=1--",
    "');select pg_sleep(9)--",
  ],
  ...['\0', '\r\n', '\u001b[2J', '\u202e', '\ufeff', '\u0300', '\ud83d', '🛒', 'দোকান', 'İ', 'ß', '\u{e0001}'],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    'null',
    'NaN',
    '-0',
    '1e309',
    '0x10',
    '1_000',
    '{"__proto__":1}',
    '../',
    '%2e%2e%2f',
  ],
  ...[
    '#{7*7}',
    '{{7*7}}',
    '<script>',
    '&amp;',
    '&#0;',
    '<![CDATA[',
    '%00',
    '%s%n',
    'file:///etc/passwd',
    'a'.repeat(300),
  ],
];

const text = (random: Random): string =>
  Array.from({ length: 1 + Math.floor(random() * 5) }, () => oneOf(random, fragments)).join('');

function value(random: Random): unknown {
  const drawn = random();
  if (drawn < 0.6) return text(random);
  if (drawn < 0.9) return oneOf(random, nastyValues);
  return { [text(random)]: [text(random), { [text(random)]: (random() - 0.5) * 10 ** Math.floor(random() * 40) }] };
}

export const run: Generator = async (options) => {
  const db = await freshDatabase('reads whole tables');
  const api = await startApi({ pool: db.as('haat_gateway', { max: callers + 3 }) });
  try {
    return await inRounds(options, async (random) => {
      const house = await openNastyShop(db, api);
      const found = { operations: callsOfARound, serverErrors: 0, gaveWay: [] as string[] };
      for (let n = 0; n < callsOfARound; n += callers)
        await Promise.all(Array.from({ length: callers }, () => attack(db, api, house, random, found)));
      for (let n = 0; n < jobsOfARound; n++) await attackByJob(db, api, house, random, found);
      found.gaveWay.push(...(await findBroken(db.admin)));
      return found;
    });
  } finally {
    await api.stop();
    await db.drop();
  }
};

async function attack(
  db: TestDatabase,
  api: TestApi,
  house: NastyShop,
  random: Random,
  found: Pick<Row, 'serverErrors' | 'gaveWay'>,
): Promise<void> {
  const name = oneOf(random, Object.keys(registry));
  const input = attacked(name, house, random);
  const isRoute = 'path' in registry[name]! && (registry[name]!.tool === null || random() < 0.7);
  const call = isRoute ? callRoute : callAsTool;
  const { answer, code, fields } = await call(api, name, input, {
    key: house.shop.storeKey.key,
    idempotencyKey: crypto.randomUUID(),
  });
  if (/^(create_video|import_video|create_export)$/.test(name)) await roomForMore(db, house);
  const shown = `${name} ${JSON.stringify(input).slice(0, 300)}: ${answer.text.slice(0, 300)}`;
  if (answer.status >= 500) found.serverErrors++;
  if (answer.status >= 500) found.gaveWay.push(`${answer.status} to ${shown}`);
  else if (isRoute && answer.status === 422 && code === 'VALIDATION_ERROR' && Object.keys(fields).length === 0)
    found.gaveWay.push(`no fields in ${shown}`);
}

/** Lines without pictures, which a worker would fetch: no worker runs here. */
const operationsOfJobs = operations.create_job!.input.shape.operation.options.filter(
  (name: string) => !operations[name]!.images,
);

/** What JSON can say and JSON.stringify never does. */
const onlyWritten = [
  ...[
    '1e309',
    '-1e309',
    '1e-400',
    '-0',
    '9'.repeat(400),
    '0.1e-7',
    '"\\u0000"',
    '"\\ud83d"',
    '"\\udc00\\ud800"',
    '[[[[[[]]]]]]',
  ],
  ...[
    '{"__proto__":{"a":1}}',
    '{"constructor":1}',
    '{"toString":1}',
    '{"a":1,"a":2}',
    '{"a\\u0000":1}',
    '{"\\ud800":1}',
  ],
];

/** A file of lines: what the database says of each is a success or a refusal of ours. */
async function attackByJob(
  db: TestDatabase,
  api: TestApi,
  { shop, ...house }: NastyShop,
  random: Random,
  found: Pick<Row, 'operations' | 'serverErrors' | 'gaveWay'>,
): Promise<void> {
  const name = oneOf<string>(random, operationsOfJobs);
  const lines = Array.from({ length: linesOfAJob }, () => {
    const line = JSON.stringify(attacked(name, { shop, ...house }, random));
    const value = oneOf(random, onlyWritten);
    if (random() < 0.2) return line.replace('{', `{${JSON.stringify(text(random))}:${value},`);
    if (random() < 0.2) return line.replace('{', `{"store_id":${value},`);
    const values = [...line.matchAll(/(?<=":)(?:"(?:[^"\\]|\\.)*"|[-\d.e+]+|null)/g)];
    const at = values.length > 0 && random() < 0.5 ? oneOf(random, values) : null;
    return at ? line.slice(0, at.index) + value + line.slice(at.index + at[0].length) : line;
  });
  const query = new URLSearchParams({ operation: name, ...(random() < 0.5 && { store_id: shop.stores[0].id }) });
  const {
    status,
    text: answer,
    body,
  } = await api.request('POST', `/jobs?${query}`, {
    key: shop.storeKey.key,
    raw: lines.join('\n'),
    idempotencyKey: crypto.randomUUID(),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  found.operations++;
  if (status >= 500) found.serverErrors++;
  if (status !== 202) {
    if (status !== 422)
      found.gaveWay.push(`${status} ${answer} to a job of ${name} ${lines.join('\n').slice(0, 5000)}`);
    return;
  }
  await runJobs(db, shop.companyId);
  const { rows } = await db.admin.query(
    `select l.line, l.sqlstate, l.message from app.jobs j left join app.job_lines l on l.job_id = j.id
       and (l.ended_at is null or l.sqlstate !~ '^HT' and l.sqlstate <> '23505')
     where j.id = $1 and (j.status <> 'finished' or l.line is not null)`,
    [body.id],
  );
  for (const row of rows)
    found.gaveWay.push(`${JSON.stringify(row)} of ${name} ${lines[row.line - 1]?.slice(0, 1000)}`);
}

/** A call that would succeed, with one or two places changed. */
function attacked(name: string, house: NastyShop, random: Random): Input {
  const operation = registry[name]!;
  const { parameters } = pathOf(house, name);
  let input: Input = { ...complete(house)[name], ...parameters };
  for (let n = 0; n < 1 + Math.floor(random() * 2); n++) {
    const isNew = random() < 0.3 || Object.keys(input).length === 0;
    if (isNew)
      input = { ...input, [oneOf(random, Object.keys(operation.input.shape).concat(text(random)))]: value(random) };
    // The first variation is the value alone, in place of the whole body.
    else input = oneOf(random, [...variations(input, value(random))].slice(1)) as Input;
  }
  const written = JSON.stringify(input).replaceAll('{unique}', () => crypto.randomUUID());
  // A URL holds short texts only, and whole characters.
  const isText = 'path' in operation && (operation.method === 'GET' || operation.method === 'DELETE');
  return JSON.parse(written, (key, one) =>
    typeof one === 'string' && (isText || Object.hasOwn(parameters, key))
      ? one.slice(0, 500).toWellFormed() || 'x'
      : one,
  );
}
