// Made of couriers.graphql: npm run codegen -- desk
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

/** A filter to be used against Boolean fields. All fields are combined with a logical ‘and.’ */
export type BooleanFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: boolean | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: boolean | null | undefined;
  /** Included in the specified list. */
  in?: Array<boolean> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<boolean> | null | undefined;
  /** Less than the specified value. */
  lessThan?: boolean | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: boolean | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: boolean | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: boolean | null | undefined;
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

/** The words of parcels: status. */
export type ParcelStatus =
  | 'booked'
  | 'picked_up'
  | 'delivered'
  | 'delivery_failed'
  | 'return_requested'
  | 'received'
  | 'cancelled';

/** The words of parcels: work. */
export type ParcelWork =
  | 'to_hand_over'
  | 'with_courier'
  | 'coming_back';

/** A filter to be used against `Parcel` object types. All fields are combined with a logical ‘and.’ */
export type ParcelFilter = {
  /** Filter by the object’s `id` field. */
  id?: UuidFilter | null | undefined;
  /** Filter by the object’s `storeId` field. */
  storeId?: UuidFilter | null | undefined;
  /** Filter by the object’s `orderId` field. */
  orderId?: UuidFilter | null | undefined;
  /** Filter by the object’s `courierId` field. */
  courierId?: UuidFilter | null | undefined;
  /** Filter by the object’s `status` field. */
  status?: ParcelStatusFilter | null | undefined;
  /** Filter by the object’s `trackingCode` field. */
  trackingCode?: StringFilter | null | undefined;
  /** Filter by the object’s `codAmount` field. */
  codAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `collectedAmount` field. */
  collectedAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `payoutAt` field. */
  payoutAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `bookedAt` field. */
  bookedAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `pickedUpAt` field. */
  pickedUpAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `deliveredAt` field. */
  deliveredAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `receivedAt` field. */
  receivedAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `cancelledAt` field. */
  cancelledAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `createdAt` field. */
  createdAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `updatedAt` field. */
  updatedAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `paidOutAmount` field. */
  paidOutAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `isPickupRecorded` field. */
  isPickupRecorded?: BooleanFilter | null | undefined;
  /** Filter by the object’s `chargedAmount` field. */
  chargedAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `writtenOffAmount` field. */
  writtenOffAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `heldAmount` field. */
  heldAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `work` field. */
  work?: ParcelWorkFilter | null | undefined;
  /** Checks for all expressions in this list. */
  and?: Array<ParcelFilter> | null | undefined;
  /** Checks for any expressions in this list. */
  or?: Array<ParcelFilter> | null | undefined;
  /** Negates the expression. */
  not?: ParcelFilter | null | undefined;
};

/** A filter to be used against ParcelStatus fields. All fields are combined with a logical ‘and.’ */
export type ParcelStatusFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: ParcelStatus | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: ParcelStatus | null | undefined;
  /** Included in the specified list. */
  in?: Array<ParcelStatus> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<ParcelStatus> | null | undefined;
  /** Less than the specified value. */
  lessThan?: ParcelStatus | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: ParcelStatus | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: ParcelStatus | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: ParcelStatus | null | undefined;
};

/** A filter to be used against ParcelWork fields. All fields are combined with a logical ‘and.’ */
export type ParcelWorkFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: ParcelWork | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: ParcelWork | null | undefined;
  /** Included in the specified list. */
  in?: Array<ParcelWork> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<ParcelWork> | null | undefined;
  /** Less than the specified value. */
  lessThan?: ParcelWork | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: ParcelWork | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: ParcelWork | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: ParcelWork | null | undefined;
};

export type CouriersQueryVariables = Exact<{
  storeId?: string | null | undefined;
  courierWorkAfter?: string | null | undefined;
}>;


export type CouriersQuery = { courierWork: { nodes: Array<{ courierId: string | null, name: string | null, toHandOver: number | null, withCourier: number | null, outSince: string | null, daysOut: number | null, comingBack: number | null, heldParcels: number | null, heldAmount: string | null, heldSince: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CourierParcelsQueryVariables = Exact<{
  courierId: string;
  of: UuidFilter;
  storeId?: string | null | undefined;
}>;


export type CourierParcelsQuery = { courier: { name: string } | null, courierWork: { nodes: Array<{ toHandOver: number | null, withCourier: number | null, comingBack: number | null, heldParcels: number | null, heldAmount: string | null, heldSince: string | null }> } | null };

export type HeldParcelsQueryVariables = Exact<{
  courierId?: string | null | undefined;
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type HeldParcelsQuery = { list: { nodes: Array<{ heldAmount: string, id: string, trackingCode: string | null, status: ParcelStatus, codAmount: string, daysOut: number | null, deliveredAt: string | null, storeId: string, order: { id: string, number: string, shippingAddress: unknown, customer: { fullName: string } | null } | null }>, pageInfo: { hasNextPage: boolean } } | null };

export type ParcelsOutQueryVariables = Exact<{
  courierId?: string | null | undefined;
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ParcelsOutQuery = { list: { nodes: Array<{ id: string, trackingCode: string | null, status: ParcelStatus, codAmount: string, daysOut: number | null, deliveredAt: string | null, storeId: string, order: { id: string, number: string, shippingAddress: unknown, customer: { fullName: string } | null } | null }>, pageInfo: { hasNextPage: boolean } } | null };

export type ParcelsBackQueryVariables = Exact<{
  courierId?: string | null | undefined;
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ParcelsBackQuery = { list: { nodes: Array<{ id: string, trackingCode: string | null, status: ParcelStatus, codAmount: string, daysOut: number | null, deliveredAt: string | null, storeId: string, order: { id: string, number: string, shippingAddress: unknown, customer: { fullName: string } | null } | null }>, pageInfo: { hasNextPage: boolean } } | null };

export type ParcelsByHandQueryVariables = Exact<{
  filter: ParcelFilter;
  after?: string | null | undefined;
}>;


export type ParcelsByHandQuery = { list: { nodes: Array<{ heldAmount: string, id: string, trackingCode: string | null, status: ParcelStatus, codAmount: string, daysOut: number | null, deliveredAt: string | null, storeId: string, order: { id: string, number: string, shippingAddress: unknown, customer: { fullName: string } | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

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

export const courierParcels = `query CourierParcels($courierId: UUID!, $of: UUIDFilter!, $storeId: UUID) {
  courier(id: $courierId) {
    name
  }
  courierWork(storeId: $storeId, first: 1, filter: { courierId: $of }) {
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

export const heldParcels = `query HeldParcels($courierId: UUID, $storeId: UUID, $after: UUID) {
  list: heldParcels(courierId: $courierId, storeId: $storeId, startingAfter: $after, first: 50) {
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

export const parcelsOut = `query ParcelsOut($courierId: UUID, $storeId: UUID, $after: UUID) {
  list: parcelsWithCouriers(courierId: $courierId, storeId: $storeId, startingAfter: $after, first: 50) {
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

export const parcelsBack = `query ParcelsBack($courierId: UUID, $storeId: UUID, $after: UUID) {
  list: parcelsComingBack(courierId: $courierId, storeId: $storeId, startingAfter: $after, first: 50) {
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

export const parcelsByHand = `query ParcelsByHand($filter: ParcelFilter!, $after: Cursor) {
  list: parcels(filter: $filter, orderBy: [BOOKED_AT_ASC], first: 50, after: $after) {
    nodes {
      ...CourierParcel
      heldAmount
    }
    pageInfo {
      hasNextPage
      endCursor
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
}` as Document<ParcelsByHandQuery, ParcelsByHandQueryVariables>;
