// Made of returns.graphql: npm run codegen -- desk
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

/** The words of returns: status. */
export type ReturnStatus =
  | 'requested'
  | 'received'
  | 'cancelled';

/** A filter to be used against `Return` object types. All fields are combined with a logical ‘and.’ */
export type ReturnFilter = {
  /** Filter by the object’s `id` field. */
  id?: UuidFilter | null | undefined;
  /** Filter by the object’s `storeId` field. */
  storeId?: UuidFilter | null | undefined;
  /** Filter by the object’s `orderId` field. */
  orderId?: UuidFilter | null | undefined;
  /** Filter by the object’s `number` field. */
  number?: StringFilter | null | undefined;
  /** Filter by the object’s `status` field. */
  status?: ReturnStatusFilter | null | undefined;
  /** Filter by the object’s `reason` field. */
  reason?: StringFilter | null | undefined;
  /** Filter by the object’s `receivedAt` field. */
  receivedAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `createdAt` field. */
  createdAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `updatedAt` field. */
  updatedAt?: DatetimeFilter | null | undefined;
  /** Checks for all expressions in this list. */
  and?: Array<ReturnFilter> | null | undefined;
  /** Checks for any expressions in this list. */
  or?: Array<ReturnFilter> | null | undefined;
  /** Negates the expression. */
  not?: ReturnFilter | null | undefined;
};

/** A filter to be used against ReturnStatus fields. All fields are combined with a logical ‘and.’ */
export type ReturnStatusFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: ReturnStatus | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: ReturnStatus | null | undefined;
  /** Included in the specified list. */
  in?: Array<ReturnStatus> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<ReturnStatus> | null | undefined;
  /** Less than the specified value. */
  lessThan?: ReturnStatus | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: ReturnStatus | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: ReturnStatus | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: ReturnStatus | null | undefined;
};

/** An input for mutations affecting `ReceivedLine` */
export type ReceivedLineInput = {
  /** Which line of the order. */
  orderItemId?: string | null | undefined;
  /** How many units of it came back. */
  quantity?: number | null | undefined;
  /** Sellable, or damaged: those do not go back into stock. */
  condition?: GoodsCondition | null | undefined;
};

/** The words of goods condition. */
export type GoodsCondition =
  | 'sellable'
  | 'damaged';

