// What a coupon takes off, in words.
import { type CurrencySymbol, money, number, t } from '../../i18n.ts';
import type { CouponType } from './coupons.graphql';

export function offOf({ type, value }: { type: CouponType; value: string }, symbol: CurrencySymbol): string {
  if (type === 'free_shipping') return t('couponType.free_shipping');
  return type === 'percent'
    ? t('coupon.percentOff', { percent: number(Number(value)) })
    : t('coupon.amountOff', { amount: money(value, symbol) });
}

/** A coupon that is on and whose time is over has ended. */
export const stateOf = ({ status, endsAt }: { status: string; endsAt: string | null }): string =>
  status === 'active' && endsAt && Date.parse(endsAt) <= Date.now() ? 'ended' : status;
