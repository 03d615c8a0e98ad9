// The words that a column, a domain or an argument takes, where these are a closed list. The lists come from the database
// (internal.closed_lists), which enforces them; here they are enums. A value has the name of the word. A character that no
// name in GraphQL has becomes "_", as in orders_manage for orders.manage; clients may send either, in documents with quotes
// or without.
//
// A column of a composite type has no CHECK: the tag @words in its comment names the column or domain with its list.
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import 'postgraphile';
import { enumCodec, listOfCodec, type PgEnumCodec } from 'postgraphile/@dataplan/pg';
import { type GraphQLEnumType, isEnumType, Kind, print, type ValueNode } from 'postgraphile/graphql';
import { sql } from 'postgraphile/pg-sql2';
import { Problem } from '../../problems/problem.ts';
import { RefusedValue } from '../inputs/refused-value.ts';

type ClosedList = {
  schema_name: string;
  relation_name: string;
  column_name: string | null;
  shared_name: string | null;
  words: string[];
};

/** The lists that a schema was built with. */
export class ClosedLists {
  readonly #pool: pg.Pool;
  #known: ClosedList[] = [];
  #hasMetUnknownWord = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async read(): Promise<ClosedList[]> {
    this.#known = await this.#current();
    return this.#known;
  }

  /** A word came by that is in no list. Perhaps a later version has added it to the database. */
  meetUnknownWord(): void {
    this.#hasMetUnknownWord = true;
  }

  async areOutdated(): Promise<boolean> {
    if (!this.#hasMetUnknownWord) return false;
    this.#hasMetUnknownWord = false;
    return !isDeepStrictEqual(await this.#current(), this.#known);
  }

  async #current(): Promise<ClosedList[]> {
    const { rows } = await this.#pool.query<ClosedList>('select * from internal.closed_lists()');
    return rows;
  }
}

const nameOf = (word: string) => word.replace(/\W/g, '_');

/** Words such as "*" have no names. What takes them stays text. */
const haveNames = ({ words }: ClosedList) =>
  words.every((word) => /^(?!__)[a-z_]/i.test(nameOf(word))) && new Set(words.map(nameOf)).size === words.length;

const placeOf = ({ schema_name, relation_name, column_name }: ClosedList) =>
  [schema_name, relation_name, column_name].filter((part) => part !== null).join('.');

const prefix = 'words_of_';

function codecOf({ schema_name, relation_name, column_name, words }: ClosedList, name: string): PgEnumCodec {
  const where = [relation_name, column_name].filter((part) => part !== null).map((part) => part.replaceAll('_', ' '));
  return enumCodec({
    name: prefix + name,
    identifier: column_name === null ? sql.identifier(schema_name, relation_name) : sql`text`,
    values: words,
    description: `The words of ${where.join(': ')}.`,
    extensions: { tags: { name } },
  });
}

export function closedListsPlugin(lists: ClosedLists): GraphileConfig.Plugin {
  const codecs = new Map<string, PgEnumCodec>();
  return {
    name: 'HaatClosedListsPlugin',
    version: '1.0.0',
    before: ['PgCodecsPlugin'],
    inflection: {
      replace: {
        enumValue: (previous, _options, value, codec) =>
          codec.name.startsWith(prefix) ? nameOf(value) : previous!(value, codec),
      },
    },
    gather: {
      hooks: {
        async pgIntrospection_introspection({ inflection }, { introspection }) {
          codecs.clear();
          // A row of app.order_statuses is an OrderStatus: the words have another name.
          const rows = new Set(introspection.classes.map(({ relname }) => inflection.singularize(relname)));
          const shared = new Map<string, PgEnumCodec>();
          for (const list of (await lists.read()).filter(haveNames)) {
            const parts = [list.relation_name, list.column_name].filter((part) => part !== null);
            const words = list.shared_name ?? parts.map((part) => inflection.singularize(part)).join('_');
            const name = rows.has(words) ? `${words}_name` : words;
            const codec = shared.get(name) ?? codecOf(list, inflection.upperCamelCase(name));
            shared.set(name, codec);
            codecs.set(placeOf(list), codec);
          }
        },
        pgCodecs_findPgCodec(_info, event) {
          const { pgType } = event;
          if (pgType.typtype === 'd') {
            event.pgCodec ??= codecs.get(`${pgType.getNamespace()?.nspname}.${pgType.typname}`) ?? null;
          }
        },
        pgCodecs_attribute(_info, { pgClass, pgAttribute, attribute }) {
          const { words } = pgAttribute.getTags();
          const own = `${pgClass.getNamespace()?.nspname}.${pgClass.relname}.${pgAttribute.attname}`;
          const codec = codecs.get(typeof words === 'string' ? words : own);
          if (codec) attribute.codec = attribute.codec.arrayOfCodec ? listOfCodec(codec) : codec;
        },
      },
    },
    schema: {
      hooks: {
        finalize(schema) {
          for (const codec of codecs.values()) {
            const type = schema.getType(String(codec.extensions?.tags?.name));
            if (isEnumType(type)) takeWords(type, lists);
          }
          return schema;
        },
      },
    },
  };
}

/** Teaches an enum to say what it takes, to take words in variables, and to show words that it does not know. */
function takeWords(type: GraphQLEnumType, lists: ClosedLists): void {
  const values = type.getValues();
  const refuse = (given: string, nodes?: ValueNode): never => {
    lists.meetUnknownWord();
    const words = values.map(({ name }) => name).join(', ');
    throw new RefusedValue(new Problem('notAllowed.givenWords', { given, words }), nodes);
  };
  const nameByWord = new Map(values.map(({ name, value }) => [value, name]));
  const wordByName = new Map(values.flatMap(({ name, value }) => [[name, value] as const, [value, value] as const]));
  type.serialize = (word) => {
    const name = nameByWord.get(word);
    if (name === undefined) lists.meetUnknownWord();
    // The row is there and may be read. The schema has the word from the next request on.
    return name ?? nameOf(String(word));
  };
  type.parseValue = (value) => wordByName.get(value) ?? refuse(JSON.stringify(value));
  // Documents that were written when these were texts have quotes.
  type.parseLiteral = (node: ValueNode) =>
    (node.kind === Kind.ENUM || node.kind === Kind.STRING ? wordByName.get(node.value) : undefined) ??
    refuse(print(node), node);
}
