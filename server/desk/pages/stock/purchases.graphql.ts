// Made of purchases.graphql: npm run codegen -- desk
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

/** The words of purchases: status. */
export type PurchaseStatus =
  | 'open'
  | 'partly_received'
  | 'received'
  | 'closed';

/** A filter to be used against `Purchase` object types. All fields are combined with a logical ‘and.’ */
export type PurchaseFilter = {
  /** Filter by the object’s `id` field. */
  id?: UuidFilter | null | undefined;
  /** Filter by the object’s `locationId` field. */
  locationId?: UuidFilter | null | undefined;
  /** Filter by the object’s `number` field. */
  number?: StringFilter | null | undefined;
  /** Filter by the object’s `supplierName` field. */
  supplierName?: StringFilter | null | undefined;
  /** Filter by the object’s `supplierDocument` field. */
  supplierDocument?: StringFilter | null | undefined;
  /** Filter by the object’s `note` field. */
  note?: StringFilter | null | undefined;
  /** Filter by the object’s `status` field. */
  status?: PurchaseStatusFilter | null | undefined;
  /** Filter by the object’s `actorId` field. */
  actorId?: UuidFilter | null | undefined;
  /** Filter by the object’s `actorName` field. */
  actorName?: StringFilter | null | undefined;
  /** Filter by the object’s `createdAt` field. */
  createdAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `updatedAt` field. */
  updatedAt?: DatetimeFilter | null | undefined;
  /** Checks for all expressions in this list. */
  and?: Array<PurchaseFilter> | null | undefined;
  /** Checks for any expressions in this list. */
  or?: Array<PurchaseFilter> | null | undefined;
  /** Negates the expression. */
  not?: PurchaseFilter | null | undefined;
};

/** A filter to be used against PurchaseStatus fields. All fields are combined with a logical ‘and.’ */
export type PurchaseStatusFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: PurchaseStatus | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: PurchaseStatus | null | undefined;
  /** Included in the specified list. */
  in?: Array<PurchaseStatus> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<PurchaseStatus> | null | undefined;
  /** Less than the specified value. */
  lessThan?: PurchaseStatus | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: PurchaseStatus | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: PurchaseStatus | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: PurchaseStatus | null | undefined;
};

/** An input for mutations affecting `MovedLine` */
export type MovedLineInput = {
  /** The variant. */
  variantId?: string | null | undefined;
  /** Its SKU, if variant_id is not given. */
  sku?: string | null | undefined;
  /** How many units. */
  quantity?: number | null | undefined;
};

/** An input for mutations affecting `GoodsLine` */
export type GoodsLineInput = {
  /** The variant. */
  variantId?: string | null | undefined;
  /** Its SKU, if variant_id is not given. */
  sku?: string | null | undefined;
  /** How many units. */
  quantity?: number | null | undefined;
  /** Cost of one unit, in the store's currency. Of goods that were expected: that of the purchase, if left out. */
  unitCost?: string | null | undefined;
};

export type PurchasesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter?: PurchaseFilter | null | undefined;
}>;