export type ReturnsExpectedQueryVariables = Exact<{
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ReturnsExpectedQuery = { list: { nodes: Array<{ id: string, storeId: string, number: string, reason: string | null, createdAt: string, order: { number: string, customer: { fullName: string } | null } | null }> } | null };

export type ParcelsBackQueryVariables = Exact<{
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ParcelsBackQuery = { list: { nodes: Array<{ id: string, storeId: string, status: ParcelStatus, trackingCode: string | null, daysOut: number | null, courier: { name: string } | null, order: { number: string, customer: { fullName: string } | null } | null }> } | null };

export type ReturnCountsQueryVariables = Exact<{
  storeId?: string | null | undefined;
}>;


export type ReturnCountsQuery = { workCounts: { returnsRequested: number | null, parcelsComingBack: number | null } | null };

export type FindComingQueryVariables = Exact<{
  code: string;
  storeId?: string | null | undefined;
  parcel: ParcelFilter;
  return: ReturnFilter;
}>;


export type FindComingQuery = { parcels: { nodes: Array<{ id: string, status: ParcelStatus }> } | null, returns: { nodes: Array<{ id: string }> } | null, searchOrders: { nodes: Array<{ possibleMoves: Array<{ mutation: string | null, allowed: boolean | null, parcelId: string | null, returnId: string | null }> | null }> } | null };

export type MovesFragment = { id: string, storeId: string, number: string, customer: { fullName: string } | null, possibleMoves: Array<{ mutation: string | null, allowed: boolean | null, reason: string | null, parcelId: string | null, returnId: string | null }> | null };

export type ItemFragment = { id: string, sku: string, barcode: string | null, productName: string, variantName: string, product: { thumbnailUrl: string | null } | null };

export type ReturnToReceiveQueryVariables = Exact<{
  id: string;
  returnLinesAfter?: string | null | undefined;
}>;


export type ReturnToReceiveQuery = { return: { number: string, status: ReturnStatus, reason: string | null, createdAt: string, order: { id: string, storeId: string, number: string, customer: { fullName: string } | null, possibleMoves: Array<{ mutation: string | null, allowed: boolean | null, reason: string | null, parcelId: string | null, returnId: string | null }> | null } | null, returnLines: { nodes: Array<{ quantity: number, sellableQuantity: number, damagedQuantity: number, orderItem: { id: string, sku: string, barcode: string | null, productName: string, variantName: string, product: { thumbnailUrl: string | null } | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ParcelToReceiveQueryVariables = Exact<{
  id: string;
  orderItemsAfter?: string | null | undefined;
}>;


export type ParcelToReceiveQuery = { parcel: { status: ParcelStatus, trackingCode: string | null, daysOut: number | null, courier: { name: string } | null, order: { id: string, storeId: string, number: string, orderItems: { nodes: Array<{ outstanding: number | null, id: string, sku: string, barcode: string | null, productName: string, variantName: string, product: { thumbnailUrl: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customer: { fullName: string } | null, possibleMoves: Array<{ mutation: string | null, allowed: boolean | null, reason: string | null, parcelId: string | null, returnId: string | null }> | null } | null } | null };

export type ReceiveReturnMutationVariables = Exact<{
  id: string;
  lines?: Array<ReceivedLineInput | null | undefined> | ReceivedLineInput | null | undefined;
}>;


export type ReceiveReturnMutation = { receiveReturn: { return: { id: string } | null } | null };

export type ReceiveParcelMutationVariables = Exact<{
  id: string;
  lines?: Array<ReceivedLineInput | null | undefined> | ReceivedLineInput | null | undefined;
}>;


export type ReceiveParcelMutation = { receiveParcel: { parcel: { status: ParcelStatus } | null } | null };

export const returnsExpected = `query ReturnsExpected($storeId: UUID, $after: UUID) {
  list: returnsExpected(storeId: $storeId, startingAfter: $after, first: 50) {
    nodes {
      id
      storeId
      number
      reason
      createdAt
      order {
        number
        customer {
          fullName
        }
      }
    }
  }
}` as Document<ReturnsExpectedQuery, ReturnsExpectedQueryVariables>;

export const parcelsBack = `query ParcelsBack($storeId: UUID, $after: UUID) {
  list: parcelsComingBack(storeId: $storeId, startingAfter: $after, first: 50) {
    nodes {
      id
      storeId
      status
      trackingCode
      daysOut
      courier {
        name
      }
      order {
        number
        customer {
          fullName
        }
      }
    }
  }
}` as Document<ParcelsBackQuery, ParcelsBackQueryVariables>;

export const returnCounts = `query ReturnCounts($storeId: UUID) {
  workCounts(storeId: $storeId) {
    returnsRequested
    parcelsComingBack
  }
}` as Document<ReturnCountsQuery, ReturnCountsQueryVariables>;

export const findComing = `query FindComing($code: String!, $storeId: UUID, $parcel: ParcelFilter!, $return: ReturnFilter!) {
  parcels(first: 5, filter: $parcel) {
    nodes {
      id
      status
    }
  }
  returns(first: 5, filter: $return) {
    nodes {
      id
    }
  }
  searchOrders(search: $code, storeId: $storeId, first: 2) {
    nodes {
      possibleMoves {
        mutation
        allowed
        parcelId
        returnId
      }
    }
  }
}` as Document<FindComingQuery, FindComingQueryVariables>;

export const returnToReceive = `query ReturnToReceive($id: UUID!, $returnLinesAfter: Cursor) {
  return(id: $id) {
    number
    status
    reason
    createdAt
    order {
      ...Moves
    }
    returnLines(first: 100, after: $returnLinesAfter) {
      nodes {
        quantity
        sellableQuantity
        damagedQuantity
        orderItem {
          ...Item
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
fragment Moves on Order {
  id
  storeId
  number
  customer {
    fullName
  }
  possibleMoves {
    mutation
    allowed
    reason
    parcelId
    returnId
  }
}
fragment Item on OrderItem {
  id
  sku
  barcode
  productName
  variantName
  product {
    thumbnailUrl
  }
}` as Document<ReturnToReceiveQuery, ReturnToReceiveQueryVariables>;

export const parcelToReceive = `query ParcelToReceive($id: UUID!, $orderItemsAfter: Cursor) {
  parcel(id: $id) {
    status
    trackingCode
    daysOut
    courier {
      name
    }
    order {
      ...Moves
      orderItems(first: 100, orderBy: [LINE_ASC], after: $orderItemsAfter) {
        nodes {
          ...Item
          outstanding
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}
fragment Moves on Order {
  id
  storeId
  number
  customer {
    fullName
  }
  possibleMoves {
    mutation
    allowed
    reason
    parcelId
    returnId
  }
}
fragment Item on OrderItem {
  id
  sku
  barcode
  productName
  variantName
  product {
    thumbnailUrl
  }
}` as Document<ParcelToReceiveQuery, ParcelToReceiveQueryVariables>;

export const receiveReturn = `mutation ReceiveReturn($id: UUID!, $lines: [ReceivedLineInput]) {
  receiveReturn(input: { returnId: $id, lines: $lines }) {
    return {
      id
    }
  }
}` as Document<ReceiveReturnMutation, ReceiveReturnMutationVariables>;

export const receiveParcel = `mutation ReceiveParcel($id: UUID!, $lines: [ReceivedLineInput]) {
  receiveParcel(input: { parcelId: $id, lines: $lines }) {
    parcel {
      status
    }
  }
}` as Document<ReceiveParcelMutation, ReceiveParcelMutationVariables>;
