// Made of enter.graphql: npm run codegen -- desk
import type { Document } from './client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of staff: role. */
export type StaffRoleName =
  | 'owner'
  | 'agent';

/** The words of staff: permissions. */
export type StaffPermission =
  | 'developer_manage'
  | 'orders_manage'
  | 'catalog_manage'
  | 'inventory_manage'
  | 'payments_manage'
  | 'staff_manage'
  | 'settings_manage'
  | 'costs_read'
  | 'customers_read'
  | 'activity_read';

/** The words of stores: symbol position. */
export type StoreSymbolPosition =
  | 'before'
  | 'after';

export type EnterQueryVariables = Exact<{
  storesAfter?: string | null | undefined;
}>;


export type EnterQuery = { viewer: { id: string | null, fullName: string | null, email: string | null, role: StaffRoleName | null, companyName: string | null, permissions: Array<StaffPermission> | null, mustChangePassword: boolean | null } | null, twoFactor: { mustSetUp: boolean | null } | null, stores: { nodes: Array<{ id: string, name: string, slug: string, timezone: string, currencySymbol: string, symbolPosition: StoreSymbolPosition, isTest: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type WaitingQueryVariables = Exact<{
  storeId?: string | null | undefined;
}>;


export type WaitingQuery = { workCounts: { ordersToday: number | null, myOrders: number | null, newOrders: number | null, callBacksDue: number | null, onHold: number | null, toPack: number | null, toBook: number | null, toHandOver: number | null, withCouriers: number | null, parcelsComingBack: number | null, returnsRequested: number | null, refundsOwed: number | null, heldParcels: number | null, aboutToLapse: number | null, lowStock: number | null, withoutPrice: number | null, withoutPicture: number | null, failingWebhooks: number | null } | null };

export const enter = `query Enter($storesAfter: Cursor) {
  viewer {
    id
    fullName
    email
    role
    companyName
    permissions
    mustChangePassword
  }
  twoFactor {
    mustSetUp
  }
  stores(first: 100, orderBy: [NAME_ASC], after: $storesAfter) {
    nodes {
      id
      name
      slug
      timezone
      currencySymbol
      symbolPosition
      isTest
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<EnterQuery, EnterQueryVariables>;

export const waiting = `query Waiting($storeId: UUID) {
  workCounts(storeId: $storeId) {
    ordersToday
    myOrders
    newOrders
    callBacksDue
    onHold
    toPack
    toBook
    toHandOver
    withCouriers
    parcelsComingBack
    returnsRequested
    refundsOwed
    heldParcels
    aboutToLapse
    lowStock
    withoutPrice
    withoutPicture
    failingWebhooks
  }
}` as Document<WaitingQuery, WaitingQueryVariables>;
