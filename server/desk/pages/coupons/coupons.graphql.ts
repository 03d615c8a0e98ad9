// Made of coupons.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A filter to be used against UUID fields. All fields are combined with a logical ‘and.’ */
export type UuidFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: string | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: string | null | undefined;
  /** Included in the specified list. */
  in?: Array<string> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<string> | null | undefined;
  /** Less than the specified value. */
  lessThan?: string | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: string | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: string | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: string | null | undefined;
};

/** A filter to be used against Datetime fields. All fields are combined with a logical ‘and.’ */
export type DatetimeFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: string | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: string | null | undefined;
  /** Included in the specified list. */
  in?: Array<string> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<string> | null | undefined;
  /** Less than the specified value. */
  lessThan?: string | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: string | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: string | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: string | null | undefined;
};

/** A filter to be used against String fields. All fields are combined with a logical ‘and.’ */
export type StringFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: string | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: string | null | undefined;
  /** Included in the specified list. */
  in?: Array<string> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<string> | null | undefined;
  /** Less than the specified value. */
  lessThan?: string | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: string | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: string | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: string | null | undefined;
  /** Contains the specified string (case-insensitive). */
  includesInsensitive?: string | null | undefined;
  /** Starts with the specified string (case-insensitive). */
  startsWithInsensitive?: string | null | undefined;
};

/** A filter to be used against Int fields. All fields are combined with a logical ‘and.’ */
export type IntFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: number | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: number | null | undefined;
  /** Included in the specified list. */
  in?: Array<number> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<number> | null | undefined;
  /** Less than the specified value. */
  lessThan?: number | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: number | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: number | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: number | null | undefined;
};

/** A filter to be used against Money fields. All fields are combined with a logical ‘and.’ */
export type MoneyFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: string | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: string | null | undefined;
  /** Included in the specified list. */
  in?: Array<string> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<string> | null | undefined;
  /** Less than the specified value. */
  lessThan?: string | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: string | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: string | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: string | null | undefined;
};

/** The words of coupons: type. */
export type CouponType =
  | 'percent'
  | 'fixed'
  | 'free_shipping';

/** The words of coupons: status. */
export type CouponStatus =
  | 'active'
  | 'inactive';

/** A filter to be used against `Coupon` object types. All fields are combined with a logical ‘and.’ */
export type CouponFilter = {
  /** Filter by the object’s `id` field. */
  id?: UuidFilter | null | undefined;
  /** Filter by the object’s `storeId` field. */
  storeId?: UuidFilter | null | undefined;
  /** Filter by the object’s `code` field. */
  code?: StringFilter | null | undefined;
  /** Filter by the object’s `type` field. */
  type?: CouponTypeFilter | null | undefined;
  /** Filter by the object’s `value` field. */
  value?: MoneyFilter | null | undefined;
  /** Filter by the object’s `startsAt` field. */
  startsAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `endsAt` field. */
  endsAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `minimumSubtotal` field. */
  minimumSubtotal?: MoneyFilter | null | undefined;
  /** Filter by the object’s `maximumDiscount` field. */
  maximumDiscount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `usageLimit` field. */
  usageLimit?: IntFilter | null | undefined;
  /** Filter by the object’s `usageLimitPerCustomer` field. */
  usageLimitPerCustomer?: IntFilter | null | undefined;
  /** Filter by the object’s `usedCount` field. */
  usedCount?: IntFilter | null | undefined;
  /** Filter by the object’s `status` field. */
  status?: CouponStatusFilter | null | undefined;
  /** Filter by the object’s `createdAt` field. */
  createdAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `updatedAt` field. */
  updatedAt?: DatetimeFilter | null | undefined;
  /** Checks for all expressions in this list. */
  and?: Array<CouponFilter> | null | undefined;
  /** Checks for any expressions in this list. */
  or?: Array<CouponFilter> | null | undefined;
  /** Negates the expression. */
  not?: CouponFilter | null | undefined;
};

/** A filter to be used against CouponType fields. All fields are combined with a logical ‘and.’ */
export type CouponTypeFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: CouponType | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: CouponType | null | undefined;
  /** Included in the specified list. */
  in?: Array<CouponType> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<CouponType> | null | undefined;
  /** Less than the specified value. */
  lessThan?: CouponType | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: CouponType | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: CouponType | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: CouponType | null | undefined;
};

/** A filter to be used against CouponStatus fields. All fields are combined with a logical ‘and.’ */
export type CouponStatusFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: CouponStatus | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: CouponStatus | null | undefined;
  /** Included in the specified list. */
  in?: Array<CouponStatus> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<CouponStatus> | null | undefined;
  /** Less than the specified value. */
  lessThan?: CouponStatus | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: CouponStatus | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: CouponStatus | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: CouponStatus | null | undefined;
};

