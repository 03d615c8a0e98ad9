// Made of goods.graphql: RECORD_DESK=1 npm test -- test/staff/desk_documents.test.ts
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type GoodsFragment = { id: string, storeId: string, sku: string, barcode: string | null, name: string, product: { id: string, name: string, thumbnailUrl: string | null } | null };

export type FindGoodsQueryVariables = Exact<{
  text: string;
}>;


export type FindGoodsQuery = { exact: { nodes: Array<{ id: string, storeId: string, sku: string, barcode: string | null, name: string, product: { id: string, name: string, thumbnailUrl: string | null } | null }> } | null, searchProducts: { nodes: Array<{ variants: { nodes: Array<{ id: string, storeId: string, sku: string, barcode: string | null, name: string, product: { id: string, name: string, thumbnailUrl: string | null } | null }> } }> } | null };

export type LocationsQueryVariables = Exact<{ [key: string]: never; }>;


export type LocationsQuery = { locations: { nodes: Array<{ id: string, name: string, isDefault: boolean }> } | null };

export const findGoods = `query FindGoods($text: String!) {
  exact: variants(first: 10, filter: { or: [{ sku: { equalTo: $text } }, { barcode: { equalTo: $text } }] }) {
    nodes {
      ...Goods
    }
  }
  searchProducts(search: $text, first: 10) {
    nodes {
      variants(first: 20) {
        nodes {
          ...Goods
        }
      }
    }
  }
}
fragment Goods on Variant {
  id
  storeId
  sku
  barcode
  name
  product {
    id
    name
    thumbnailUrl
  }
}` as Document<FindGoodsQuery, FindGoodsQueryVariables>;

export const locations = `query Locations {
  locations(first: 100, orderBy: [NAME_ASC], filter: { status: { equalTo: active } }) {
    nodes {
      id
      name
      isDefault
    }
  }
}` as Document<LocationsQuery, LocationsQueryVariables>;
