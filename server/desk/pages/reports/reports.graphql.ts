// Made of reports.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type FiguresFragment = { from: string | null, to: string | null, orders: number | null, grossSales: string | null, netSales: string | null, netRevenue: string | null, averageOrderValue: string | null, moneyReceived: string | null };

export type SalesQueryVariables = Exact<{
  storeId: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type SalesQuery = { store: { salesSummary: { from: string | null, to: string | null, orders: number | null, grossSales: string | null, netSales: string | null, netRevenue: string | null, averageOrderValue: string | null, moneyReceived: string | null } | null, salesDays: Array<{ day: string | null, orders: number | null, netSales: string | null }> | null } | null };

export type PreviousSalesQueryVariables = Exact<{
  storeId: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type PreviousSalesQuery = { store: { previousSales: { from: string | null, to: string | null, orders: number | null, grossSales: string | null, netSales: string | null, netRevenue: string | null, averageOrderValue: string | null, moneyReceived: string | null } | null } | null };

export type TopProductsQueryVariables = Exact<{
  storeId: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type TopProductsQuery = { store: { topProducts: { nodes: Array<{ rank: number | null, variantId: string | null, productName: string | null, variantName: string | null, sku: string | null, unitsSold: number | null, unitsReturned: number | null, revenue: string | null }> } } | null };

export type CashQueryVariables = Exact<{
  storeId: string;
  courierWorkAfter?: string | null | undefined;
}>;


export type CashQuery = { overview: { notShipped: { orders: number | null, amount: string | null } | null, withCourier: { orders: number | null, amount: string | null } | null, deliveredUnpaid: { orders: number | null, amount: string | null } | null } | null, courierWork: { nodes: Array<{ courierId: string | null, name: string | null, heldParcels: number | null, heldAmount: string | null, heldSince: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type StockValueQueryVariables = Exact<{
  storeId: string;
  stockValueAfter?: string | null | undefined;
}>;


export type StockValueQuery = { store: { stockValue: { nodes: Array<{ locationId: string | null, location: string | null, variants: number | null, units: string | null, value: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export const sales = `query Sales($storeId: UUID!, $from: Date, $to: Date) {
  store(id: $storeId) {
    salesSummary(from: $from, to: $to) {
      ...Figures
    }
    salesDays(from: $from, to: $to) {
      day
      orders
      netSales
    }
  }
}
fragment Figures on SalesSummary {
  from
  to
  orders
  grossSales
  netSales
  netRevenue
  averageOrderValue
  moneyReceived
}` as Document<SalesQuery, SalesQueryVariables>;

export const previousSales = `query PreviousSales($storeId: UUID!, $from: Date, $to: Date) {
  store(id: $storeId) {
    previousSales(from: $from, to: $to) {
      ...Figures
    }
  }
}
fragment Figures on SalesSummary {
  from
  to
  orders
  grossSales
  netSales
  netRevenue
  averageOrderValue
  moneyReceived
}` as Document<PreviousSalesQuery, PreviousSalesQueryVariables>;

export const topProducts = `query TopProducts($storeId: UUID!, $from: Date, $to: Date) {
  store(id: $storeId) {
    topProducts(from: $from, to: $to, limit: 20, first: 20) {
      nodes {
        rank
        variantId
        productName
        variantName
        sku
        unitsSold
        unitsReturned
        revenue
      }
    }
  }
}` as Document<TopProductsQuery, TopProductsQueryVariables>;

export const cash = `query Cash($storeId: UUID!, $courierWorkAfter: Cursor) {
  overview(storeId: $storeId) {
    notShipped {
      orders
      amount
    }
    withCourier {
      orders
      amount
    }
    deliveredUnpaid {
      orders
      amount
    }
  }
  courierWork(storeId: $storeId, first: 100, after: $courierWorkAfter) {
    nodes {
      courierId
      name
      heldParcels
      heldAmount
      heldSince
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<CashQuery, CashQueryVariables>;

export const stockValue = `query StockValue($storeId: UUID!, $stockValueAfter: Cursor) {
  store(id: $storeId) {
    stockValue(first: 100, after: $stockValueAfter) {
      nodes {
        locationId
        location
        variants
        units
        value
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}` as Document<StockValueQuery, StockValueQueryVariables>;
