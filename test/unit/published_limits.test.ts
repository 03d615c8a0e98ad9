// What the document and the tools say of every field of every input, held against what the server does with it: a value
// just inside a limit passes both, one just outside neither. The values are made from the published schemas.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test from 'ava';
import { z } from 'zod';
import { inputSchema } from '../../server/mcp/schemas.ts';
import { openApi } from '../../server/openapi/index.ts';
import { pascal, pathParameters } from '../../server/openapi/schemas.ts';
import { compositions } from '../../server/operations/compositions.ts';
import { operations } from '../../server/operations/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: schemas to look into at any depth
type Json = any;
type Field = { name: string; schema: z.core.$ZodType; pointer: string };

const document = JSON.parse(JSON.stringify(openApi(operations, { url: 'https://haat.example/ext/v1' })));
// 19.99 is no multiple of 0.01 to a machine that divides doubles and asks for an exact result.
const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 3 });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

const inside = (root: Json, pointer: string): Json => {
  const steps = pointer.slice(2).split('/');
  return steps.reduce((node, step) => node[step.replaceAll('~1', '/')], root);
};

/** Refused by SQL, with codes of their own: test/rest/videos.test.ts. */
const bySql = ['create_video.size_bytes', 'create_video.content_type'];

/** For each published form: texts that have it and texts that have not. */
const forms: Record<string, { taken: string[]; refused: string[] }> = {
  uuid: { taken: ['0198c5a0-0000-7000-8000-000000000001'], refused: ['0198c5a0-0000-7000-8000-00000000000'] },
  'date-time': {
    taken: ['2026-08-01T00:00:00Z', '2026-08-01T06:00:00.123+06:00'],
    refused: ['2026-08-01', '2026-08-01T00:00:00', '2026-02-29T00:00:00Z', '2026-08-01T24:00:00Z'],
  },
  date: { taken: ['2026-08-31', '1970-01-01'], refused: ['2026-8-31', '2026-02-29', '31.08.2026'] },
  email: { taken: ["o'hara+1@mail.example.com"], refused: ['karim', 'karim@', 'a..b@example.com', '@example.com'] },
  uri: {
    taken: ['https://example.com', 'https://[::1]:8443/a?b#c', 'HTTPS://example.com/a', 'https://me@example.com/'],
    refused: ['http://example.com', 'https://', 'https:///path', 'https://?query', 'https:example.com', 'example.com'],
  },
  '\\S': { taken: ['a', ' a '], refused: [' ', '\t\n'] },
  '^[a-z0-9]+(-[a-z0-9]+)*$': { taken: ['a', 'winter-2026'], refused: ['A', 'a--b', '-a', 'a_b'] },
  '^[^,]*$': { taken: ['a', 'Winter 2026'], refused: ['a, b'] },
  '^#[0-9a-fA-F]{6}$': { taken: ['#C62828', '#c62828'], refused: ['#C6282', 'C62828', '#C6282G'] },
  '^[A-Za-z0-9+/]{21}[AQgw]==$': {
    taken: ['1B2M2Y8AsgTpgAmY7PhCfg=='],
    refused: ['1B2M2Y8AsgTpgAmY7PhCfh==', '1B2M2Y8AsgTpgAmY7PhCfg'],
  },
  '^\\d{1,9}(\\.\\d{1,3})?$': { taken: ['0', '999999999.999'], refused: ['-1', '1.2345', '1.', '1234567890'] },
};

/** A text of exactly this length in the form that the schema asks for. */
function textOf(length: number, { format, pattern }: Json): string | null {
  if (format === 'uri') return `https://${'a'.repeat(length - 8)}`;
  if (format === 'email') return `${'a'.repeat(length - 6)}@b.com`;
  const text = 'a'.repeat(length);
  return format === undefined && (pattern === undefined || new RegExp(pattern).test(text)) ? text : null;
}

