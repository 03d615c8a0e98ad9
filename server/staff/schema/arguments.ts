// What the arguments of procedures are, beyond their types in Postgres:
// - an argument named like a column of the row that the procedure gives takes what the column takes: money, or words;
// - an amount of money is told by its name.
// Those of type jsonb with lines are made from the registry (server/staff/inputs).
import 'postgraphile';
import { type PgCodec, TYPES } from 'postgraphile/@dataplan/pg';
import { isMoneyName, moneyCodec } from './money.ts';

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

export const ArgumentsPlugin: GraphileConfig.Plugin = {
  name: 'HaatArgumentsPlugin',
  version: '1.0.0',
  gather: {
    hooks: {
      pgProcedures_PgResourceOptions(_info, { resourceOptions }) {
        const { codec: row, parameters } = resourceOptions;
        if (!parameters) return;
        resourceOptions.parameters = parameters.map((parameter) => ({
          ...parameter,
          codec: takenFor(parameter.name, parameter.codec, row.attributes),
        })) as typeof parameters;
      },
    },
  },
};