/** All input for the `createCoupon` mutation. */
export type CreateCouponInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** The store. */
  storeId: string;
  /** What shoppers type, kept in capitals. */
  code: string;
  /** percent, fixed or free_shipping. */
  type: CouponType;
  /** Percent or amount, by type. */
  value?: string | null | undefined;
  /** Valid from; null always. */
  startsAt?: string | null | undefined;
  /** Valid until, exclusive; null always. */
  endsAt?: string | null | undefined;
  /** Smallest subtotal it may be used on. */
  minimumSubtotal?: string | null | undefined;
  /** Most it takes off; null without limit. */
  maximumDiscount?: string | null | undefined;
  /** Uses in all; null without limit. */
  usageLimit?: number | null | undefined;
  /** Uses per customer; null without limit. */
  usageLimitPerCustomer?: number | null | undefined;
};

/** All input for the `updateCoupon` mutation. */
export type UpdateCouponInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Which coupon. */
  couponId: string;
  /** What shoppers type, kept in capitals. */
  code?: string | null | undefined;
  /** percent, fixed or free_shipping. */
  type?: CouponType | null | undefined;
  /** Percent or amount, by type. */
  value?: string | null | undefined;
  /** Valid from; null always. */
  startsAt?: string | null | undefined;
  /** Valid until, exclusive; null always. */
  endsAt?: string | null | undefined;
  /** Smallest subtotal it may be used on. */
  minimumSubtotal?: string | null | undefined;
  /** Most it takes off; null without limit. */
  maximumDiscount?: string | null | undefined;
  /** Uses in all; null without limit. */
  usageLimit?: number | null | undefined;
  /** Uses per customer; null without limit. */
  usageLimitPerCustomer?: number | null | undefined;
  /** active or inactive. */
  status?: CouponStatus | null | undefined;
  /** What is to have no limit any more, by name. */
  clear?: Array<string | null | undefined> | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

export type CouponListQueryVariables = Exact<{
  filter?: CouponFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type CouponListQuery = { list: { nodes: Array<{ id: string, storeId: string, code: string, type: CouponType, value: string, startsAt: string | null, endsAt: string | null, usageLimit: number | null, usedCount: number, status: CouponStatus }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type CouponQueryVariables = Exact<{
  id: string;
}>;


export type CouponQuery = { coupon: { id: string, storeId: string, code: string, type: CouponType, value: string, startsAt: string | null, endsAt: string | null, minimumSubtotal: string, maximumDiscount: string | null, usageLimit: number | null, usageLimitPerCustomer: number | null, usedCount: number, status: CouponStatus, updatedAt: string } | null };

export type CouponUsesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type CouponUsesQuery = { coupon: { id: string, couponRedemptions: { nodes: Array<{ orderId: string, createdAt: string, givenBackAt: string | null, order: { number: string, totalAmount: string, discountAmount: string } | null, customer: { fullName: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type CreateCouponMutationVariables = Exact<{
  input: CreateCouponInput;
}>;


export type CreateCouponMutation = { createCoupon: { coupon: { id: string } | null } | null };

export type UpdateCouponMutationVariables = Exact<{
  input: UpdateCouponInput;
}>;


export type UpdateCouponMutation = { updateCoupon: { coupon: { id: string, status: CouponStatus } | null } | null };

export const couponList = `query CouponList($filter: CouponFilter, $after: Cursor) {
  list: coupons(first: 50, after: $after, filter: $filter, orderBy: [CREATED_AT_DESC]) {
    nodes {
      id
      storeId
      code
      type
      value
      startsAt
      endsAt
      usageLimit
      usedCount
      status
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}` as Document<CouponListQuery, CouponListQueryVariables>;

export const coupon = `query Coupon($id: UUID!) {
  coupon(id: $id) {
    id
    storeId
    code
    type
    value
    startsAt
    endsAt
    minimumSubtotal
    maximumDiscount
    usageLimit
    usageLimitPerCustomer
    usedCount
    status
    updatedAt
  }
}` as Document<CouponQuery, CouponQueryVariables>;

export const couponUses = `query CouponUses($id: UUID!, $after: Cursor) {
  coupon(id: $id) {
    id
    couponRedemptions(first: 20, after: $after, orderBy: [CREATED_AT_DESC]) {
      nodes {
        orderId
        createdAt
        givenBackAt
        order {
          number
          totalAmount
          discountAmount
        }
        customer {
          fullName
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
}` as Document<CouponUsesQuery, CouponUsesQueryVariables>;

export const createCoupon = `mutation CreateCoupon($input: CreateCouponInput!) {
  createCoupon(input: $input) {
    coupon {
      id
    }
  }
}` as Document<CreateCouponMutation, CreateCouponMutationVariables>;

export const updateCoupon = `mutation UpdateCoupon($input: UpdateCouponInput!) {
  updateCoupon(input: $input) {
    coupon {
      id
      status
    }
  }
}` as Document<UpdateCouponMutation, UpdateCouponMutationVariables>;