/** Values at the edges of one published schema, and of other types than its own. */
function edgesOf(published: Json): unknown[] {
  const { type, format, pattern, minLength, maxLength, minimum, maximum, exclusiveMinimum, multipleOf } = published;
  const values: unknown[] = [null, 'x', '1', 1, true, [], ...(published.enum ?? [])];
  // Whether an object without any field will do may hang on a rule between its fields.
  if (type !== 'object') values.push({});
  if (type === 'string') {
    const form = format ?? pattern;
    if (form !== undefined && !forms[form]) throw new Error(`no texts for the form ${form}`);
    if (form !== undefined) values.push(...forms[form]!.taken, ...forms[form]!.refused);
    for (const length of [minLength - 1, minLength, maxLength, maxLength + 1]) {
      if (length >= 0) values.push(textOf(length, published) ?? '');
    }
  }
  if (type === 'number' || type === 'integer') {
    const step = multipleOf ?? (type === 'integer' ? 1 : 0.01);
    const near = (edge: number) => [edge - step, edge, edge + step].map((n) => Number(n.toFixed(3)));
    for (const edge of [minimum, maximum, exclusiveMinimum, 0]) if (edge !== undefined) values.push(...near(edge));
    values.push(step / 2, step * 1.5, 19.99, 0.001);
  }
  return values;
}

/** The input of an operation, field by field, with the place of each in what is published. */
function* fieldsOf(name: string, schema: z.core.$ZodType, root: Json, pointer: string): Generator<Field> {
  yield { name, schema, pointer };
  const { def } = schema._zod as unknown as { def: Json };
  const node = inside(root, pointer);
  if (def.innerType) {
    const nullable = def.type === 'nullable' && node.anyOf;
    yield* fieldsOf(name, def.innerType, root, nullable ? `${pointer}/anyOf/0` : pointer);
  } else if (def.type === 'array') {
    yield* fieldsOf(`${name}[]`, def.element, root, `${pointer}/items`);
  } else if (def.type === 'object') {
    for (const [key, child] of Object.entries<z.core.$ZodType>(def.shape)) {
      yield* fieldsOf(`${name}.${key}`, child, root, `${pointer}/properties/${key}`);
    }
  } else if (def.type === 'union') {
    for (const [index, option] of def.options.entries())
      yield* fieldsOf(name, option, root, `${pointer}/anyOf/${index}`);
  }
}

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

/** A value that the schema takes; undefined where none was found. */
function sampleOf(schema: z.core.$ZodType, published: Json): unknown {
  const { def } = schema._zod as unknown as { def: Json };
  if (def.innerType) return sampleOf(def.innerType, published.anyOf?.[0] ?? published);
  if (def.type === 'array') return [sampleOf(def.element, published.items)];
  if (def.type !== 'object') {
    return edgesOf(published.anyOf?.[0] ?? published).find((value) => value !== null && accepts(schema, value));
  }
  const one = (key: string) => [key, sampleOf(def.shape[key], published.properties[key])];
  const required = Object.fromEntries((published.required ?? []).map(one));
  // Rules between fields may ask for one or two more.
  const keys = Object.keys(def.shape);
  const pairs = keys.flatMap((key) => keys.map((other) => Object.fromEntries([one(key), one(other)])));
  const candidates = [{}, ...pairs];
  return candidates.map((more) => ({ ...required, ...more })).find((value) => accepts(schema, value));
}

/** Lists at the edges of their length, and objects with a field too many or too few. */
function wholesOf(schema: z.core.$ZodType, published: Json): unknown[] {
  const { def } = schema._zod as unknown as { def: Json };
  if (def.type === 'array') {
    const item = sampleOf(def.element, published.items);
    const { minItems = 0, maxItems } = published;
    return [minItems - 1, minItems, maxItems, maxItems + 1].filter((n) => n >= 0).map((n) => Array(n).fill(item));
  }
  if (def.type !== 'object') return [];
  const sample = sampleOf(schema, published) as Record<string, unknown>;
  const { required = [] } = published as { required?: string[] };
  return [
    sample,
    { ...sample, 'no such field': 1 },
    ...required.map((key) => Object.fromEntries(Object.entries(sample).filter(([name]) => name !== key))),
  ];
}

