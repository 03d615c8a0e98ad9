// Made of levels.graphql: RECORD_DESK=1 npm test -- test/staff/desk_documents.test.ts
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

/** A filter to be used against Int fields. All fields are combined with a logical ‘and.’ */
export type IntFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: number | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: number | null | undefined;
  /** Included in the specified list. */
  in?: Array<number> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<number> | null | undefined;
  /** Less than the specified value. */
  lessThan?: number | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: number | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: number | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: number | null | undefined;
};

/** A filter to be used against `InventoryLevel` object types. All fields are combined with a logical ‘and.’ */
export type InventoryLevelFilter = {
  /** Filter by the object’s `id` field. */
  id?: UuidFilter | null | undefined;
  /** Filter by the object’s `storeId` field. */
  storeId?: UuidFilter | null | undefined;
  /** Filter by the object’s `locationId` field. */
  locationId?: UuidFilter | null | undefined;
  /** Filter by the object’s `variantId` field. */
  variantId?: UuidFilter | null | undefined;
  /** Filter by the object’s `onHand` field. */
  onHand?: IntFilter | null | undefined;
  /** Filter by the object’s `reserved` field. */
  reserved?: IntFilter | null | undefined;
  /** Filter by the object’s `createdAt` field. */
  createdAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `updatedAt` field. */
  updatedAt?: DatetimeFilter | null | undefined;
  /** Checks for all expressions in this list. */
  and?: Array<InventoryLevelFilter> | null | undefined;
  /** Checks for any expressions in this list. */
  or?: Array<InventoryLevelFilter> | null | undefined;
  /** Negates the expression. */
  not?: InventoryLevelFilter | null | undefined;
};

export type ShownFragment = { id: string, storeId: string, sku: string, name: string, daysLeft: number | null, available: string | null, lowStockThreshold: number, product: { name: string, thumbnailUrl: string | null } | null };

export type StockLevelsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter?: InventoryLevelFilter | null | undefined;
}>;


export type StockLevelsQuery = { levels: { nodes: Array<{ id: string, onHand: number, reserved: number, location: { name: string } | null, variant: { id: string, storeId: string, sku: string, name: string, daysLeft: number | null, available: string | null, lowStockThreshold: number, product: { name: string, thumbnailUrl: string | null } | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type LowLevelsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  storeId?: string | null | undefined;
  filter?: InventoryLevelFilter | null | undefined;
}>;


export type LowLevelsQuery = { levels: { nodes: Array<{ id: string, onHand: number, reserved: number, location: { name: string } | null, variant: { id: string, storeId: string, sku: string, name: string, daysLeft: number | null, available: string | null, lowStockThreshold: number, product: { name: string, thumbnailUrl: string | null } | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type LevelsOfQueryVariables = Exact<{
  search: string;
  filter?: InventoryLevelFilter | null | undefined;
}>;


export type LevelsOfQuery = { exact: { nodes: Array<{ id: string, storeId: string, sku: string, name: string, daysLeft: number | null, available: string | null, lowStockThreshold: number, inventoryLevels: { nodes: Array<{ id: string, onHand: number, reserved: number, location: { name: string } | null }> }, product: { name: string, thumbnailUrl: string | null } | null }> } | null, searchProducts: { nodes: Array<{ variants: { nodes: Array<{ id: string, storeId: string, sku: string, name: string, daysLeft: number | null, available: string | null, lowStockThreshold: number, inventoryLevels: { nodes: Array<{ id: string, onHand: number, reserved: number, location: { name: string } | null }> }, product: { name: string, thumbnailUrl: string | null } | null }> } }> } | null };

export const stockLevels = `query StockLevels($first: Int!, $after: Cursor, $filter: InventoryLevelFilter) {
  levels: inventoryLevels(first: $first, after: $after, filter: $filter) {
    nodes {
      id
      onHand
      reserved
      location {
        name
      }
      variant {
        ...Shown
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment Shown on Variant {
  id
  storeId
  sku
  name
  daysLeft
  available
  lowStockThreshold
  product {
    name
    thumbnailUrl
  }
}` as Document<StockLevelsQuery, StockLevelsQueryVariables>;

export const lowLevels = `query LowLevels($first: Int!, $after: Cursor, $storeId: UUID, $filter: InventoryLevelFilter) {
  levels: lowStock(first: $first, after: $after, storeId: $storeId, filter: $filter) {
    nodes {
      id
      onHand
      reserved
      location {
        name
      }
      variant {
        ...Shown
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment Shown on Variant {
  id
  storeId
  sku
  name
  daysLeft
  available
  lowStockThreshold
  product {
    name
    thumbnailUrl
  }
}` as Document<LowLevelsQuery, LowLevelsQueryVariables>;

export const levelsOf = `query LevelsOf($search: String!, $filter: InventoryLevelFilter) {
  exact: variants(first: 10, filter: { barcode: { equalTo: $search } }) {
    nodes {
      ...Shown
      inventoryLevels(first: 10, filter: $filter) {
        nodes {
          id
          onHand
          reserved
          location {
            name
          }
        }
      }
    }
  }
  searchProducts(search: $search, first: 20) {
    nodes {
      variants(first: 20) {
        nodes {
          ...Shown
          inventoryLevels(first: 10, filter: $filter) {
            nodes {
              id
              onHand
              reserved
              location {
                name
              }
            }
          }
        }
      }
    }
  }
}
fragment Shown on Variant {
  id
  storeId
  sku
  name
  daysLeft
  available
  lowStockThreshold
  product {
    name
    thumbnailUrl
  }
}` as Document<LevelsOfQuery, LevelsOfQueryVariables>;
