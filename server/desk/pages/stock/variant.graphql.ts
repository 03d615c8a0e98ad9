// Made of variant.graphql: npm run codegen -- desk
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

/** A filter to be used against BigInt fields. All fields are combined with a logical ‘and.’ */
export type BigIntFilter = {
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

/** The words of stock movements: type. */
export type StockMovementType =
  | 'purchase'
  | 'return'
  | 'adjustment'
  | 'damage'
  | 'reservation'
  | 'release'
  | 'sale'
  | 'return_receipt';

/** The words of stock movements: reference type. */
export type StockMovementReferenceType =
  | 'order'
  | 'adjustment'
  | 'return';

/** The words of stock movements: actor type. */
export type StockMovementActorType =
  | 'api_key'
  | 'staff'
  | 'system';

/** A filter to be used against `StockMovement` object types. All fields are combined with a logical ‘and.’ */
export type StockMovementFilter = {
  /** Filter by the object’s `id` field. */
  id?: UuidFilter | null | undefined;
  /** Filter by the object’s `storeId` field. */
  storeId?: UuidFilter | null | undefined;
  /** Filter by the object’s `locationId` field. */
  locationId?: UuidFilter | null | undefined;
  /** Filter by the object’s `variantId` field. */
  variantId?: UuidFilter | null | undefined;
  /** Filter by the object’s `sku` field. */
  sku?: StringFilter | null | undefined;
  /** Filter by the object’s `sequence` field. */
  sequence?: BigIntFilter | null | undefined;
  /** Filter by the object’s `type` field. */
  type?: StockMovementTypeFilter | null | undefined;
  /** Filter by the object’s `quantityChange` field. */
  quantityChange?: IntFilter | null | undefined;
  /** Filter by the object’s `reservedChange` field. */
  reservedChange?: IntFilter | null | undefined;
  /** Filter by the object’s `onHandAfter` field. */
  onHandAfter?: IntFilter | null | undefined;
  /** Filter by the object’s `reservedAfter` field. */
  reservedAfter?: IntFilter | null | undefined;
  /** Filter by the object’s `reason` field. */
  reason?: StringFilter | null | undefined;
  /** Filter by the object’s `referenceType` field. */
  referenceType?: StockMovementReferenceTypeFilter | null | undefined;
  /** Filter by the object’s `referenceId` field. */
  referenceId?: UuidFilter | null | undefined;
  /** Filter by the object’s `referenceNumber` field. */
  referenceNumber?: StringFilter | null | undefined;
  /** Filter by the object’s `unitCost` field. */
  unitCost?: BigFloatFilter | null | undefined;
  /** Filter by the object’s `averageCostAfter` field. */
  averageCostAfter?: BigFloatFilter | null | undefined;
  /** Filter by the object’s `actorType` field. */
  actorType?: StockMovementActorTypeFilter | null | undefined;
  /** Filter by the object’s `actorId` field. */
  actorId?: UuidFilter | null | undefined;
  /** Filter by the object’s `actorName` field. */
  actorName?: StringFilter | null | undefined;
  /** Filter by the object’s `requestId` field. */
  requestId?: StringFilter | null | undefined;
  /** Filter by the object’s `createdAt` field. */
  createdAt?: DatetimeFilter | null | undefined;
  /** Checks for all expressions in this list. */
  and?: Array<StockMovementFilter> | null | undefined;
  /** Checks for any expressions in this list. */
  or?: Array<StockMovementFilter> | null | undefined;
  /** Negates the expression. */
  not?: StockMovementFilter | null | undefined;
};

/** A filter to be used against StockMovementType fields. All fields are combined with a logical ‘and.’ */
export type StockMovementTypeFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: StockMovementType | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: StockMovementType | null | undefined;
  /** Included in the specified list. */
  in?: Array<StockMovementType> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<StockMovementType> | null | undefined;
  /** Less than the specified value. */
  lessThan?: StockMovementType | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: StockMovementType | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: StockMovementType | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: StockMovementType | null | undefined;
};

/** A filter to be used against StockMovementReferenceType fields. All fields are combined with a logical ‘and.’ */
export type StockMovementReferenceTypeFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: StockMovementReferenceType | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: StockMovementReferenceType | null | undefined;
  /** Included in the specified list. */
  in?: Array<StockMovementReferenceType> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<StockMovementReferenceType> | null | undefined;
  /** Less than the specified value. */
  lessThan?: StockMovementReferenceType | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: StockMovementReferenceType | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: StockMovementReferenceType | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: StockMovementReferenceType | null | undefined;
};

