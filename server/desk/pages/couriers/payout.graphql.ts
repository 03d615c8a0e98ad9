// Made of payout.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of payout finding. */
export type PayoutFinding =
  | 'matches'
  | 'less'
  | 'more'
  | 'already_paid'
  | 'nothing_held'
  | 'not_delivered'
  | 'repeated'
  | 'other_courier'
  | 'ambiguous'
  | 'unknown';

/** An input for mutations affecting `PayoutLine` */
export type PayoutLineInput = {
  /** A tracking code or an order number, in any case. */
  code?: string | null | undefined;
  /** What the courier pays out for the parcel; left out, all that it holds. */
  amount?: string | null | undefined;
};

export type PayoutCourierQueryVariables = Exact<{
  courierId: string;
  storeId?: string | null | undefined;
}>;


export type PayoutCourierQuery = { courier: { name: string } | null, courierWork: { nodes: Array<{ heldParcels: number | null, heldAmount: string | null }> } | null };

export type ComparePayoutQueryVariables = Exact<{
  courierId: string;
  lines: Array<PayoutLineInput> | PayoutLineInput;
  storeId?: string | null | undefined;
}>;


export type ComparePayoutQuery = { comparePayout: { sheetAmount: string | null, lines: Array<{ line: number | null, code: string | null, amount: string | null, finding: PayoutFinding | null, parcelId: string | null, orderId: string | null, orderNumber: string | null, heldAmount: string | null, difference: string | null }> | null, totals: Array<{ finding: PayoutFinding | null, lines: number | null, amount: string | null }> | null } | null };

export type BookPayoutMutationVariables = Exact<{
  parcelId: string;
  amount?: string | null | undefined;
  reference?: string | null | undefined;
}>;


export type BookPayoutMutation = { recordParcelPayout: { payment: { id: string } | null } | null };

export const payoutCourier = `query PayoutCourier($courierId: UUID!, $storeId: UUID) {
  courier(id: $courierId) {
    name
  }
  courierWork(storeId: $storeId, first: 1, filter: { courierId: { equalTo: $courierId } }) {
    nodes {
      heldParcels
      heldAmount
    }
  }
}` as Document<PayoutCourierQuery, PayoutCourierQueryVariables>;

export const comparePayout = `query ComparePayout($courierId: UUID!, $lines: [PayoutLineInput!]!, $storeId: UUID) {
  comparePayout(courierId: $courierId, lines: $lines, storeId: $storeId) {
    lines {
      line
      code
      amount
      finding
      parcelId
      orderId
      orderNumber
      heldAmount
      difference
    }
    totals {
      finding
      lines
      amount
    }
    sheetAmount
  }
}` as Document<ComparePayoutQuery, ComparePayoutQueryVariables>;

export const bookPayout = `mutation BookPayout($parcelId: UUID!, $amount: Money, $reference: String) {
  recordParcelPayout(input: { parcelId: $parcelId, amount: $amount, reference: $reference }) {
    payment {
      id
    }
  }
}` as Document<BookPayoutMutation, BookPayoutMutationVariables>;
