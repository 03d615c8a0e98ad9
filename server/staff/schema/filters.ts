// Filters are for columns that hold one value: texts, numbers, moments, words, ids. Documents and addresses have none.
import 'postgraphile';
import { type PgCodec, TYPES } from 'postgraphile/@dataplan/pg';

const plain: readonly PgCodec[] = [
  TYPES.uuid,
  TYPES.text,
  TYPES.int2,
  TYPES.int,
  TYPES.bigint,
  TYPES.numeric,
  TYPES.boolean,
  TYPES.date,
  TYPES.timestamptz,
];

export const FiltersPlugin: GraphileConfig.Plugin = {
  name: 'HaatFiltersPlugin',
  version: '1.0.0',
  schema: {
    entityBehavior: {
      pgCodecAttribute: {
        override: (behavior, [record, name]) => {
          const { codec } = record.attributes[name]!;
          const isPlain = 'values' in codec || plain.includes(codec.domainOfCodec ?? codec);
          return isPlain ? behavior : [behavior, '-attribute:filterBy'];
        },
      },
    },
  },
};