export type PurchasesQuery = { list: { nodes: Array<{ id: string, number: string, status: PurchaseStatus, supplierName: string | null, supplierDocument: string | null, createdAt: string, location: { name: string } | null, purchaseLines: { totalCount: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type PurchaseQueryVariables = Exact<{
  id: string;
  purchaseLinesAfter?: string | null | undefined;
  goodsReceiptsAfter?: string | null | undefined;
}>;


export type PurchaseQuery = { purchase: { number: string, status: PurchaseStatus, supplierName: string | null, supplierDocument: string | null, note: string | null, actorName: string, createdAt: string, location: { name: string } | null, purchaseLines: { nodes: Array<{ variantId: string, sku: string, quantity: number, receivedQuantity: number, unitCost: string | null, store: { id: string } | null, variant: { name: string, barcode: string | null, product: { name: string, thumbnailUrl: string | null } | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, goodsReceipts: { nodes: Array<{ id: string, number: string, correctsId: string | null, supplierDocument: string | null, note: string | null, actorName: string, createdAt: string, corrects: { number: string } | null, goodsReceiptLines: { totalCount: number, nodes: Array<{ sku: string, quantity: number }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReceiptLinesQueryVariables = Exact<{
  id: string;
  goodsReceiptLinesAfter?: string | null | undefined;
}>;


export type ReceiptLinesQuery = { goodsReceipt: { goodsReceiptLines: { nodes: Array<{ variantId: string, sku: string, quantity: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CreatePurchaseMutationVariables = Exact<{
  locationId: string;
  supplierName?: string | null | undefined;
  supplierDocument?: string | null | undefined;
  note?: string | null | undefined;
  lines: Array<GoodsLineInput | null | undefined> | GoodsLineInput;
}>;


export type CreatePurchaseMutation = { createPurchase: { purchase: { id: string } | null } | null };

export type ReceiveGoodsMutationVariables = Exact<{
  locationId: string;
  supplierName?: string | null | undefined;
  supplierDocument?: string | null | undefined;
  note?: string | null | undefined;
  lines: Array<GoodsLineInput | null | undefined> | GoodsLineInput;
}>;


export type ReceiveGoodsMutation = { receiveGoods: { goodsReceipt: { purchase: { id: string } | null } | null } | null };

export type ReceivePurchaseMutationVariables = Exact<{
  purchaseId: string;
  lines?: Array<GoodsLineInput | null | undefined> | GoodsLineInput | null | undefined;
  supplierDocument?: string | null | undefined;
  acceptExcess?: boolean | null | undefined;
}>;


export type ReceivePurchaseMutation = { receivePurchase: { goodsReceipt: { number: string } | null } | null };

export type CorrectReceiptMutationVariables = Exact<{
  receiptId: string;
  reason: string;
  lines?: Array<MovedLineInput | null | undefined> | MovedLineInput | null | undefined;
}>;


export type CorrectReceiptMutation = { correctGoodsReceipt: { goodsReceipt: { number: string } | null } | null };

export type ClosePurchaseMutationVariables = Exact<{
  purchaseId: string;
}>;


export type ClosePurchaseMutation = { closePurchase: { purchase: { number: string } | null } | null };

export const purchases = `query Purchases($first: Int!, $after: Cursor, $filter: PurchaseFilter) {
  list: purchases(first: $first, after: $after, filter: $filter, orderBy: [CREATED_AT_DESC, ID_DESC]) {
    nodes {
      id
      number
      status
      supplierName
      supplierDocument
      createdAt
      location {
        name
      }
      purchaseLines(first: 1) {
        totalCount
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<PurchasesQuery, PurchasesQueryVariables>;

export const purchase = `query Purchase($id: UUID!, $purchaseLinesAfter: Cursor, $goodsReceiptsAfter: Cursor) {
  purchase(id: $id) {
    number
    status
    supplierName
    supplierDocument
    note
    actorName
    createdAt
    location {
      name
    }
    purchaseLines(first: 100, orderBy: [LINE_ASC], after: $purchaseLinesAfter) {
      nodes {
        variantId
        sku
        quantity
        receivedQuantity
        unitCost
        store {
          id
        }
        variant {
          name
          barcode
          product {
            name
            thumbnailUrl
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    goodsReceipts(first: 50, orderBy: [CREATED_AT_DESC, ID_DESC], after: $goodsReceiptsAfter) {
      nodes {
        id
        number
        correctsId
        corrects {
          number
        }
        supplierDocument
        note
        actorName
        createdAt
        goodsReceiptLines(first: 20, orderBy: [LINE_ASC]) {
          totalCount
          nodes {
            sku
            quantity
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}` as Document<PurchaseQuery, PurchaseQueryVariables>;

export const receiptLines = `query ReceiptLines($id: UUID!, $goodsReceiptLinesAfter: Cursor) {
  goodsReceipt(id: $id) {
    goodsReceiptLines(first: 100, orderBy: [LINE_ASC], after: $goodsReceiptLinesAfter) {
      nodes {
        variantId
        sku
        quantity
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}` as Document<ReceiptLinesQuery, ReceiptLinesQueryVariables>;

export const createPurchase = `mutation CreatePurchase(
  $locationId: UUID!
  $supplierName: String
  $supplierDocument: String
  $note: String
  $lines: [GoodsLineInput]!
) {
  createPurchase(
    input: {
      locationId: $locationId
      supplierName: $supplierName
      supplierDocument: $supplierDocument
      note: $note
      lines: $lines
    }
  ) {
    purchase {
      id
    }
  }
}` as Document<CreatePurchaseMutation, CreatePurchaseMutationVariables>;

export const receiveGoods = `mutation ReceiveGoods(
  $locationId: UUID!
  $supplierName: String
  $supplierDocument: String
  $note: String
  $lines: [GoodsLineInput]!
) {
  receiveGoods(
    input: {
      locationId: $locationId
      supplierName: $supplierName
      supplierDocument: $supplierDocument
      note: $note
      lines: $lines
    }
  ) {
    goodsReceipt {
      purchase {
        id
      }
    }
  }
}` as Document<ReceiveGoodsMutation, ReceiveGoodsMutationVariables>;

export const receivePurchase = `mutation ReceivePurchase(
  $purchaseId: UUID!
  $lines: [GoodsLineInput]
  $supplierDocument: String
  $acceptExcess: Boolean
) {
  receivePurchase(
    input: { purchaseId: $purchaseId, lines: $lines, supplierDocument: $supplierDocument, acceptExcess: $acceptExcess }
  ) {
    goodsReceipt {
      number
    }
  }
}` as Document<ReceivePurchaseMutation, ReceivePurchaseMutationVariables>;

export const correctReceipt = `mutation CorrectReceipt($receiptId: UUID!, $reason: String!, $lines: [MovedLineInput]) {
  correctGoodsReceipt(input: { receiptId: $receiptId, reason: $reason, lines: $lines }) {
    goodsReceipt {
      number
    }
  }
}` as Document<CorrectReceiptMutation, CorrectReceiptMutationVariables>;

export const closePurchase = `mutation ClosePurchase($purchaseId: UUID!) {
  closePurchase(input: { purchaseId: $purchaseId }) {
    purchase {
      number
    }
  }
}` as Document<ClosePurchaseMutation, ClosePurchaseMutationVariables>;
