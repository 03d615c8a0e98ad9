// Passes JSON through the admin unchanged, as REST does. A JavaScript value would lose digits of numbers, the order of keys
// and duplicate keys. So the text itself goes from the request to Postgres and back.
import { randomUUID } from 'node:crypto';
import 'postgraphile';
import { type PgCodec, TYPES } from 'postgraphile/@dataplan/pg';
import { textsIn } from '../../gate/free-form.ts';

/** JSON that is passed on as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The original text of objects and lists in the variables of requests. */
const originalTexts = new WeakMap<object, string>();

/** Stores the original texts of a parsed body, for arguments of type JSON. */
export function rememberTexts(body: Record<string, unknown>, text: string): void {
  for (const [value, itsText] of textsIn(text, body)) originalTexts.set(value, itsText);
}

const textOf = (value: unknown) =>
  (typeof value === 'object' && value !== null && originalTexts.get(value)) || stringify(value);

/** A value as JSON. Texts of JSON inside it are inserted unchanged. */
export function stringify(value: unknown): string {
  const texts: string[] = [];
  const mark = randomUUID();
  const json = JSON.stringify(value, (_key, part) =>
    part instanceof JsonText ? `${mark}${texts.push(part.text) - 1}` : part,
  );
  return texts.length === 0 ? json : json.replace(new RegExp(`"${mark}(\\d+)"`, 'g'), (_, n) => texts[Number(n)]!);
}

const asText = <Codec extends PgCodec>(codec: Codec): Codec => ({
  ...codec,
  fromPg: (text: string) => new JsonText(text),
  toPg: stringify,
});

const codecs: Readonly<Record<string, PgCodec>> = { json: asText(TYPES.json), jsonb: asText(TYPES.jsonb) };

export const JsonPlugin: GraphileConfig.Plugin = {
  name: 'HaatJsonPlugin',
  version: '1.0.0',
  before: ['PgCodecsPlugin'],
  gather: {
    hooks: {
      pgCodecs_findPgCodec(_info, event) {
        const { pgType } = event;
        if (pgType.getNamespace()?.nspname === 'pg_catalog') event.pgCodec ??= codecs[pgType.typname] ?? null;
      },
    },
  },
  schema: {
    hooks: {
      init(_, build) {
        for (const codec of Object.values(codecs)) {
          for (const situation of ['input', 'output'] as const) {
            build.setGraphQLTypeForPgCodec(codec, situation, build.inflection.builtin('JSON'));
          }
        }
        return _;
      },
      GraphQLScalarType(config, { inflection }) {
        if (config.name !== inflection.builtin('JSON')) return config;
        // A literal in the document is parsed by GraphQL: a number there is a double.
        return { ...config, parseValue: (value) => new JsonText(textOf(value)) };
      },
    },
  },
};
