// Made of returns.graphql: RECORD_DESK=1 npm test -- test/staff/desk_documents.test.ts
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

/** The words of returns: status. */
export type ReturnStatus =
  | 'requested'
  | 'received'
  | 'cancelled';

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


export type ReturnsExpectedQuery = { list: { nodes: Array<{ id: string, number: string, reason: string | null, createdAt: string, order: { number: string, customer: { fullName: string } | null } | null }> } | null };

export type ParcelsBackQueryVariables = Exact<{
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ParcelsBackQuery = { list: { nodes: Array<{ id: string, status: ParcelStatus, trackingCode: string | null, daysOut: number | null, courier: { name: string } | null, order: { number: string, customer: { fullName: string } | null } | null }> } | null };

export type ReturnCountsQueryVariables = Exact<{
  storeId?: string | null | undefined;
}>;


export type ReturnCountsQuery = { workCounts: { returnsRequested: number | null, parcelsComingBack: number | null } | null };

export type FindComingQueryVariables = Exact<{
  code: string;
}>;


export type FindComingQuery = { parcels: { nodes: Array<{ id: string, status: ParcelStatus }> } | null, returns: { nodes: Array<{ id: string }> } | null, searchOrders: { nodes: Array<{ possibleMoves: Array<{ mutation: string | null, allowed: boolean | null, parcelId: string | null, returnId: string | null }> | null }> } | null };

export type MovesFragment = { id: string, storeId: string, number: string, customer: { fullName: string } | null, possibleMoves: Array<{ mutation: string | null, allowed: boolean | null, reason: string | null, parcelId: string | null, returnId: string | null }> | null };

export type ItemFragment = { id: string, sku: string, barcode: string | null, productName: string, variantName: string, product: { thumbnailUrl: string | null } | null };

export type ReturnToReceiveQueryVariables = Exact<{
  id: string;
}>;


export type ReturnToReceiveQuery = { return: { number: string, status: ReturnStatus, reason: string | null, createdAt: string, order: { id: string, storeId: string, number: string, customer: { fullName: string } | null, possibleMoves: Array<{ mutation: string | null, allowed: boolean | null, reason: string | null, parcelId: string | null, returnId: string | null }> | null } | null, returnLines: { nodes: Array<{ quantity: number, sellableQuantity: number, damagedQuantity: number, orderItem: { id: string, sku: string, barcode: string | null, productName: string, variantName: string, product: { thumbnailUrl: string | null } | null } | null }> } } | null };

export type ParcelToReceiveQueryVariables = Exact<{
  id: string;
}>;


export type ParcelToReceiveQuery = { parcel: { status: ParcelStatus, trackingCode: string | null, daysOut: number | null, courier: { name: string } | null, order: { id: string, storeId: string, number: string, orderItems: { nodes: Array<{ outstanding: number | null, id: string, sku: string, barcode: string | null, productName: string, variantName: string, product: { thumbnailUrl: string | null } | null }> }, customer: { fullName: string } | null, possibleMoves: Array<{ mutation: string | null, allowed: boolean | null, reason: string | null, parcelId: string | null, returnId: string | null }> | null } | null } | null };

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

export const findComing = `query FindComing($code: String!) {
  parcels(first: 5, filter: { trackingCode: { equalTo: $code } }) {
    nodes {
      id
      status
    }
  }
  returns(first: 5, filter: { number: { equalTo: $code } }) {
    nodes {
      id
    }
  }
  searchOrders(search: $code, first: 2) {
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

export const returnToReceive = `query ReturnToReceive($id: UUID!) {
  return(id: $id) {
    number
    status
    reason
    createdAt
    order {
      ...Moves
    }
    returnLines(first: 100) {
      nodes {
        quantity
        sellableQuantity
        damagedQuantity
        orderItem {
          ...Item
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
}` as Document<ReturnToReceiveQuery, ReturnToReceiveQueryVariables>;

export const parcelToReceive = `query ParcelToReceive($id: UUID!) {
  parcel(id: $id) {
    status
    trackingCode
    daysOut
    courier {
      name
    }
    order {
      ...Moves
      orderItems(first: 100, orderBy: [LINE_ASC]) {
        nodes {
          ...Item
          outstanding
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
