// Scalars take one form only, the one that REST takes. What Postgres would make of other texts ("tomorrow", "infinity",
// "01/02/2026", "NaN") is never what was meant.
import 'postgraphile';
import { Kind, print, type ValueNode } from 'postgraphile/graphql';
import { latinDigits, readNumber } from '../../gate/typed-number.ts';
import { instant } from '../../operations/schemas.ts';
import { Problem } from '../../problems/problem.ts';
import { RefusedValue } from '../inputs/refused-value.ts';

/** `reads`: what people write otherwise, in the one form. */
type Form = { takes: (text: string) => boolean; reads: (text: string) => string; must: string; description: string };

const plainNumber = (text: string) => readNumber(text) ?? text;
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && instant.safeParse(`${text}T00:00:00Z`).success;

const forms: Readonly<Record<string, Form>> = {
  Datetime: {
    takes: (text) => instant.safeParse(text).success,
    reads: latinDigits,
    must: 'must be an ISO 8601 date-time with a zone, such as 2026-11-22T10:00:00+06:00 or 2026-11-22T04:00:00Z',
    description: 'A moment in ISO 8601 with its zone, such as 2026-11-22T10:00:00+06:00 or 2026-11-22T04:00:00Z.',
  },
  Date: {
    takes: isDate,
    reads: latinDigits,
    must: 'must be a date in ISO 8601, such as 2026-11-22',
    description: 'A day in ISO 8601, such as 2026-11-22.',
  },
  BigFloat: {
    takes: (text) => /^-?\d{1,30}(\.\d{1,30})?$/.test(text),
    reads: plainNumber,
    must: 'must be a number in digits, such as "12.5"',
    description: 'A number with decimals, as text, such as "12.5".',
  },
  BigInt: {
    takes: (text) => /^-?\d{1,18}$/.test(text),
    reads: plainNumber,
    must: 'must be a whole number in digits, such as "12"',
    description: 'A large whole number, as text.',
  },
  UUID: {
    reads: (text) => text,
    takes: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
    must: 'must be an id such as 01980a2b-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
    description: 'The id of a record, such as 01980a2b-7c3d-7e4f-8a5b-6c7d8e9f0a1b.',
  },
};
const numeric = ['BigFloat', 'BigInt'];

export const ScalarsPlugin: GraphileConfig.Plugin = {
  name: 'HaatScalarsPlugin',
  version: '1.0.0',
  schema: {
    hooks: {
      GraphQLScalarType(config) {
        const form = forms[config.name];
        if (!form) return config;
        const mayBeNumber = numeric.includes(config.name);
        const read = (given: string | undefined, shown: string, nodes?: ValueNode) => {
          const text = given === undefined ? undefined : form.reads(given);
          if (text !== undefined && form.takes(text)) return text;
          throw new RefusedValue(new Problem('notAllowed.given', { given: shown, must: form.must }), nodes);
        };
        return {
          ...config,
          description: form.description,
          parseValue: (value) =>
            read(
              typeof value === 'string' || (mayBeNumber && typeof value === 'number') ? String(value) : undefined,
              JSON.stringify(value),
            ),
          parseLiteral: (node: ValueNode) =>
            read(
              node.kind === Kind.STRING || (mayBeNumber && (node.kind === Kind.INT || node.kind === Kind.FLOAT))
                ? node.value
                : undefined,
              print(node),
              node,
            ),
        };
      },
    },
  },
};
