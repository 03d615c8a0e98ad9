// Made of customers.graphql: npm run codegen -- desk
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

/** The words of customers: status. */
export type CustomerStatus =
  | 'active'
  | 'inactive'
  | 'blocked';

/** The words of customers: type. */
export type CustomerType =
  | 'manual'
  | 'registered'
  | 'guest';

/** The words of customers: gender. */
export type CustomerGender =
  | 'male'
  | 'female';

/** A filter to be used against `Customer` object types. All fields are combined with a logical ‘and.’ */
export type CustomerFilter = {
  /** Filter by the object’s `id` field. */
  id?: UuidFilter | null | undefined;
  /** Filter by the object’s `storeId` field. */
  storeId?: UuidFilter | null | undefined;
  /** Filter by the object’s `fullName` field. */
  fullName?: StringFilter | null | undefined;
  /** Filter by the object’s `email` field. */
  email?: StringFilter | null | undefined;
  /** Filter by the object’s `phone` field. */
  phone?: StringFilter | null | undefined;
  /** Filter by the object’s `status` field. */
  status?: CustomerStatusFilter | null | undefined;
  /** Filter by the object’s `type` field. */
  type?: CustomerTypeFilter | null | undefined;
  /** Filter by the object’s `gender` field. */
  gender?: CustomerGenderFilter | null | undefined;
  /** Filter by the object’s `createdAt` field. */
  createdAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `updatedAt` field. */
  updatedAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `erasedAt` field. */
  erasedAt?: DatetimeFilter | null | undefined;
  /** Checks for all expressions in this list. */
  and?: Array<CustomerFilter> | null | undefined;
  /** Checks for any expressions in this list. */
  or?: Array<CustomerFilter> | null | undefined;
  /** Negates the expression. */
  not?: CustomerFilter | null | undefined;
};

/** A filter to be used against CustomerStatus fields. All fields are combined with a logical ‘and.’ */
export type CustomerStatusFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: CustomerStatus | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: CustomerStatus | null | undefined;
  /** Included in the specified list. */
  in?: Array<CustomerStatus> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<CustomerStatus> | null | undefined;
  /** Less than the specified value. */
  lessThan?: CustomerStatus | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: CustomerStatus | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: CustomerStatus | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: CustomerStatus | null | undefined;
};

/** A filter to be used against CustomerType fields. All fields are combined with a logical ‘and.’ */
export type CustomerTypeFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: CustomerType | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: CustomerType | null | undefined;
  /** Included in the specified list. */
  in?: Array<CustomerType> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<CustomerType> | null | undefined;
  /** Less than the specified value. */
  lessThan?: CustomerType | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: CustomerType | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: CustomerType | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: CustomerType | null | undefined;
};

/** A filter to be used against CustomerGender fields. All fields are combined with a logical ‘and.’ */
export type CustomerGenderFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: CustomerGender | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: CustomerGender | null | undefined;
  /** Included in the specified list. */
  in?: Array<CustomerGender> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<CustomerGender> | null | undefined;
  /** Less than the specified value. */
  lessThan?: CustomerGender | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: CustomerGender | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: CustomerGender | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: CustomerGender | null | undefined;
};

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
  filter?: CustomerFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type CustomerListQuery = { list: { nodes: Array<{ id: string, storeId: string, fullName: string, phone: string | null, email: string | null, status: CustomerStatus, erasedAt: string | null, record: { orders: number | null, returned: number | null, totalSpent: string | null, lastOrderAt: string | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type FoundCustomersQueryVariables = Exact<{
  search: string;
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type FoundCustomersQuery = { list: { nodes: Array<{ id: string, storeId: string, fullName: string, phone: string | null, email: string | null, status: CustomerStatus, erasedAt: string | null, record: { orders: number | null, returned: number | null, totalSpent: string | null, lastOrderAt: string | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type CustomerRowFragment = { id: string, storeId: string, fullName: string, phone: string | null, email: string | null, status: CustomerStatus, erasedAt: string | null, record: { orders: number | null, returned: number | null, totalSpent: string | null, lastOrderAt: string | null } | null };

export type CreateCustomerMutationVariables = Exact<{
  input: CreateCustomerInput;
}>;


export type CreateCustomerMutation = { createCustomer: { customer: { id: string } | null } | null };

export const customerList = `query CustomerList($filter: CustomerFilter, $after: Cursor) {
  list: customers(first: 50, after: $after, filter: $filter, orderBy: [CREATED_AT_DESC]) {
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

export const foundCustomers = `query FoundCustomers($search: String!, $storeId: UUID, $after: Cursor) {
  list: searchCustomers(first: 50, search: $search, storeId: $storeId, after: $after) {
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
