// Made of levels.graphql: npm run codegen -- desk
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

/** The words of variants: status. */
export type VariantStatus =
  | 'active'
  | 'inactive';

/** A filter to be used against BigFloat fields. All fields are combined with a logical ‘and.’ */
export type BigFloatFilter = {
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

/** A filter to be used against `Variant` object types. All fields are combined with a logical ‘and.’ */
export type VariantFilter = {
  /** Filter by the object’s `id` field. */
  id?: UuidFilter | null | undefined;
  /** Filter by the object’s `storeId` field. */
  storeId?: UuidFilter | null | undefined;
  /** Filter by the object’s `productId` field. */
  productId?: UuidFilter | null | undefined;
  /** Filter by the object’s `sku` field. */
  sku?: StringFilter | null | undefined;
  /** Filter by the object’s `barcode` field. */
  barcode?: StringFilter | null | undefined;
  /** Filter by the object’s `name` field. */
  name?: StringFilter | null | undefined;
  /** Filter by the object’s `price` field. */
  price?: MoneyFilter | null | undefined;
  /** Filter by the object’s `discountPrice` field. */
  discountPrice?: MoneyFilter | null | undefined;
  /** Filter by the object’s `weight` field. */
  weight?: BigFloatFilter | null | undefined;
  /** Filter by the object’s `lowStockThreshold` field. */
  lowStockThreshold?: IntFilter | null | undefined;
  /** Filter by the object’s `status` field. */
  status?: VariantStatusFilter | null | undefined;
  /** Filter by the object’s `imageId` field. */
  imageId?: UuidFilter | null | undefined;
  /** Filter by the object’s `position` field. */
  position?: IntFilter | null | undefined;
  /** Filter by the object’s `createdAt` field. */
  createdAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `updatedAt` field. */
  updatedAt?: DatetimeFilter | null | undefined;
  /** Checks for all expressions in this list. */
  and?: Array<VariantFilter> | null | undefined;
  /** Checks for any expressions in this list. */
  or?: Array<VariantFilter> | null | undefined;
  /** Negates the expression. */
  not?: VariantFilter | null | undefined;
};

/** A filter to be used against VariantStatus fields. All fields are combined with a logical ‘and.’ */
export type VariantStatusFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: VariantStatus | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: VariantStatus | null | undefined;
  /** Included in the specified list. */
  in?: Array<VariantStatus> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<VariantStatus> | null | undefined;
  /** Less than the specified value. */
  lessThan?: VariantStatus | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: VariantStatus | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: VariantStatus | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: VariantStatus | null | undefined;
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
  storeId?: string | null | undefined;
  exact: VariantFilter;
  filter?: InventoryLevelFilter | null | undefined;
  inventoryLevelsAfter?: string | null | undefined;
}>;


export type LevelsOfQuery = { exact: { nodes: Array<{ id: string, storeId: string, sku: string, name: string, daysLeft: number | null, available: string | null, lowStockThreshold: number, inventoryLevels: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, onHand: number, reserved: number, location: { name: string } | null }> }, product: { name: string, thumbnailUrl: string | null } | null }> } | null, searchProducts: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ variants: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, storeId: string, sku: string, name: string, daysLeft: number | null, available: string | null, lowStockThreshold: number, inventoryLevels: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, onHand: number, reserved: number, location: { name: string } | null }> }, product: { name: string, thumbnailUrl: string | null } | null }> } }> } | null };

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

export const levelsOf = `query LevelsOf(
  $search: String!
  $storeId: UUID
  $exact: VariantFilter!
  $filter: InventoryLevelFilter
  $inventoryLevelsAfter: Cursor
) {
  exact: variants(first: 10, filter: $exact) {
    nodes {
      ...Shown
      inventoryLevels(first: 50, filter: $filter, after: $inventoryLevelsAfter) {
        pageInfo {
          hasNextPage
          endCursor
        }
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
  searchProducts(search: $search, storeId: $storeId, first: 20) {
    pageInfo {
      hasNextPage
    }
    nodes {
      variants(first: 20) {
        pageInfo {
          hasNextPage
        }
        nodes {
          ...Shown
          inventoryLevels(first: 50, filter: $filter, after: $inventoryLevelsAfter) {
            pageInfo {
              hasNextPage
              endCursor
            }
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
