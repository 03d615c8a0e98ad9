import { z } from 'zod';
import { saying } from '../../problems/problem.ts';
import { couponTypes } from '../orders.ts';
import { couponCode, instant, money, positiveMoney, uuid } from '../schemas.ts';
import { type StaffInput, seen, which, word } from './types.ts';

const permission = 'settings.manage';

const type = z.enum(couponTypes);
const uses = z.int().min(1);

/** What may have no limit. */
const limits = {
  starts_at: instant.optional(),
  ends_at: instant.optional(),
  maximum_discount: positiveMoney.optional(),
  usage_limit: uses.optional(),
  usage_limit_per_customer: uses.optional(),
};
const namesLimits = (names: string[]) => names.every((name) => Object.hasOwn(limits, name));

/** What of them goes together is a rule of the whole coupon: internal.check_coupon. */
const coupon = { value: money.optional(), minimum_subtotal: money.optional(), ...limits };

export const couponInputs = {
  create_coupon: {
    permission,
    input: z.strictObject({ store_id: uuid, code: couponCode, type, ...coupon }),
    takes: 'arguments',
  },
  update_coupon: {
    permission,
    input: z.strictObject({
      coupon_id: which('coupon'),
      code: couponCode.optional(),
      type: type.optional(),
      ...coupon,
      status: word.optional(),
      clear: z.array(z.string()).refine(namesLimits, saying('notAllowed.couponParts')).optional(),
      expected_updated_at: seen,
    }),
    takes: 'arguments',
  },
} satisfies Record<string, StaffInput>;
