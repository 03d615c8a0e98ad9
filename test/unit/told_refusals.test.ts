// A refusal names a key. Its English sentence stands in db/code/internal/refusals/sentences.sql, its Bengali one, by reason, in
// server/desk/messages/words-bn.ts; the pages may have shorter English words. What lacks is named here.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { buildSchema, type GraphQLInputObjectType, isInputObjectType } from 'graphql';
import * as bn from '../../server/desk/messages/words-bn.ts';
import * as en from '../../server/desk/messages/words-en.ts';
import { Problem, sentences } from '../../server/problems/problem.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (pattern: string) =>
  new Map(fs.globSync(pattern, { cwd: root }).map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]));
const sql = read('db/code/**/*.sql');
const code = new Map([...read('server/**/*.ts'), ...read('workers/**/*.ts')]);

const reasons = new Set([...sentences.keys()].map((key) => key.split('.', 1)[0]!));

/** Told to API keys, or to the command line, or by a code on the pages, or what no page sends: no page shows them. */
const notOnPages = [
  'cellClosed',
  'cellReadOnly',
  'companyMoved',
  'companyMoving',
  'companyStatus',
  'dayForm',
  'dayTooEarly',
  'eventCursor',
  'exportEnded',
  'exportForSync',
  'exportGone',
  'exportList',
  'exportsOpen',
  'imageLinksADay',
  'jobGone',
  'jobLines',
  'jobLinesADay',
  'jobSenderGone',
  'jobStopped',
  'keyDead',
  'keyInFlight',
  'keyNotLive',
  'keyReused',
  'momentForm',
  'notTogether',
  'once',
  'partsOnce',
  'planUnknown',
  'rateLimit',
  'sameAs',
  'scopeNeeded',
  'signedOut',
  'storeDiffers',
  'tooDeep',
  'versionOld',
  'videoFileProblem',
  'voidByStaff',
  'wrongSecret',
];

/** Where a call of SQL has its key. */
const places = { fail: 1, field_error: 2, refuse_and_keep: 1, require_order_status: 2, problem: 0, sentence: 0 };

/** The arguments of each call, as they are written. */
function* callsIn(text: string): Generator<{ name: keyof typeof places; args: string[] }> {
  const body = text.replace(/^\s*--.*$/gm, '');
  for (const match of body.matchAll(
    /(?<!function )internal\.(fail|field_error|refuse_and_keep|require_order_status|problem|sentence)\(/g,
  )) {
    const args = [''];
    let depth = 1;
    for (const [token] of body.slice(match.index + match[0].length).matchAll(/'(?:[^']|'')*'|[^']/g)) {
      if (/[([]/.test(token[0]!)) depth++;
      else if (/[)\]]/.test(token[0]!) && --depth === 0) break;
      if (token === ',' && depth === 1) args.push('');
      else args[args.length - 1] += token;
    }
    yield { name: match[1] as keyof typeof places, args: args.map((one) => one.trim()) };
  }
}

/** The keys in an argument: one, or those between which a case decides. */
const keysIn = (arg: string) => [...arg.matchAll(/(?:^|\b(?:then|else)\s+)'([^']*)'/g)].map(([, key]) => key!);

test('every refusal of the database and of the server has an English sentence', (t) => {
  const named = [...sql].flatMap(([file, text]) => [
    ...[...callsIn(text)].flatMap(({ name, args }) => keysIn(args[places[name]] ?? '').map((key) => [file, key])),
    ...[...text.matchAll(/\{"key": "([^"]*)"/g)].map(([, key]) => [file, key!]),
  ]);
  const made = [...code].flatMap(([file, text]) =>
    [...text.matchAll(/\b(?:new Problem|saying)\('([^']*)'|\brule\(\s*'[^']*',\s*'([^']*)'/g)].map(([, key, other]) => [
      file,
      (key ?? other)!,
    ]),
  );
  t.true(named.length > 350 && made.length > 80, `${named.length}, ${made.length}`);
  t.deepEqual(
    [...named, ...made].filter(([, key]) => !sentences.has(key!)).map(([file, key]) => `${file}: ${key}`),
    [],
  );
});

test('every sentence is said somewhere', (t) => {
  const all = [...sql].filter(([file]) => !file.endsWith('/sentences.sql')).map(([, text]) => text);
  const said = [...all, ...code.values()].join('\n');
  t.deepEqual(
    [...sentences.keys()].filter((key) => !said.includes(`'${key}'`) && !said.includes(`"${key}"`)),
    [],
  );
});