/** A filter to be used against StockMovementActorType fields. All fields are combined with a logical ‘and.’ */
export type StockMovementActorTypeFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: StockMovementActorType | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: StockMovementActorType | null | undefined;
  /** Included in the specified list. */
  in?: Array<StockMovementActorType> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<StockMovementActorType> | null | undefined;
  /** Less than the specified value. */
  lessThan?: StockMovementActorType | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: StockMovementActorType | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: StockMovementActorType | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: StockMovementActorType | null | undefined;
};

export type VariantStockQueryVariables = Exact<{
  id: string;
  inventoryLevelsAfter?: string | null | undefined;
}>;


export type VariantStockQuery = { variant: { id: string, storeId: string, sku: string, barcode: string | null, name: string, price: string, daysLeft: number | null, available: string | null, soldLast30Days: string | null, lowStockThreshold: number, product: { name: string, thumbnailUrl: string | null } | null, variantCost: { averageCost: string } | null, inventoryLevels: { nodes: Array<{ id: string, onHand: number, reserved: number, location: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type MovementsQueryVariables = Exact<{
  variantId: string;
  after?: string | null | undefined;
  filter?: StockMovementFilter | null | undefined;
}>;


export type MovementsQuery = { variant: { stockMovements: { nodes: Array<{ id: string, type: StockMovementType, quantityChange: number, reservedChange: number, onHandAfter: number, reservedAfter: number, reason: string | null, referenceType: StockMovementReferenceType | null, referenceId: string | null, referenceNumber: string | null, unitCost: string | null, actorName: string, createdAt: string, location: { name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type OnHandQueryVariables = Exact<{
  variantId: string;
  locationId: string;
}>;


export type OnHandQuery = { variant: { stockMovements: { nodes: Array<{ onHandAfter: number, createdAt: string }> } } | null };

export type AdjustStockMutationVariables = Exact<{
  variantId: string;
  locationId: string;
  type: string;
  reason: string;
  quantityChange?: number | null | undefined;
  setOnHand?: number | null | undefined;
  expectedOnHand?: number | null | undefined;
  unitCost?: string | null | undefined;
}>;


export type AdjustStockMutation = { adjustStock: { inventoryLevel: { onHand: number, location: { name: string } | null } | null } | null };

export const variantStock = `query VariantStock($id: UUID!, $inventoryLevelsAfter: Cursor) {
  variant(id: $id) {
    id
    storeId
    sku
    barcode
    name
    price
    daysLeft
    available
    soldLast30Days
    lowStockThreshold
    product {
      name
      thumbnailUrl
    }
    variantCost {
      averageCost
    }
    inventoryLevels(first: 50, after: $inventoryLevelsAfter) {
      nodes {
        id
        onHand
        reserved
        location {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}` as Document<VariantStockQuery, VariantStockQueryVariables>;

export const movements = `query Movements($variantId: UUID!, $after: Cursor, $filter: StockMovementFilter) {
  variant(id: $variantId) {
    stockMovements(first: 50, after: $after, filter: $filter, orderBy: [CREATED_AT_DESC, ID_DESC]) {
      nodes {
        id
        type
        quantityChange
        reservedChange
        onHandAfter
        reservedAfter
        reason
        referenceType
        referenceId
        referenceNumber
        unitCost
        actorName
        createdAt
        location {
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}` as Document<MovementsQuery, MovementsQueryVariables>;

export const onHand = `query OnHand($variantId: UUID!, $locationId: UUID!) {
  variant(id: $variantId) {
    stockMovements(
      first: 100
      filter: { locationId: { equalTo: $locationId }, quantityChange: { notEqualTo: 0 } }
      orderBy: [CREATED_AT_DESC, ID_DESC]
    ) {
      nodes {
        onHandAfter
        createdAt
      }
    }
  }
}` as Document<OnHandQuery, OnHandQueryVariables>;

export const adjustStock = `mutation AdjustStock(
  $variantId: UUID!
  $locationId: UUID!
  $type: String!
  $reason: String!
  $quantityChange: Int
  $setOnHand: Int
  $expectedOnHand: Int
  $unitCost: Money
) {
  adjustStock(
    input: {
      variantId: $variantId
      locationId: $locationId
      type: $type
      reason: $reason
      quantityChange: $quantityChange
      setOnHand: $setOnHand
      expectedOnHand: $expectedOnHand
      unitCost: $unitCost
    }
  ) {
    inventoryLevel {
      onHand
      location {
        name
      }
    }
  }
}` as Document<AdjustStockMutation, AdjustStockMutationVariables>;
