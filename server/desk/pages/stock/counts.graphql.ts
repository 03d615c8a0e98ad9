// Made of counts.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of stock counts: status. */
export type StockCountStatus =
  | 'open'
  | 'booked'
  | 'cancelled';

/** An input for mutations affecting `CountedLine` */
export type CountedLineInput = {
  /** The variant. */
  variantId?: string | null | undefined;
  /** Its SKU, if variant_id is not given. */
  sku?: string | null | undefined;
  /** How many units were counted. */
  counted?: number | null | undefined;
};

export type CountsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type CountsQuery = { list: { nodes: Array<{ id: string, number: string, status: StockCountStatus, reason: string, actorName: string, createdAt: string, endedAt: string | null, location: { name: string } | null, stockCountLines: { totalCount: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CountQueryVariables = Exact<{
  id: string;
  stockCountLinesAfter?: string | null | undefined;
}>;


export type CountQuery = { stockCount: { number: string, status: StockCountStatus, reason: string, createdAt: string, endedAt: string | null, location: { name: string } | null, stockCountLines: { totalCount: number, nodes: Array<{ variantId: string, sku: string, expectedQuantity: number, countedQuantity: number, differenceQuantity: number, countedAt: string, actorName: string, variant: { name: string, product: { name: string, thumbnailUrl: string | null } | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CountLineQueryVariables = Exact<{
  countId: string;
  variantId: string;
}>;


export type CountLineQuery = { stockCountLine: { countedQuantity: number } | null };

export type CountDifferencesQueryVariables = Exact<{
  id: string;
  differingAfter?: string | null | undefined;
}>;


export type CountDifferencesQuery = { stockCount: { differing: { totalCount: number, nodes: Array<{ variantId: string, sku: string, differenceQuantity: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type StartCountMutationVariables = Exact<{
  locationId: string;
  reason: string;
}>;


export type StartCountMutation = { startStockCount: { stockCount: { id: string } | null } | null };

export type SaveCountMutationVariables = Exact<{
  countId: string;
  lines: Array<CountedLineInput | null | undefined> | CountedLineInput;
}>;


export type SaveCountMutation = { saveStockCountLines: { stockCount: { id: string } | null } | null };

export type RemoveCountLineMutationVariables = Exact<{
  countId: string;
  variantId: string;
}>;


export type RemoveCountLineMutation = { removeStockCountLine: { stockCount: { id: string } | null } | null };

export type BookCountMutationVariables = Exact<{
  countId: string;
}>;


export type BookCountMutation = { bookStockCount: { stockCount: { number: string } | null } | null };

export type CancelCountMutationVariables = Exact<{
  countId: string;
}>;


export type CancelCountMutation = { cancelStockCount: { stockCount: { number: string } | null } | null };

export const counts = `query Counts($first: Int!, $after: Cursor) {
  list: stockCounts(first: $first, after: $after, orderBy: [CREATED_AT_DESC, ID_DESC]) {
    nodes {
      id
      number
      status
      reason
      actorName
      createdAt
      endedAt
      location {
        name
      }
      stockCountLines(first: 1) {
        totalCount
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<CountsQuery, CountsQueryVariables>;

export const count = `query Count($id: UUID!, $stockCountLinesAfter: Cursor) {
  stockCount(id: $id) {
    number
    status
    reason
    createdAt
    endedAt
    location {
      name
    }
    stockCountLines(first: 100, orderBy: [COUNTED_AT_DESC, VARIANT_ID_DESC], after: $stockCountLinesAfter) {
      totalCount
      nodes {
        variantId
        sku
        expectedQuantity
        countedQuantity
        differenceQuantity
        countedAt
        actorName
        variant {
          name
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
  }
}` as Document<CountQuery, CountQueryVariables>;

export const countLine = `query CountLine($countId: UUID!, $variantId: UUID!) {
  stockCountLine(countId: $countId, variantId: $variantId) {
    countedQuantity
  }
}` as Document<CountLineQuery, CountLineQueryVariables>;

export const countDifferences = `query CountDifferences($id: UUID!, $differingAfter: Cursor) {
  stockCount(id: $id) {
    differing: stockCountLines(
      first: 100
      after: $differingAfter
      filter: { differenceQuantity: { notEqualTo: 0 } }
      orderBy: [LINE_ASC]
    ) {
      totalCount
      nodes {
        variantId
        sku
        differenceQuantity
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}` as Document<CountDifferencesQuery, CountDifferencesQueryVariables>;

export const startCount = `mutation StartCount($locationId: UUID!, $reason: String!) {
  startStockCount(input: { locationId: $locationId, reason: $reason }) {
    stockCount {
      id
    }
  }
}` as Document<StartCountMutation, StartCountMutationVariables>;

export const saveCount = `mutation SaveCount($countId: UUID!, $lines: [CountedLineInput]!) {
  saveStockCountLines(input: { countId: $countId, lines: $lines }) {
    stockCount {
      id
    }
  }
}` as Document<SaveCountMutation, SaveCountMutationVariables>;

export const removeCountLine = `mutation RemoveCountLine($countId: UUID!, $variantId: UUID!) {
  removeStockCountLine(input: { countId: $countId, variantId: $variantId }) {
    stockCount {
      id
    }
  }
}` as Document<RemoveCountLineMutation, RemoveCountLineMutationVariables>;

export const bookCount = `mutation BookCount($countId: UUID!) {
  bookStockCount(input: { countId: $countId }) {
    stockCount {
      number
    }
  }
}` as Document<BookCountMutation, BookCountMutationVariables>;

export const cancelCount = `mutation CancelCount($countId: UUID!) {
  cancelStockCount(input: { countId: $countId }) {
    stockCount {
      number
    }
  }
}` as Document<CancelCountMutation, CancelCountMutationVariables>;
