// Made of print.graphql: npm run codegen -- desk
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

/** The words of stores: symbol position. */
export type StoreSymbolPosition =
  | 'before'
  | 'after';

export type PrintedOrdersQueryVariables = Exact<{
  ids: Array<string> | string;
  ordersAfter?: string | null | undefined;
}>;


export type PrintedOrdersQuery = { orders: { nodes: Array<{ id: string, number: string, createdAt: string, status: OrderStatusName, subtotal: string, discountAmount: string, shippingCharge: string, taxAmount: string, totalAmount: string, paidAmount: string, dueAmount: string, shippingAddress: unknown, note: string | null, storeId: string, customer: { fullName: string, phone: string | null } | null, store: { name: string, isTest: boolean, contactPhone: string | null, contactAddress: string | null, currencySymbol: string, symbolPosition: StoreSymbolPosition } | null, orderItems: { nodes: Array<{ id: string, sku: string, productName: string, variantName: string, quantity: number, unitPrice: string, discountPrice: string | null, lineTotal: string }> }, moreItems: { nodes: Array<{ id: string, sku: string, productName: string, variantName: string, quantity: number, unitPrice: string, discountPrice: string | null, lineTotal: string }> }, parcels: { nodes: Array<{ id: string, trackingCode: string | null, codAmount: string, courier: { name: string } | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type PrintedItemFragment = { id: string, sku: string, productName: string, variantName: string, quantity: number, unitPrice: string, discountPrice: string | null, lineTotal: string };

export type CashToCollectQueryVariables = Exact<{
  parcelIds: Array<string> | string;
}>;


export type CashToCollectQuery = { cashToCollect: string | null };

export const printedOrders = `query PrintedOrders($ids: [UUID!]!, $ordersAfter: Cursor) {
  orders(first: 100, filter: { id: { in: $ids } }, after: $ordersAfter) {
    nodes {
      id
      number
      createdAt
      status
      subtotal
      discountAmount
      shippingCharge
      taxAmount
      totalAmount
      paidAmount
      dueAmount
      shippingAddress
      note
      storeId
      customer {
        fullName
        phone
      }
      store {
        name
        isTest
        contactPhone
        contactAddress
        currencySymbol
        symbolPosition
      }
      orderItems(first: 100, orderBy: [LINE_ASC]) {
        nodes {
          ...PrintedItem
        }
      }
      # A page has 100 rows at most, an order 200 lines.
      moreItems: orderItems(first: 100, offset: 100, orderBy: [LINE_ASC]) {
        nodes {
          ...PrintedItem
        }
      }
      parcels(first: 1, orderBy: [CREATED_AT_DESC]) {
        nodes {
          id
          trackingCode
          codAmount
          courier {
            name
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment PrintedItem on OrderItem {
  id
  sku
  productName
  variantName
  quantity
  unitPrice
  discountPrice
  lineTotal
}` as Document<PrintedOrdersQuery, PrintedOrdersQueryVariables>;

export const cashToCollect = `query CashToCollect($parcelIds: [UUID!]!) {
  cashToCollect(parcelIds: $parcelIds)
}` as Document<CashToCollectQuery, CashToCollectQueryVariables>;
