// Made of hand-over.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of parcels: status. */
export type ParcelStatus =
  | 'booked'
  | 'picked_up'
  | 'delivered'
  | 'delivery_failed'
  | 'return_requested'
  | 'received'
  | 'cancelled';

export type HandOverCouriersQueryVariables = Exact<{
  storeId?: string | null | undefined;
  courierWorkAfter?: string | null | undefined;
}>;


export type HandOverCouriersQuery = { courierWork: { nodes: Array<{ courierId: string | null, name: string | null, toHandOver: number | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ParcelsToHandOverQueryVariables = Exact<{
  courierId?: string | null | undefined;
  storeId?: string | null | undefined;
  startingAfter?: string | null | undefined;
}>;


export type ParcelsToHandOverQuery = { parcelsToHandOver: { nodes: Array<{ id: string, trackingCode: string | null, codAmount: string, bookedAt: string, storeId: string, courier: { id: string, name: string } | null, order: { id: string, number: string, shippingAddress: unknown, customer: { fullName: string } | null } | null }>, pageInfo: { hasNextPage: boolean } } | null };

export type HandOverMutationVariables = Exact<{
  parcelId: string;
}>;


export type HandOverMutation = { recordParcelPickup: { parcel: { status: ParcelStatus } | null } | null };

export const handOverCouriers = `query HandOverCouriers($storeId: UUID, $courierWorkAfter: Cursor) {
  courierWork(storeId: $storeId, first: 100, filter: { toHandOver: { greaterThan: 0 } }, after: $courierWorkAfter) {
    nodes {
      courierId
      name
      toHandOver
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<HandOverCouriersQuery, HandOverCouriersQueryVariables>;

export const parcelsToHandOver = `query ParcelsToHandOver($courierId: UUID, $storeId: UUID, $startingAfter: UUID) {
  parcelsToHandOver(courierId: $courierId, storeId: $storeId, startingAfter: $startingAfter, first: 100) {
    nodes {
      id
      trackingCode
      codAmount
      bookedAt
      storeId
      courier {
        id
        name
      }
      order {
        id
        number
        shippingAddress
        customer {
          fullName
        }
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}` as Document<ParcelsToHandOverQuery, ParcelsToHandOverQueryVariables>;

export const handOver = `mutation HandOver($parcelId: UUID!) {
  recordParcelPickup(input: { parcelId: $parcelId }) {
    parcel {
      status
    }
  }
}` as Document<HandOverMutation, HandOverMutationVariables>;
