// Amounts of money are a scalar of their own. A column is money when it is a numeric with two decimals and room for a price;
// an argument, or a column of a composite type, has no such type in Postgres and is told by its name.
import 'postgraphile';
import { domainOfCodec, TYPES } from 'postgraphile/@dataplan/pg';
import { Kind, print, type ValueNode } from 'postgraphile/graphql';
import { sql } from 'postgraphile/pg-sql2';

import { readNumber } from '../../gate/typed-number.ts';
import { Problem } from '../../problems/problem.ts';
import { RefusedValue } from '../inputs/refused-value.ts';

export const moneyCodec = domainOfCodec(TYPES.numeric, 'money_amount', sql`numeric`);

const moneyName = /(^|_)(amount|price|cost|charge|discount|subtotal|total|sales)$/;

/** numeric(p, 2) with enough digits for a price; a rating has three. */
function isMoneyType(modifier: number | null): boolean {
  if (modifier === null || modifier < 4) return false;
  return ((modifier - 4) & 0x7ff) === 2 && (modifier - 4) >> 16 >= 10;
}

/** True for an argument, or a column without a precision, that is an amount by its name. */
export const isMoneyName = (name: string | null) => name !== null && moneyName.test(name);

const form = /^-?\d{1,12}(\.\d{1,2})?$/;

function readMoney(text: unknown, nodes?: ValueNode): string {
  const amount = typeof text === 'string' && readNumber(text);
  if (!amount || !form.test(amount)) {
    throw new RefusedValue(new Problem('amount.given', { given: JSON.stringify(text) }), nodes);
  }
  return amount;
}

const description =
  'An amount in the currency of the store, as text with two decimals, such as "1250.00". It may be given with fewer decimals, or as a number, and as people write it: in Bengali digits, grouped by thousand or lakh, with ৳. Not with more decimals, an exponent, or a comma before decimals.';

export const MoneyPlugin: GraphileConfig.Plugin = {
  name: 'HaatMoneyPlugin',
  version: '1.0.0',
  after: ['HaatClosedListsPlugin'],
  gather: {
    hooks: {
      pgCodecs_attribute(_info, { pgAttribute, attribute }) {
        if (attribute.codec !== TYPES.numeric) return;
        const modifier = pgAttribute.atttypmod;
        const hasPrecision = modifier !== null && modifier >= 4;
        if (hasPrecision ? isMoneyType(modifier) : isMoneyName(pgAttribute.attname)) attribute.codec = moneyCodec;
      },
    },
  },
  schema: {
    hooks: {
      init: {
        before: ['PgCodecs'],
        callback(_, build) {
          build.registerScalarType(
            'Money',
            {},
            () => ({
              description,
              // Sums and amounts that were computed have the decimals that they need.
              serialize: (value) =>
                String(value)
                  .replace(/^-?\d+$/, '$&.00')
                  .replace(/\.\d$/, '$&0'),
              parseValue: (value) => readMoney(typeof value === 'number' ? String(value) : value),
              parseLiteral: (node: ValueNode) =>
                readMoney(
                  node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT
                    ? node.value
                    : print(node),
                  node,
                ),
            }),
            'HaatMoneyPlugin',
          );
          for (const situation of ['input', 'output'] as const) {
            build.setGraphQLTypeForPgCodec(moneyCodec, situation, 'Money');
          }
          return _;
        },
      },
    },
  },
};
