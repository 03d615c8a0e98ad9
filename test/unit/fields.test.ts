// Rules that hold for every field of every endpoint and tool.
import test from 'ava';
import { takesNull } from '../../server/gate/given.ts';
import { allFields, check, namedFields, problemsOf } from '../helpers/fields.ts';

const id = '0198c5a0-abcd-7000-8000-00000000000f';
const title = ({ operation, name }: { operation: string; name: string }) => `${operation} ${name}`;

test('null is "not given" for every field that null does not clear', (t) => {
  const fields = namedFields.filter(({ schema, isOptional }) => isOptional && !takesNull(schema));
  t.true(fields.length > 200, `${fields.length}`);
  for (const field of fields) t.deepEqual(check(field, null), check(field), title(field));
});

test('a required field that is null is told to be required', (t) => {
  for (const field of namedFields.filter(({ isOptional }) => !isOptional)) {
    t.deepEqual(problemsOf(field, null), ['is required'], title(field));
  }
});

test('null reaches the operation where it clears', (t) => {
  const clearing = namedFields.filter(({ schema, operation }) => takesNull(schema) && operation.startsWith('update_'));
  t.true(clearing.length > 15);
  for (const field of clearing) {
    t.deepEqual(problemsOf(field, null), [], title(field));
    const checked = check(field, null);
    if ('input' in checked) t.is(JSON.parse(checked.input)[field.name], null, title(field));
  }
});

test('a required field that is missing is told to be required, and nothing else of it', (t) => {
  for (const field of namedFields.filter(({ isOptional }) => !isOptional)) {
    t.deepEqual(problemsOf(field), ['is required'], title(field));
  }
});

test('a value of the wrong type is told its type alone', (t) => {
  const kinds: Record<string, string> = {
    array: 'must be a list',
    object: 'must be an object',
    record: 'must be an object',
    boolean: 'must be true or false',
  };
  for (const field of allFields.filter(({ type }) => type in kinds)) {
    t.deepEqual(problemsOf(field, 'a text of some length'), [kinds[field.type]], title(field));
  }
  for (const field of allFields.filter(({ type }) => type === 'string')) {
    t.is(problemsOf(field, [1, 2, 3]).length, 1, title(field));
  }
});

test('every problem has words that say what is allowed', (t) => {
  const values = ['', ' ', 'x', 'a b', '\n', 'x'.repeat(200_001), -1, 0.12345, 1e300, 0, true, [], [[]], {}, { a: 1 }];
  for (const field of allFields) {
    for (const value of values) {
      for (const problem of problemsOf(field, value)) {
        t.notRegex(String(problem), /is not valid|wrong form|undefined|Invalid/, `${title(field)} ${value}`);
      }
    }
  }
  const weight = namedFields.find(({ name }) => name === 'weight')!;
  t.deepEqual(problemsOf(weight, 0.12345), ['must be a number of kilograms from 0, with at most three decimals']);
});

test('ids are the same in capitals', (t) => {
  const ids = allFields.filter((field) => problemsOf(field, 'x').includes('must be a UUID'));
  t.true(ids.length > 100, `${ids.length}`);
  for (const field of ids) t.deepEqual(check(field, id.toUpperCase()), check(field, id), title(field));
});

test('the scheme of a link may be in capitals', (t) => {
  const links = allFields.filter((field) => problemsOf(field, 'http://a.example/b').includes('must be an https link'));
  t.true(links.length > 8, `${links.length}`);
  for (const field of links) {
    t.deepEqual(problemsOf(field, 'HTTPS://a.example/b.png'), [], title(field));
    t.deepEqual(problemsOf(field, 'https:a.example'), ['must be an https link'], title(field));
  }
});

test('moments may be written with a small t and z', (t) => {
  const moments = allFields.filter((field) => String(problemsOf(field, 'x')).includes('ISO 8601'));
  t.true(moments.length > 8, `${moments.length}`);
  for (const field of moments) {
    const [small, capital] = ['2026-08-01t00:00:00.5z', '2026-08-01T00:00:00.5Z'].map((moment) => {
      const checked = check(field, moment);
      return 'input' in checked ? checked.input : checked.fields;
    });
    t.deepEqual(small, capital, title(field));
    t.deepEqual(problemsOf(field, '2026-08-01t00:00:00.5z'), [], title(field));
  }
});
