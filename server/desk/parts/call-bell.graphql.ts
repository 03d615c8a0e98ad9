// Made of call-bell.graphql: npm run codegen -- desk
import type { Document } from '../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type CallsDueQueryVariables = Exact<{ [key: string]: never; }>;


export type CallsDueQuery = { callBacksDue: { totalCount: number, nodes: Array<{ id: string, number: string, followUpAt: string | null, followUpNote: string | null, customer: { fullName: string, phone: string | null } | null }> } | null };

export const callsDue = `query CallsDue {
  callBacksDue(first: 3) {
    totalCount
    nodes {
      id
      number
      followUpAt
      followUpNote
      customer {
        fullName
        phone
      }
    }
  }
}` as Document<CallsDueQuery, CallsDueQueryVariables>;