test('a schema says what is wrong by a key, not in a sentence of its own', (t) => {
  const ofItsOwn = /(['`])(?:must|cannot|is required|is allowed|give either|exactly one)\b[^'`]* [^'`]*\1/g;
  const found = [...code]
    .filter(([file]) => /^server\/(operations|import-export)\//.test(file))
    .flatMap(([file, text]) => [...text.matchAll(ofItsOwn)].map(([one]) => `${file}: ${one}`));
  t.deepEqual(found, []);
});

test('what staff can be refused with is told in Bengali', (t) => {
  const told = Object.keys(bn.refused);
  t.deepEqual(
    [...reasons].filter((reason) => !told.includes(reason) && !notOnPages.includes(reason)),
    [],
  );
  t.deepEqual(
    [...told, ...Object.keys(en.refused), ...notOnPages].filter((reason) => !reasons.has(reason)),
    [],
  );
});

test('every input of staff has a name in both languages', (t) => {
  const schema = buildSchema(fs.readFileSync(path.join(root, 'db/schema/staff.graphql'), 'utf8'));
  const named = (type: GraphQLInputObjectType) =>
    Object.keys(type.getFields()).filter((name) => name !== 'clientMutationId');
  const inputs = Object.values(schema.getTypeMap()).filter(
    (type) => isInputObjectType(type) && !/(Filter|OrderBy)$/.test(type.name),
  ) as GraphQLInputObjectType[];
  t.true(inputs.length > 100, String(inputs.length));
  t.deepEqual(
    [...new Set(inputs.flatMap(named))].filter((name) => !(name in bn.fields) || !(name in en.fields)),
    [],
  );
});

test('a message takes nothing that its sentences do not give', (t) => {
  const names = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!));
  for (const words of [en, bn])
    for (const [reason, text] of Object.entries(words.refused))
      for (const name of names(text))
        for (const [key, sentence] of sentences)
          if (name !== 'field' && key.split('.', 1)[0] === reason)
            t.true(names(sentence).has(name), `${key}: {${name}}`);
});

test('a problem is its sentence, and keeps what the sentence means', (t) => {
  const problem = new Problem('goodsTooMuch', { left: 3 });
  t.is(String(problem), 'is more than is left of this document: 3');
  t.is(JSON.stringify([problem]), '["is more than is left of this document: 3"]');
  t.deepEqual(problem.of('lines').meaning, { reason: 'goodsTooMuch', values: { left: '3' }, field: 'lines' });
  t.is(String(problem.of('lines')), 'lines: is more than is left of this document: 3');
  t.is(new Problem('stockAddOnly.damage').meaning.reason, 'stockAddOnly');
  t.throws(() => new Problem('the moon'), { message: /no key/ });
});

test('every act in the log of activity is told as people say it, and the log has only those that change no record', (t) => {
  const read = (name: string) => [...sql].find(([file]) => file.endsWith(`activity/${name}.sql`))![1];
  const named = (text: string) => [...text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, act]) => act!);
  const logged = named(read('logged_acts'));
  const calls = [...sql].flatMap(([file, text]) =>
    /^db.code.(staff|internal|api)/.test(file)
      ? [...text.matchAll(/perform internal\.log_activit(?:y|ies)\(([^;]*)\);/g)]
      : [],
  );
  // Each call names its act, and no other text of a call looks like one.
  t.deepEqual([...new Set(calls.flatMap(([, given]) => named(given!)))].sort(), logged);
  t.true(calls.every(([, given]) => named(given!).length > 0));
  const acts = new Set([...logged, 'order.noted', 'customer.noted', 'product.noted']);
  // What the journal tells: acts by their name, plain types with what was done, and how a stock count ended.
  const journal = ['activity_action', 'act_on_catalog', 'act_on_house', 'timeline_act'].map(read).join('\n');
  const [, plain] = journal.match(/record_type in \(([^)]*)\) then case\s+when strpos/)!;
  const types = [...plain!.matchAll(/[a-z_]+/g)].map(([type]) => type);
  t.true(types.length > 10, String(types.length));
  for (const act of [...named(journal), ...types.flatMap((type) => [`${type}.created`, `${type}.updated`])])
    acts.add(act);
  acts.add('stock_count.cancelled');
  const ofOrders = ['order.created', 'order.assigned', 'order.called', 'parcel.booked', 'payment.recorded'];
  for (const act of ofOrders) acts.add(act);
  t.true(acts.size > 100, String(acts.size));
  t.deepEqual(
    [...acts].filter((act) => !(act in en.acts) || !(act in bn.acts)),
    [],
  );
});
