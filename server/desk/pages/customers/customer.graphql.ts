// Made of customer.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of order counts: status. */
export type OrderStatusName =
  | 'pending'
  | 'follow_up'
  | 'confirmed'
  | 'processing'
  | 'ready_to_ship'
  | 'in_transit'
  | 'delivered'
  | 'returned'
  | 'failed_delivery'
  | 'cancelled'
  | 'hold'
  | 'spam';

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

/** All input for the `updateCustomer` mutation. */
export type UpdateCustomerInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Which customer. */
  customerId: string;
  /** Name as given at the first order, or as edited. */
  fullName?: string | null | undefined;
  /** Bangladeshi mobile, canonical: 01XXXXXXXXX; unique in the store. */
  phone?: string | null | undefined;
  /** In lower case; unique in the store. */
  email?: string | null | undefined;
  /** male or female, where known. */
  gender?: CustomerGender | null | undefined;
  /** active, inactive or blocked. */
  status?: CustomerStatus | null | undefined;
  /** True removes the gender. */
  clearGender?: boolean | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

/** All input for the `saveCustomerAddress` mutation. */
export type SaveCustomerAddressInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Whose address it is. */
  customerId: string;
  /** Street and house. */
  addressLine: string;
  /** Which address. */
  addressId?: string | null | undefined;
  /** Name of the address, such as Home. */
  label?: string | null | undefined;
  /** Name of the person who receives parcels there. */
  recipientName?: string | null | undefined;
  /** Phone of that person, as written. */
  recipientPhone?: string | null | undefined;
  /** City or district. */
  city?: string | null | undefined;
  /** Area within it. */
  area?: string | null | undefined;
  /** Postal code, as written. */
  postalCode?: string | null | undefined;
  /** The address that is used unless another is chosen. */
  isDefault?: boolean | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

export type CustomerQueryVariables = Exact<{
  id: string;
  customerAddressesAfter?: string | null | undefined;
}>;


export type CustomerQuery = { customer: { id: string, storeId: string, fullName: string, email: string | null, phone: string | null, status: CustomerStatus, type: CustomerType, gender: CustomerGender | null, createdAt: string, updatedAt: string, erasedAt: string | null, record: { orders: number | null, delivered: number | null, returned: number | null, cancelled: number | null, returnedShare: string | null, totalSpent: string | null, lastOrderAt: string | null } | null, customerAddresses: { nodes: Array<{ id: string, updatedAt: string, label: string | null, recipientName: string | null, recipientPhone: string | null, addressLine: string, area: string | null, city: string | null, postalCode: string | null, isDefault: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CustomerOrdersQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type CustomerOrdersQuery = { customer: { id: string, orders: { nodes: Array<{ id: string, number: string, status: OrderStatusName, totalAmount: string, createdAt: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type CustomerFeedQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type CustomerFeedQuery = { customer: { id: string, feed: { nodes: Array<{ id: string | null, at: string | null, actorName: string | null, subject: string | null, subjectName: string | null, action: string | null, note: string | null }> } } | null };

export type UpdateCustomerMutationVariables = Exact<{
  input: UpdateCustomerInput;
}>;


export type UpdateCustomerMutation = { updateCustomer: { customer: { id: string } | null } | null };

export type SaveCustomerAddressMutationVariables = Exact<{
  input: SaveCustomerAddressInput;
}>;


export type SaveCustomerAddressMutation = { saveCustomerAddress: { customerAddress: { id: string } | null } | null };

export type RemoveCustomerAddressMutationVariables = Exact<{
  id: string;
}>;


export type RemoveCustomerAddressMutation = { removeCustomerAddress: { customer: { id: string } | null } | null };

export type EraseCustomerMutationVariables = Exact<{
  id: string;
}>;


export type EraseCustomerMutation = { eraseCustomer: { customer: { id: string } | null } | null };

export type AddCustomerNoteMutationVariables = Exact<{
  id: string;
  note: string;
}>;


export type AddCustomerNoteMutation = { addCustomerNote: { staffNote: { id: string } | null } | null };

export const customer = `query Customer($id: UUID!, $customerAddressesAfter: Cursor) {
  customer(id: $id) {
    id
    storeId
    fullName
    email
    phone
    status
    type
    gender
    createdAt
    updatedAt
    erasedAt
    record {
      orders
      delivered
      returned
      cancelled
      returnedShare
      totalSpent
      lastOrderAt
    }
    customerAddresses(first: 50, after: $customerAddressesAfter) {
      nodes {
        id
        updatedAt
        label
        recipientName
        recipientPhone
        addressLine
        area
        city
        postalCode
        isDefault
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}` as Document<CustomerQuery, CustomerQueryVariables>;

export const customerOrders = `query CustomerOrders($id: UUID!, $after: Cursor) {
  customer(id: $id) {
    id
    orders(first: 20, after: $after, orderBy: [CREATED_AT_DESC]) {
      nodes {
        id
        number
        status
        totalAmount
        createdAt
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
}` as Document<CustomerOrdersQuery, CustomerOrdersQueryVariables>;

export const customerFeed = `query CustomerFeed($id: UUID!, $after: UUID) {
  customer(id: $id) {
    id
    feed(first: 20, startingAfter: $after) {
      nodes {
        id
        at
        actorName
        subject
        subjectName
        action
        note
      }
    }
  }
}` as Document<CustomerFeedQuery, CustomerFeedQueryVariables>;

export const updateCustomer = `mutation UpdateCustomer($input: UpdateCustomerInput!) {
  updateCustomer(input: $input) {
    customer {
      id
    }
  }
}` as Document<UpdateCustomerMutation, UpdateCustomerMutationVariables>;

export const saveCustomerAddress = `mutation SaveCustomerAddress($input: SaveCustomerAddressInput!) {
  saveCustomerAddress(input: $input) {
    customerAddress {
      id
    }
  }
}` as Document<SaveCustomerAddressMutation, SaveCustomerAddressMutationVariables>;

export const removeCustomerAddress = `mutation RemoveCustomerAddress($id: UUID!) {
  removeCustomerAddress(input: { addressId: $id }) {
    customer {
      id
    }
  }
}` as Document<RemoveCustomerAddressMutation, RemoveCustomerAddressMutationVariables>;

export const eraseCustomer = `mutation EraseCustomer($id: UUID!) {
  eraseCustomer(input: { customerId: $id }) {
    customer {
      id
    }
  }
}` as Document<EraseCustomerMutation, EraseCustomerMutationVariables>;

export const addCustomerNote = `mutation AddCustomerNote($id: UUID!, $note: String!) {
  addCustomerNote(input: { customerId: $id, note: $note }) {
    staffNote {
      id
    }
  }
}` as Document<AddCustomerNoteMutation, AddCustomerNoteMutationVariables>;
