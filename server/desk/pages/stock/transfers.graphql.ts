// Made of transfers.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** An input for mutations affecting `MovedLine` */
export type MovedLineInput = {
  /** The variant. */
  variantId?: string | null | undefined;
  /** Its SKU, if variant_id is not given. */
  sku?: string | null | undefined;
  /** How many units. */
  quantity?: number | null | undefined;
};

export type TransfersQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type TransfersQuery = { list: { nodes: Array<{ id: string, number: string, reason: string | null, actorName: string, createdAt: string, fromLocation: { name: string } | null, toLocation: { name: string } | null, stockTransferLines: { totalCount: number, nodes: Array<{ sku: string, quantity: number }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type TransferStockMutationVariables = Exact<{
  fromLocationId: string;
  toLocationId: string;
  lines: Array<MovedLineInput | null | undefined> | MovedLineInput;
  reason?: string | null | undefined;
}>;


export type TransferStockMutation = { transferStock: { stockTransfer: { number: string } | null } | null };

export const transfers = `query Transfers($first: Int!, $after: Cursor) {
  list: stockTransfers(first: $first, after: $after, orderBy: [CREATED_AT_DESC, ID_DESC]) {
    nodes {
      id
      number
      reason
      actorName
      createdAt
      fromLocation {
        name
      }
      toLocation {
        name
      }
      stockTransferLines(first: 20) {
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
}` as Document<TransfersQuery, TransfersQueryVariables>;

export const transferStock = `mutation TransferStock($fromLocationId: UUID!, $toLocationId: UUID!, $lines: [MovedLineInput]!, $reason: String) {
  transferStock(
    input: { fromLocationId: $fromLocationId, toLocationId: $toLocationId, lines: $lines, reason: $reason }
  ) {
    stockTransfer {
      number
    }
  }
}` as Document<TransferStockMutation, TransferStockMutationVariables>;
