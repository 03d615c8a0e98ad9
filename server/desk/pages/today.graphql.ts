// Made of today.graphql: npm run codegen -- desk
import type { Document } from '../client.ts';

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

export type OverviewQueryVariables = Exact<{
  storeId?: string | null | undefined;
  courierWorkAfter?: string | null | undefined;
}>;


export type OverviewQuery = { overview: { notShipped: { orders: number | null, amount: string | null } | null, withCourier: { orders: number | null, amount: string | null } | null, ordersByStatus: Array<{ status: OrderStatusName | null, orders: number | null, amount: string | null }> | null, sales: Array<{ day: string | null, orders: number | null, netSales: string | null }> | null } | null, courierWork: { nodes: Array<{ heldParcels: number | null, heldAmount: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export const overview = `query Overview($storeId: UUID, $courierWorkAfter: Cursor) {
  overview(storeId: $storeId) {
    notShipped {
      orders
      amount
    }
    withCourier {
      orders
      amount
    }
    ordersByStatus {
      status
      orders
      amount
    }
    sales {
      day
      orders
      netSales
    }
  }
  courierWork(storeId: $storeId, first: 100, after: $courierWorkAfter) {
    nodes {
      heldParcels
      heldAmount
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<OverviewQuery, OverviewQueryVariables>;
