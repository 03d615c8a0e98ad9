// What the arguments of procedures are, beyond their types in Postgres:
// - an argument named like a column of the row that the procedure gives takes what the column takes: money, or words;
// - an amount of money is told by its name;
// - an argument of type json or jsonb has the shape of a composite type, if the comment of the type says so with the tag
//   @shapes procedure.argument, or procedure.argument[] for a list. Its fields are in camelCase as everywhere, and the
//   procedure gets JSON with the names of the columns.
import 'postgraphile';
import { listOfCodec, type PgCodec, TYPES } from 'postgraphile/@dataplan/pg';
import { isMoneyName, moneyCodec } from './money.ts';

/** A codec that is no list. */
type Single = Parameters<typeof listOfCodec>[0];
type Attributes = Readonly<Record<string, { codec: PgCodec }>>;

/** The columns of a row, and of the rows in it: a new key comes with its secret. */
const columnsOf = (attributes: Attributes | undefined): (readonly [string, PgCodec])[] =>
  Object.entries(attributes ?? {}).flatMap(([name, { codec }]) => [[name, codec], ...columnsOf(codec.attributes)]);

const isText = (codec: PgCodec) => codec === TYPES.text || codec.arrayOfCodec === TYPES.text;
const isWords = (codec: PgCodec) => 'values' in (codec.arrayOfCodec ?? codec);

function takenFor(name: string | null, codec: PgCodec, row: Attributes | undefined): PgCodec {
  const column = columnsOf(row).find(([columnName]) => columnName === name)?.[1];
  if (codec === TYPES.numeric) return column === moneyCodec || isMoneyName(name) ? moneyCodec : codec;
  if (!column || !isText(codec) || !isWords(column)) return codec;
  return Boolean(column.arrayOfCodec) === Boolean(codec.arrayOfCodec) ? column : codec;
}

/** JSON of the fields that were given, by the names of the columns. */
function jsonOf(record: PgCodec, isList: boolean, json: PgCodec): PgCodec {
  const base = isList ? listOfCodec(record as Single, { extensions: { listItemNonNull: true } }) : json;
  return {
    ...base,
    name: `${json.name}_of_${record.name}${isList ? '_list' : ''}`,
    sqlType: json.sqlType,
    toPg: (value: unknown) => JSON.stringify(value),
  } as PgCodec;
}

export function argumentsPlugin(): GraphileConfig.Plugin {
  /** The id of the composite type, by the argument that it shapes. */
  const shapes = new Map<string, { classId: string; isList: boolean }>();
  const shaped = new Map<string, { codec: PgCodec; record: PgCodec }>();
  return {
    name: 'HaatArgumentsPlugin',
    version: '1.0.0',
    gather: {
      hooks: {
        pgIntrospection_introspection(_info, { introspection }) {
          shapes.clear();
          shaped.clear();
          for (const pgClass of introspection.classes) {
            if (pgClass.relkind !== 'c' || pgClass.getNamespace()?.nspname !== 'staff') continue;
            for (const place of [pgClass.getType()?.getTags().shapes ?? []].flat()) {
              const [argument, list] = String(place).split(/(?=\[\])/);
              shapes.set(argument!, { classId: pgClass._id, isList: list !== undefined });
            }
          }
        },
        async pgProcedures_PgResourceOptions(info, { serviceName, pgProc, resourceOptions }) {
          const { codec: row, parameters } = resourceOptions;
          if (!parameters) return;
          const taken = parameters.map(async (parameter) => {
            const shape = shapes.get(`${pgProc.proname}.${parameter.name}`);
            if (!shape) return { ...parameter, codec: takenFor(parameter.name, parameter.codec, row.attributes) };
            const record = await info.helpers.pgCodecs.getCodecFromClass(serviceName, shape.classId);
            const codec = jsonOf(record!, shape.isList, parameter.codec);
            const known = shaped.get(codec.name) ?? { codec, record: record! };
            shaped.set(codec.name, known);
            return { ...parameter, codec: known.codec };
          });
          resourceOptions.parameters = (await Promise.all(taken)) as typeof parameters;
        },
      },
    },
    schema: {
      hooks: {
        init: {
          before: ['PgCodecs'],
          callback(_, build) {
            for (const { codec, record } of shaped.values()) {
              if (codec.arrayOfCodec) continue;
              const { inflection } = build;
              build.setGraphQLTypeForPgCodec(
                codec,
                'input',
                inflection.inputType(inflection.tableType(record as never)),
              );
            }
            return _;
          },
        },
      },
    },
  };
}
