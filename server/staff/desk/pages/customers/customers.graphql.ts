// Made of customers.graphql: RECORD_DESK=1 npm test -- test/staff/desk_documents.test.ts
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of customers: status. */
export type CustomerStatus =
  | 'active'
  | 'inactive'
  | 'blocked';

/** The words of customers: gender. */
export type CustomerGender =
  | 'male'
  | 'female';

/** All input for the `createCustomer` mutation. */
export type CreateCustomerInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** The store. */
  storeId: string;
  /** Name as given at the first order, or as edited. */
  fullName: string;
  /** Bangladeshi mobile, canonical: 01XXXXXXXXX; unique in the store. */
  phone?: string | null | undefined;
  /** In lower case; unique in the store. */
  email?: string | null | undefined;
  /** male or female, where known. */
  gender?: CustomerGender | null | undefined;
};

export type CustomerListQueryVariables = Exact<{
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type CustomerListQuery = { list: { nodes: Array<{ id: string, storeId: string, fullName: string, phone: string | null, email: string | null, status: CustomerStatus, erasedAt: string | null, record: { orders: number | null, returned: number | null, totalSpent: string | null, lastOrderAt: string | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type AllCustomersQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AllCustomersQuery = { list: { nodes: Array<{ id: string, storeId: string, fullName: string, phone: string | null, email: string | null, status: CustomerStatus, erasedAt: string | null, record: { orders: number | null, returned: number | null, totalSpent: string | null, lastOrderAt: string | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type FoundCustomersQueryVariables = Exact<{
  search: string;
  after?: string | null | undefined;
}>;


export type FoundCustomersQuery = { list: { nodes: Array<{ id: string, storeId: string, fullName: string, phone: string | null, email: string | null, status: CustomerStatus, erasedAt: string | null, record: { orders: number | null, returned: number | null, totalSpent: string | null, lastOrderAt: string | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type CustomerRowFragment = { id: string, storeId: string, fullName: string, phone: string | null, email: string | null, status: CustomerStatus, erasedAt: string | null, record: { orders: number | null, returned: number | null, totalSpent: string | null, lastOrderAt: string | null } | null };

export type CreateCustomerMutationVariables = Exact<{
  input: CreateCustomerInput;
}>;


export type CreateCustomerMutation = { createCustomer: { customer: { id: string } | null } | null };

export const customerList = `query CustomerList($storeId: UUID, $after: Cursor) {
  list: customers(first: 50, after: $after, filter: { storeId: { equalTo: $storeId } }, orderBy: [CREATED_AT_DESC]) {
    nodes {
      ...CustomerRow
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
fragment CustomerRow on Customer {
  id
  storeId
  fullName
  phone
  email
  status
  erasedAt
  record {
    orders
    returned
    totalSpent
    lastOrderAt
  }
}` as Document<CustomerListQuery, CustomerListQueryVariables>;

export const allCustomers = `query AllCustomers($after: Cursor) {
  list: customers(first: 50, after: $after, orderBy: [CREATED_AT_DESC]) {
    nodes {
      ...CustomerRow
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
fragment CustomerRow on Customer {
  id
  storeId
  fullName
  phone
  email
  status
  erasedAt
  record {
    orders
    returned
    totalSpent
    lastOrderAt
  }
}` as Document<AllCustomersQuery, AllCustomersQueryVariables>;

export const foundCustomers = `query FoundCustomers($search: String!, $after: Cursor) {
  list: searchCustomers(first: 50, search: $search, after: $after) {
    nodes {
      ...CustomerRow
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
fragment CustomerRow on Customer {
  id
  storeId
  fullName
  phone
  email
  status
  erasedAt
  record {
    orders
    returned
    totalSpent
    lastOrderAt
  }
}` as Document<FoundCustomersQuery, FoundCustomersQueryVariables>;

export const createCustomer = `mutation CreateCustomer($input: CreateCustomerInput!) {
  createCustomer(input: $input) {
    customer {
      id
    }
  }
}` as Document<CreateCustomerMutation, CreateCustomerMutationVariables>;
