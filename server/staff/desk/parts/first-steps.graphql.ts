// Made of first-steps.graphql: RECORD_DESK=1 npm test -- test/staff/desk_documents.test.ts
import type { Document } from '../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type FirstStepsQueryVariables = Exact<{ [key: string]: never; }>;


export type FirstStepsQuery = { products: { nodes: Array<{ id: string }> } | null, stockMovements: { nodes: Array<{ id: string }> } | null, couriers: { nodes: Array<{ id: string }> } | null, staffMembers: { nodes: Array<{ id: string }> } | null, orders: { nodes: Array<{ id: string }> } | null };

export const firstSteps = `query FirstSteps {
  products(first: 1) {
    nodes {
      id
    }
  }
  stockMovements(first: 1) {
    nodes {
      id
    }
  }
  couriers(first: 1) {
    nodes {
      id
    }
  }
  staffMembers(first: 2) {
    nodes {
      id
    }
  }
  orders(first: 1) {
    nodes {
      id
    }
  }
}` as Document<FirstStepsQuery, FirstStepsQueryVariables>;
