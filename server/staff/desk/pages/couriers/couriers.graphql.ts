// Made of couriers.graphql: RECORD_DESK=1 npm test -- test/staff/desk_documents.test.ts
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

export type CouriersQueryVariables = Exact<{
  storeId?: string | null | undefined;
  courierWorkAfter?: string | null | undefined;
}>;


export type CouriersQuery = { courierWork: { nodes: Array<{ courierId: string | null, name: string | null, toHandOver: number | null, withCourier: number | null, outSince: string | null, daysOut: number | null, comingBack: number | null, heldParcels: number | null, heldAmount: string | null, heldSince: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CourierParcelsQueryVariables = Exact<{
  courierId: string;
  storeId?: string | null | undefined;
}>;


export type CourierParcelsQuery = { courier: { name: string } | null, courierWork: { nodes: Array<{ toHandOver: number | null, withCourier: number | null, comingBack: number | null, heldParcels: number | null, heldAmount: string | null, heldSince: string | null }> } | null };

export type HeldParcelsQueryVariables = Exact<{
  courierId?: string | null | undefined;
  storeId?: string | null | undefined;
  startingAfter?: string | null | undefined;
}>;


export type HeldParcelsQuery = { heldParcels: { nodes: Array<{ heldAmount: string | null, id: string, trackingCode: string | null, status: ParcelStatus, codAmount: string, daysOut: number | null, deliveredAt: string | null, storeId: string, order: { id: string, number: string, shippingAddress: unknown, customer: { fullName: string } | null } | null }>, pageInfo: { hasNextPage: boolean } } | null };

export type ParcelsOutQueryVariables = Exact<{
  courierId?: string | null | undefined;
  storeId?: string | null | undefined;
  startingAfter?: string | null | undefined;
}>;


export type ParcelsOutQuery = { parcelsWithCouriers: { nodes: Array<{ id: string, trackingCode: string | null, status: ParcelStatus, codAmount: string, daysOut: number | null, deliveredAt: string | null, storeId: string, order: { id: string, number: string, shippingAddress: unknown, customer: { fullName: string } | null } | null }>, pageInfo: { hasNextPage: boolean } } | null };

export type ParcelsBackQueryVariables = Exact<{
  courierId?: string | null | undefined;
  storeId?: string | null | undefined;
  startingAfter?: string | null | undefined;
}>;


export type ParcelsBackQuery = { parcelsComingBack: { nodes: Array<{ id: string, trackingCode: string | null, status: ParcelStatus, codAmount: string, daysOut: number | null, deliveredAt: string | null, storeId: string, order: { id: string, number: string, shippingAddress: unknown, customer: { fullName: string } | null } | null }>, pageInfo: { hasNextPage: boolean } } | null };

export type CourierParcelFragment = { id: string, trackingCode: string | null, status: ParcelStatus, codAmount: string, daysOut: number | null, deliveredAt: string | null, storeId: string, order: { id: string, number: string, shippingAddress: unknown, customer: { fullName: string } | null } | null };

export const couriers = `query Couriers($storeId: UUID, $courierWorkAfter: Cursor) {
  courierWork(storeId: $storeId, first: 100, after: $courierWorkAfter) {
    nodes {
      courierId
      name
      toHandOver
      withCourier
      outSince
      daysOut
      comingBack
      heldParcels
      heldAmount
      heldSince
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<CouriersQuery, CouriersQueryVariables>;

export const courierParcels = `query CourierParcels($courierId: UUID!, $storeId: UUID) {
  courier(id: $courierId) {
    name
  }
  courierWork(storeId: $storeId, first: 1, filter: { courierId: { equalTo: $courierId } }) {
    nodes {
      toHandOver
      withCourier
      comingBack
      heldParcels
      heldAmount
      heldSince
    }
  }
}` as Document<CourierParcelsQuery, CourierParcelsQueryVariables>;

export const heldParcels = `query HeldParcels($courierId: UUID, $storeId: UUID, $startingAfter: UUID) {
  heldParcels(courierId: $courierId, storeId: $storeId, startingAfter: $startingAfter, first: 50) {
    nodes {
      ...CourierParcel
      heldAmount
    }
    pageInfo {
      hasNextPage
    }
  }
}
fragment CourierParcel on Parcel {
  id
  trackingCode
  status
  codAmount
  daysOut
  deliveredAt
  storeId
  order {
    id
    number
    shippingAddress
    customer {
      fullName
    }
  }
}` as Document<HeldParcelsQuery, HeldParcelsQueryVariables>;

export const parcelsOut = `query ParcelsOut($courierId: UUID, $storeId: UUID, $startingAfter: UUID) {
  parcelsWithCouriers(courierId: $courierId, storeId: $storeId, startingAfter: $startingAfter, first: 50) {
    nodes {
      ...CourierParcel
    }
    pageInfo {
      hasNextPage
    }
  }
}
fragment CourierParcel on Parcel {
  id
  trackingCode
  status
  codAmount
  daysOut
  deliveredAt
  storeId
  order {
    id
    number
    shippingAddress
    customer {
      fullName
    }
  }
}` as Document<ParcelsOutQuery, ParcelsOutQueryVariables>;

export const parcelsBack = `query ParcelsBack($courierId: UUID, $storeId: UUID, $startingAfter: UUID) {
  parcelsComingBack(courierId: $courierId, storeId: $storeId, startingAfter: $startingAfter, first: 50) {
    nodes {
      ...CourierParcel
    }
    pageInfo {
      hasNextPage
    }
  }
}
fragment CourierParcel on Parcel {
  id
  trackingCode
  status
  codAmount
  daysOut
  deliveredAt
  storeId
  order {
    id
    number
    shippingAddress
    customer {
      fullName
    }
  }
}` as Document<ParcelsBackQuery, ParcelsBackQueryVariables>;
