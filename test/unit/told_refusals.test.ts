// What a mutation of staff can be refused with is told on the pages in both languages, and so is what the log of activity
// says: the texts in db/code are what server/gate/refusals.ts knows, and nothing falls back to the English of the database.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import * as bn from '../../server/desk/messages/words-bn.ts';
import * as en from '../../server/desk/messages/words-en.ts';
import { finder, refusals } from '../../server/gate/refusals.ts';
import { withMeanings } from '../../server/staff/meanings.ts';
import { reachedBy } from '../check/raised-codes.ts';

const root = path.join(import.meta.dirname, '../../db/code');
const files = new Map(
  fs.globSync('**/*.sql', { cwd: root }).map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]),
);
const find = finder(refusals);

/** Told by the server itself, in the words of the caller, or put together of texts that are known. */
const ofTheServer = [
  'You are not signed in, or your session has ended. Run signIn first.',
  'This key lacks the scope %s, which %s.',
  'The key lacks the scope %s by now.',
  '% is not stored for replay, so nothing may be kept with it',
  ', ',
  ': ',
  'You have',
  'This key has',
  'paid out',
  'stated %s',
];

/** "is {state}" and "must be {thing}" take in every longer sentence that begins so, and would tell it wrongly. */
const isTold = (text: string) => {
  const meaning = find(text);
  const { state = '', thing = '' } =
    meaning?.reason === 'alreadySo' || meaning?.reason === 'notAllowed' ? meaning.values : {};
  return meaning !== undefined && !/ /.test(state + thing);
};

/** The texts in the calls that refuse, or that are kept for them, with %s for what stands in them. */
function textsOf(sql: string): string[] {
  const body = sql.replace(/--.*$/gm, '');
  return [
    ...body.matchAll(
      /(?:internal\.(?:fail|field_error|refuse_and_keep|require_order_status)\s*\(|\bv_problem :=)((?:'(?:[^']|'')*'|[^';])*);/g,
    ),
  ].flatMap(([, inside]) =>
    [...inside!.replace(/'\s*(?:\|\|)?\s*'/g, (gap) => (gap === "''" ? gap : '')).matchAll(/'((?:[^']|'')*)'/g)]
      .map(([, text]) => text!.replaceAll("''", "'"))
      .filter((text) => / /.test(text) && !/^[[{]/.test(text)),
  );
}

test('whatever a procedure of staff refuses has a message in both languages', (t) => {
  const reached = reachedBy(files, (name) => name.startsWith('staff.'));
  const unknown = [...reached].flatMap((name) => {
    const [schema, own] = name.split('.');
    const file = [...files.keys()].find(
      (one) => one.startsWith(`${schema}${path.sep}`) && one.endsWith(`${path.sep}${own}.sql`),
    );
    return textsOf(files.get(file ?? '') ?? '')
      .filter(
        (text) =>
          !ofTheServer.includes(text) && !isTold(text.replace(/%s/g, '7')) && !isTold(`${text.replace(/%s/g, '7')}x`),
      )
      .map((text) => `${name}: ${text}`);
  });
  t.deepEqual(unknown, []);
});

/** What the server itself says of pictures, of their links, and of files that move in. */
const ownFiles = [
  'server/media/images/*.ts',
  'server/import-export/{own,woocommerce,shopify,read-file,read-rows,line,plan,draft}.ts',
  'server/process/redirects.ts',
];
/** Parts of a text: what headings are wanted, and where a file is broken. */
const partOfText = /^(a product export of|full_name and|order_number, |line 7, column 7: 7)/;

test('what the server itself says of pictures and files has a message in both languages', (t) => {
  const server = path.join(root, '../..');
  const texts = ownFiles
    .flatMap((pattern) => fs.globSync(pattern, { cwd: server }))
    .flatMap((file) => {
      const code = fs.readFileSync(path.join(server, file), 'utf8').replace(/^\s*(\/?\*|\/\/).*$|^import .*$/gm, '');
      return [...code.matchAll(/'([^'\n]*)'|`([^`\n]*)`/g)].map(([, plain, made]) =>
        (plain ?? made!).replace(/\$\{[^}]*(\}\.\w+\(\))?\}?/g, '7'),
      );
    })
    .filter((text) => /^[a-z7]\S* \S+ \S/.test(text) && !partOfText.test(text));
  t.true(texts.length > 30, String(texts.length));
  const unknown = texts.filter((text) => !find(text) && !find(`line 1, column 1: ${text}`));
  t.deepEqual(unknown, []);
});

test('an answer tells what its sentences mean: of what they are, and what stands in them', (t) => {
  const { meanings } = withMeanings([
    'The parcel is cancelled: nothing of it can come back',
    'price: is required',
    'x',
  ]);
  t.deepEqual(meanings, {
    'The parcel is cancelled: nothing of it can come back': {
      reason: 'parcelNothingBack',
      values: { parcelStatus: 'cancelled' },
    },
    'price: is required': { reason: 'required', values: {}, field: 'price' },
  });
  t.deepEqual(withMeanings(['x']), {});
});

test('a message takes nothing that its texts do not give', (t) => {
  const names = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!));
  for (const [reason, texts] of Object.entries(refusals))
    for (const words of [en, bn])
      for (const name of names(words.refused[reason as keyof typeof refusals]))
        t.true(name === 'field' || texts.every((text) => names(text).has(name)), `${reason}: {${name}}`);
});

test('the text that says most of itself is found, and what stands in it; names of inputs in either spelling', (t) => {
  t.deepEqual(find('is more than is left of this document: 3'), { reason: 'goodsTooMuch', values: { left: '3' } });
  t.deepEqual(find('must be after startsAt'), { reason: 'couponDates', values: {} });
  t.is(find('must be an integer')?.reason, 'notAllowed');
  t.is(find('The moon is full.'), undefined);
});

test('every act in the log of activity is told as people say it', (t) => {
  const acts = new Set(
    [...files].flatMap(([file, text]) =>
      /^(staff|internal|api)/.test(file)
        ? [
            ...text.matchAll(
              /(?:log_activity|log_change|log_order_work|end_catalog_change|end_video_change)\([^']*'([a-z_]+\.[a-z_]+)'/g,
            ),
          ].map(([, act]) => act!)
        : [],
    ),
  );
  t.true(acts.size > 60, String(acts.size));
  t.deepEqual(
    [...acts].filter((act) => !(act in en.acts) || !(act in bn.acts)),
    [],
  );
});
