// Made of packing.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of order counts: status. */
export type OrderStatusName =
  | 'pending'
  | 'follow_up'
  | 'confirmed'
  | 'processing'
  | 'ready_to_ship'
  | 'in_transit'
  | 'delivered'
  | 'returned'
  | 'failed_delivery'
  | 'cancelled'
  | 'hold'
  | 'spam';

/** The words of parcels: status. */
export type ParcelStatus =
  | 'booked'
  | 'picked_up'
  | 'delivered'
  | 'delivery_failed'
  | 'return_requested'
  | 'received'
  | 'cancelled';

export type OrdersToPackQueryVariables = Exact<{
  stage: string;
  storeId?: string | null | undefined;
  startingAfter?: string | null | undefined;
}>;


export type OrdersToPackQuery = { ordersAtStage: { nodes: Array<{ id: string, number: string, status: OrderStatusName, createdAt: string, dueAmount: string, storeId: string, customer: { fullName: string } | null, parcels: { nodes: Array<{ status: ParcelStatus, courier: { name: string } | null }> } }>, pageInfo: { hasNextPage: boolean } } | null };

export type FindScannedOrderQueryVariables = Exact<{
  code: string;
  storeId?: string | null | undefined;
}>;


export type FindScannedOrderQuery = { searchOrders: { nodes: Array<{ id: string, number: string, parcels: { nodes: Array<{ trackingCode: string | null }> } }> } | null };

export type OrderToPackQueryVariables = Exact<{
  id: string;
  couriersAfter?: string | null | undefined;
}>;


export type OrderToPackQuery = { order: { id: string, number: string, status: OrderStatusName, note: string | null, dueAmount: string, storeId: string, shippingAddress: unknown, customer: { fullName: string } | null, orderItems: { nodes: Array<{ id: string, sku: string, barcode: string | null, productName: string, variantName: string, quantity: number, product: { thumbnailUrl: string | null } | null }> }, moreItems: { nodes: Array<{ id: string, sku: string, barcode: string | null, productName: string, variantName: string, quantity: number, product: { thumbnailUrl: string | null } | null }> }, possibleMoves: Array<{ mutation: string | null, toStatus: OrderStatusName | null, allowed: boolean | null, reason: string | null }> | null, parcels: { nodes: Array<{ id: string, status: ParcelStatus, trackingCode: string | null, codAmount: string, courier: { name: string } | null }> } } | null, couriers: { nodes: Array<{ id: string, name: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type PackedStatusMutationVariables = Exact<{
  orderId: string;
  status: OrderStatusName;
}>;


export type PackedStatusMutation = { changeOrderStatus: { order: { status: OrderStatusName } | null } | null };

export type BookPackedMutationVariables = Exact<{
  orderId: string;
  courierId?: string | null | undefined;
  trackingCode?: string | null | undefined;
}>;


export type BookPackedMutation = { bookParcel: { parcel: { id: string, status: ParcelStatus } | null } | null };

export type PackedItemFragment = { id: string, sku: string, barcode: string | null, productName: string, variantName: string, quantity: number, product: { thumbnailUrl: string | null } | null };

export const ordersToPack = `query OrdersToPack($stage: String!, $storeId: UUID, $startingAfter: UUID) {
  ordersAtStage(stage: $stage, storeId: $storeId, startingAfter: $startingAfter, oldestFirst: true, first: 50) {
    nodes {
      id
      number
      status
      createdAt
      dueAmount
      storeId
      customer {
        fullName
      }
      parcels(first: 1, orderBy: [CREATED_AT_DESC]) {
        nodes {
          status
          courier {
            name
          }
        }
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}` as Document<OrdersToPackQuery, OrdersToPackQueryVariables>;

export const findScannedOrder = `query FindScannedOrder($code: String!, $storeId: UUID) {
  searchOrders(search: $code, storeId: $storeId, first: 3) {
    nodes {
      id
      number
      parcels(first: 5, orderBy: [CREATED_AT_DESC]) {
        nodes {
          trackingCode
        }
      }
    }
  }
}` as Document<FindScannedOrderQuery, FindScannedOrderQueryVariables>;

export const orderToPack = `query OrderToPack($id: UUID!, $couriersAfter: Cursor) {
  order(id: $id) {
    id
    number
    status
    note
    dueAmount
    storeId
    shippingAddress
    customer {
      fullName
    }
    orderItems(first: 100, orderBy: [LINE_ASC]) {
      nodes {
        ...PackedItem
      }
    }
    # A page has 100 rows at most, an order 200 lines.
    moreItems: orderItems(first: 100, offset: 100, orderBy: [LINE_ASC]) {
      nodes {
        ...PackedItem
      }
    }
    possibleMoves {
      mutation
      toStatus
      allowed
      reason
    }
    parcels(first: 1, orderBy: [CREATED_AT_DESC]) {
      nodes {
        id
        status
        trackingCode
        codAmount
        courier {
          name
        }
      }
    }
  }
  couriers(first: 100, filter: { status: { equalTo: active } }, orderBy: [NAME_ASC], after: $couriersAfter) {
    nodes {
      id
      name
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment PackedItem on OrderItem {
  id
  sku
  barcode
  productName
  variantName
  quantity
  product {
    thumbnailUrl
  }
}` as Document<OrderToPackQuery, OrderToPackQueryVariables>;

export const packedStatus = `mutation PackedStatus($orderId: UUID!, $status: OrderStatusName!) {
  changeOrderStatus(input: { orderId: $orderId, status: $status }) {
    order {
      status
    }
  }
}` as Document<PackedStatusMutation, PackedStatusMutationVariables>;

export const bookPacked = `mutation BookPacked($orderId: UUID!, $courierId: UUID, $trackingCode: String) {
  bookParcel(input: { orderId: $orderId, courierId: $courierId, trackingCode: $trackingCode }) {
    parcel {
      id
      status
    }
  }
}` as Document<BookPackedMutation, BookPackedMutationVariables>;