type Verdicts = { differences: string[]; taken: number; refused: number };

/** What stands alike in many operations is compared once: the same schema of the server, published in the same words. */
const compared = new WeakMap<z.core.$ZodType, Map<string, Verdicts>>();

function compare({ name, schema, pointer }: Field, root: Json, id: string, verdicts: Verdicts): void {
  const words = JSON.stringify(inside(root, pointer));
  const known = compared.get(schema) ?? new Map<string, Verdicts>();
  compared.set(schema, known);
  const found = known.get(words) ?? verdictsOn(schema, inside(root, pointer), `${id}${pointer}`);
  known.set(words, found);
  verdicts.taken += found.taken;
  verdicts.refused += found.refused;
  verdicts.differences.push(...found.differences.map((difference) => `${name}: ${difference}`));
}

function verdictsOn(schema: z.core.$ZodType, published: Json, $ref: string): Verdicts {
  const verdicts: Verdicts = { differences: [], taken: 0, refused: 0 };
  const validate = ajv.compile({ $ref });
  for (const value of [...edgesOf(published), ...wholesOf(schema, published)]) {
    const [server, said] = [accepts(schema, value), validate(value) as boolean];
    if (server === said) verdicts[server ? 'taken' : 'refused']++;
    else verdicts.differences.push(`${JSON.stringify(value)?.slice(0, 80)} server ${server}, published ${said}`);
  }
  return verdicts;
}

/** Fields whose own schema is a record take any object that is not too deep or too large: said in words. */
const isFreeForm = ({ schema }: Field) => (schema._zod as unknown as { def: Json }).def.type === 'record';

test('REST: every limit that the document states is the limit that the server keeps', (t) => {
  ajv.addSchema(document, 'openapi.json');
  const verdicts: Verdicts = { differences: [], taken: 0, refused: 0 };
  for (const [name, { method, path, input }] of Object.entries(operations)) {
    const inPath = pathParameters(path);
    const described = document.paths[path][method.toLowerCase()];
    for (const [key, schema] of Object.entries<z.core.$ZodType>(input.shape)) {
      if (bySql.includes(`${name}.${key}`)) continue;
      const index = described.parameters.findIndex((parameter: Json) => parameter.name === key);
      const pointer =
        inPath.includes(key) || ['GET', 'DELETE'].includes(method)
          ? `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/parameters/${index}/schema`
          : `#/components/schemas/${pascal(name)}Request/properties/${key}`;
      for (const field of fieldsOf(`${name}.${key}`, schema, document, pointer)) {
        if (!isFreeForm(field)) compare(field, document, 'openapi.json', verdicts);
      }
    }
  }
  t.deepEqual([...new Set(verdicts.differences)], []);
  t.true(verdicts.taken > 2000 && verdicts.refused > 5000, `${verdicts.taken} taken, ${verdicts.refused} refused`);
});

test('tools: every limit that an input schema states is the limit that the server keeps', (t) => {
  const verdicts: Verdicts = { differences: [], taken: 0, refused: 0 };
  for (const [name, { input, tool }] of Object.entries({ ...operations, ...compositions })) {
    if (!tool) continue;
    const published = inputSchema(input);
    ajv.addSchema(published, name);
    for (const [key, schema] of Object.entries<z.core.$ZodType>(input.shape)) {
      for (const field of fieldsOf(`${name}.${key}`, schema, published, `#/properties/${key}`)) {
        if (!isFreeForm(field)) compare(field, published, name, verdicts);
      }
    }
  }
  // Said in words, for makers of models that know no `not`.
  const inWords = verdicts.differences.filter((line) =>
    /^create_inventory_adjustment\.quantity_change: -?0 /.test(line),
  );
  t.deepEqual(
    [...new Set(verdicts.differences)].filter((line) => !inWords.includes(line)),
    [],
  );
  t.true(verdicts.taken > 1000 && verdicts.refused > 2000, `${verdicts.taken} taken, ${verdicts.refused} refused`);
});
