// Made of goods.graphql: npm run codegen -- desk
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

export type GoodsFragment = { id: string, storeId: string, sku: string, barcode: string | null, name: string, product: { id: string, name: string, thumbnailUrl: string | null } | null };

export type FindGoodsQueryVariables = Exact<{
  text: string;
  storeId?: string | null | undefined;
  exact: VariantFilter;
}>;


export type FindGoodsQuery = { exact: { nodes: Array<{ id: string, storeId: string, sku: string, barcode: string | null, name: string, product: { id: string, name: string, thumbnailUrl: string | null } | null }> } | null, searchProducts: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ variants: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, storeId: string, sku: string, barcode: string | null, name: string, product: { id: string, name: string, thumbnailUrl: string | null } | null }> } }> } | null };

export type LocationsQueryVariables = Exact<{
  locationsAfter?: string | null | undefined;
}>;


export type LocationsQuery = { locations: { nodes: Array<{ id: string, name: string, isDefault: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export const findGoods = `query FindGoods($text: String!, $storeId: UUID, $exact: VariantFilter!) {
  exact: variants(first: 10, filter: $exact) {
    nodes {
      ...Goods
    }
  }
  searchProducts(search: $text, storeId: $storeId, first: 10) {
    pageInfo {
      hasNextPage
    }
    nodes {
      variants(first: 20) {
        pageInfo {
          hasNextPage
        }
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

export const locations = `query Locations($locationsAfter: Cursor) {
  locations(first: 100, orderBy: [NAME_ASC], filter: { status: { equalTo: active } }, after: $locationsAfter) {
    nodes {
      id
      name
      isDefault
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<LocationsQuery, LocationsQueryVariables>;
