import test from 'ava';
import { canonicalText, textAt, textsIn } from '../../server/gate/free-form.ts';
import { checkInput } from '../../server/gate/input.ts';
import { requestHash } from '../../server/gate/request-hash.ts';
import { operations } from '../../server/operations/index.ts';
import fc from '../helpers/properties.ts';

const id = '0198c5a0-0000-7000-8000-000000000001';

/** A value as other libraries may write it: with blanks, and letters escaped or not. */
const written = fc
  .record({ value: fc.jsonValue(), indent: fc.constantFrom('', ' ', '\t', '\n'), isEscaped: fc.boolean() })
  .map(({ value, indent, isEscaped }) => {
    const text = JSON.stringify(value, null, indent);
    if (!isEscaped) return text;
    return text.replace(/[^\0-~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  });

test('the text of a member is found to the letter, whatever stands around it', (t) => {
  const name = fc.oneof(fc.string(), fc.constantFrom('a', '__proto__', '{', '"', '\\', ':'));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, written)), name, written, fc.array(fc.tuple(name, written)), (...sent) => {
      const [before, sought, value, after] = sent;
      const others = after.filter(([other]) => other !== sought);
      const members = [...before, [sought, value], ...others].map(([key, text]) => `${JSON.stringify(key)} : ${text}`);
      const json = `{ ${members.join(' ,\n')} }`;
      t.is(textAt(json, [sought]), value);
      t.is(textAt(`{"params":{"x":[{"arguments":1}],"arguments":${json}}}`, ['params', 'arguments', sought]), value);
    }),
  );
  t.is(textAt('{"a":{"b":1}}', ['b']), undefined);
  t.is(textAt('{"a":[1]}', ['a', '0']), undefined);
  t.is(textAt('{"\\u0061":1}', ['a']), '1');
});

test('of two members of one name the last counts, at every level, as it does for JSON.parse', (t) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer()), { minLength: 1 }), (members) => {
      const json = `{${members.map(([key, value]) => `"${key}":{"c":0,"c":${value}}`).join(',')}}`;
      for (const [key] of members) t.is(Number(textAt(json, [key, 'c'])), JSON.parse(json)[key].c);
    }),
  );
});

test('canonical text says the same as the text it was made from, in one way', (t) => {
  fc.assert(
    fc.property(written, (text) => {
      t.deepEqual(JSON.parse(canonicalText(text)), JSON.parse(text));
      t.is(canonicalText(JSON.stringify(JSON.parse(text))), canonicalText(text));
    }),
  );
  t.is(canonicalText('{ "b" : [1, {}], "a":"\\u0041" }'), '{"a":"A","b":[1,{}]}');
});

test('orders whose addresses are not stored alike are not alike to an Idempotency-Key', (t) => {
  const hashOf = (address: string) => {
    const sent = { customer_id: id, items: [{ sku: 'A', quantity: 1 }], shipping_address: JSON.parse(address) };
    const checked = checkInput(operations.create_order!.input, sent, undefined, () => address);
    return 'sent' in checked ? requestHash('create_order', checked.sent).toString('hex') : t.fail();
  };
  const different = [
    '{"n":12345678901234567890}',
    '{"n":12345678901234567891}',
    '{"n":"12345678901234567890"}',
    '{"n":1.0}',
    '{"n":1}',
    '{"n":1,"n":1}',
    '{"n":2,"n":1}',
    '{"__proto__":{"n":1}}',
    '{"__proto__":{"n":2}}',
    '{}',
  ];
  t.is(new Set(different.map(hashOf)).size, different.length);
  t.is(hashOf('{"a":1,"b":[2,3]}'), hashOf('{ "b": [2, 3],\n"a": 1 }'));
});

test('what Postgres cannot hold is found also where a later member of the same name hides it', (t) => {
  const fieldsOf = (address: string) => {
    const sent = { customer_id: id, items: [{ sku: 'A', quantity: 1 }], shipping_address: JSON.parse(address) };
    const checked = checkInput(operations.create_order!.input, sent, undefined, () => address);
    return 'fields' in checked ? JSON.parse(JSON.stringify(checked.fields)) : null;
  };
  const problem = ['must not contain NUL characters or unpaired surrogates'];
  t.deepEqual(fieldsOf('{"a":"\\u0000","a":1}'), { shipping_address: problem });
  t.deepEqual(fieldsOf('{"a":"\\uD83D","a":1}'), { shipping_address: problem });
  t.deepEqual(fieldsOf('{"__proto__":{"b":"\\u0000"}}'), { 'shipping_address.__proto__.b': problem });
  t.is(fieldsOf('{"a":"\\uD83D\\uDE00 \\\\u0000"}'), null);
  const deep = '{"a":'.repeat(9);
  t.deepEqual(fieldsOf(`{"a":${deep}1${'}'.repeat(9)},"a":1}`), {
    shipping_address: ['must be nested at most 8 levels deep'],
  });
});

test('every object and list of a parsed text has its own text', (t) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), written)), (members) => {
      const json = `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
      const parsed = JSON.parse(json);
      const texts = textsIn(json, parsed);
      const walk = (value: unknown) => {
        if (typeof value !== 'object' || value === null) return;
        t.deepEqual(JSON.parse(texts.get(value)!), value);
        for (const child of Object.values(value)) walk(child);
      };
      walk(parsed);
    }),
  );
});
