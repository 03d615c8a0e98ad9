// Made of new-order.graphql: npm run codegen -- desk
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

/** The words of payment methods: type. */
export type PaymentMethodType =
  | 'cod'
  | 'wallet'
  | 'bank'
  | 'card'
  | 'cash';

/** The words of customers: status. */
export type CustomerStatus =
  | 'active'
  | 'inactive'
  | 'blocked';

/** An input for mutations affecting `OrderLine` */
export type OrderLineInput = {
  /** The variant. */
  variantId?: string | null | undefined;
  /** The SKU, where variant_id is not given. */
  sku?: string | null | undefined;
  /** How many units. */
  quantity?: number | null | undefined;
  /** Price of one unit in place of the variant's own. */
  unitPrice?: string | null | undefined;
  /** Selling price of one unit, where above 0 and below the regular one. */
  discountPrice?: string | null | undefined;
};

/** All input for the `createOrder` mutation. */
export type CreateOrderInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** The store. */
  storeId: string;
  /** What is ordered. */
  items: Array<OrderLineInput | null | undefined>;
  /** Who ordered. */
  customerId?: string | null | undefined;
  /** A customer by phone, if customerId is not given: found, or created. */
  customer?: NewCustomerInput | null | undefined;
  /** The slug of the sales channel; manual if left out. */
  channel?: string | null | undefined;
  /** Where its goods are held and taken from. */
  locationId?: string | null | undefined;
  /** An input for mutations affecting `ShippingAddress` */
  shippingAddress?: ShippingAddressInput | null | undefined;
  /** Delivery charged; 0 with a free-shipping coupon. */
  shippingCharge?: string | null | undefined;
  /** Tax charged. */
  taxAmount?: string | null | undefined;
  /** The code the customer gave. */
  couponCode?: string | null | undefined;
  /** What the shopper or staff remarked. */
  note?: string | null | undefined;
  /** Money that came with the order. */
  payment?: UpfrontPaymentInput | null | undefined;
};

/** An input for mutations affecting `NewCustomer` */
export type NewCustomerInput = {
  /** A Bangladeshi mobile number in any spelling; a customer who has it is found by it. */
  phone?: string | null | undefined;
  /** Their name; needed when the phone is not known yet. */
  fullName?: string | null | undefined;
  /** Their email. */
  email?: string | null | undefined;
};

/** An input for mutations affecting `ShippingAddress` */
export type ShippingAddressInput = {
  /** Who receives it. */
  recipientName?: string | null | undefined;
  /** Whom the courier calls. */
  recipientPhone?: string | null | undefined;
  /** House, road, village. */
  addressLine?: string | null | undefined;
  /** Area, thana or upazila. */
  area?: string | null | undefined;
  /** City or district. */
  city?: string | null | undefined;
  /** Postal code. */
  postalCode?: string | null | undefined;
  /** What is near it. */
  landmark?: string | null | undefined;
  /** A remark for the courier. */
  note?: string | null | undefined;
};

/** An input for mutations affecting `UpfrontPayment` */
export type UpfrontPaymentInput = {
  /** How it was paid. */
  paymentMethodId?: string | null | undefined;
  /** How much, in the currency of the store. */
  amount?: string | null | undefined;
  /** The gateway's id; some payment methods need it. */
  transactionId?: string | null | undefined;
};

export type OrderChoicesQueryVariables = Exact<{
  storeId: string;
  channelsAfter?: string | null | undefined;
  paymentMethodsAfter?: string | null | undefined;
  locationsAfter?: string | null | undefined;
}>;


export type OrderChoicesQuery = { channels: { nodes: Array<{ name: string, slug: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, paymentMethods: { nodes: Array<{ id: string, name: string, type: PaymentMethodType, requiresTransactionId: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, locations: { nodes: Array<{ id: string, name: string, isDefault: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type FindCustomersQueryVariables = Exact<{
  storeId: string;
  search: string;
  customerAddressesAfter?: string | null | undefined;
}>;


export type FindCustomersQuery = { searchCustomers: { nodes: Array<{ id: string, fullName: string, phone: string | null, status: CustomerStatus, record: { orders: number | null, delivered: number | null, returned: number | null, cancelled: number | null, totalSpent: string | null, lastOrderAt: string | null } | null, customerAddresses: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, label: string | null, recipientName: string | null, recipientPhone: string | null, addressLine: string, area: string | null, city: string | null, postalCode: string | null }> } }> } | null };

export type FindProductsQueryVariables = Exact<{
  storeId: string;
  search: string;
}>;


export type FindProductsQuery = { searchProducts: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ name: string, thumbnailUrl: string | null, variants: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, sku: string, name: string, price: string, discountPrice: string | null, available: string | null }> } }> } | null };

export type FindByCodeQueryVariables = Exact<{
  storeId: string;
  code: string;
}>;


export type FindByCodeQuery = { variants: { nodes: Array<{ id: string, sku: string, name: string, price: string, discountPrice: string | null, available: string | null, product: { name: string, thumbnailUrl: string | null } | null }> } | null };

export type QuoteQueryVariables = Exact<{
  storeId: string;
  items: Array<OrderLineInput> | OrderLineInput;
  customerId?: string | null | undefined;
  locationId?: string | null | undefined;
  shippingCharge?: string | null | undefined;
  couponCode?: string | null | undefined;
}>;


export type QuoteQuery = { quoteOrder: { subtotal: string | null, discountAmount: string | null, shippingCharge: string | null, totalAmount: string | null, couponProblem: string | null, lines: Array<{ variantId: string | null, unitPrice: string | null, discountPrice: string | null, amount: string | null, available: number | null, isShort: boolean | null }> | null } | null };

export type PlaceOrderMutationVariables = Exact<{
  input: CreateOrderInput;
}>;


export type PlaceOrderMutation = { createOrder: { order: { id: string, number: string, totalAmount: string, paidAmount: string, dueAmount: string } | null } | null };

export type ConfirmPlacedMutationVariables = Exact<{
  orderId: string;
}>;


export type ConfirmPlacedMutation = { changeOrderStatus: { order: { status: OrderStatusName } | null } | null };

export const orderChoices = `query OrderChoices($storeId: UUID!, $channelsAfter: Cursor, $paymentMethodsAfter: Cursor, $locationsAfter: Cursor) {
  channels(first: 50, filter: { storeId: { equalTo: $storeId }, status: { equalTo: active } }, after: $channelsAfter) {
    nodes {
      name
      slug
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  paymentMethods(
    first: 50
    filter: { storeId: { equalTo: $storeId }, status: { equalTo: active } }
    after: $paymentMethodsAfter
  ) {
    nodes {
      id
      name
      type
      requiresTransactionId
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  locations(first: 50, filter: { status: { equalTo: active } }, orderBy: [NAME_ASC], after: $locationsAfter) {
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
}` as Document<OrderChoicesQuery, OrderChoicesQueryVariables>;

export const findCustomers = `query FindCustomers($storeId: UUID!, $search: String!, $customerAddressesAfter: Cursor) {
  searchCustomers(search: $search, storeId: $storeId, first: 5, filter: { erasedAt: { isNull: true } }) {
    nodes {
      id
      fullName
      phone
      status
      record {
        orders
        delivered
        returned
        cancelled
        totalSpent
        lastOrderAt
      }
      customerAddresses(first: 50, orderBy: [IS_DEFAULT_DESC, CREATED_AT_DESC], after: $customerAddressesAfter) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          label
          recipientName
          recipientPhone
          addressLine
          area
          city
          postalCode
        }
      }
    }
  }
}` as Document<FindCustomersQuery, FindCustomersQueryVariables>;

export const findProducts = `query FindProducts($storeId: UUID!, $search: String!) {
  searchProducts(search: $search, storeId: $storeId, first: 8, filter: { status: { notEqualTo: archived } }) {
    pageInfo {
      hasNextPage
    }
    nodes {
      name
      thumbnailUrl
      variants(first: 20, filter: { status: { equalTo: active } }, orderBy: [POSITION_ASC]) {
        pageInfo {
          hasNextPage
        }
        nodes {
          id
          sku
          name
          price
          discountPrice
          available
        }
      }
    }
  }
}` as Document<FindProductsQuery, FindProductsQueryVariables>;

export const findByCode = `query FindByCode($storeId: UUID!, $code: String!) {
  variants(
    first: 5
    filter: {
      storeId: { equalTo: $storeId }
      status: { equalTo: active }
      or: [{ barcode: { equalTo: $code } }, { sku: { equalTo: $code } }]
    }
  ) {
    nodes {
      id
      sku
      name
      price
      discountPrice
      available
      product {
        name
        thumbnailUrl
      }
    }
  }
}` as Document<FindByCodeQuery, FindByCodeQueryVariables>;

export const quote = `query Quote(
  $storeId: UUID!
  $items: [OrderLineInput!]!
  $customerId: UUID
  $locationId: UUID
  $shippingCharge: Money
  $couponCode: String
) {
  quoteOrder(
    storeId: $storeId
    items: $items
    customerId: $customerId
    locationId: $locationId
    shippingCharge: $shippingCharge
    couponCode: $couponCode
  ) {
    lines {
      variantId
      unitPrice
      discountPrice
      amount
      available
      isShort
    }
    subtotal
    discountAmount
    shippingCharge
    totalAmount
    couponProblem
  }
}` as Document<QuoteQuery, QuoteQueryVariables>;

export const placeOrder = `mutation PlaceOrder($input: CreateOrderInput!) {
  createOrder(input: $input) {
    order {
      id
      number
      totalAmount
      paidAmount
      dueAmount
    }
  }
}` as Document<PlaceOrderMutation, PlaceOrderMutationVariables>;

export const confirmPlaced = `mutation ConfirmPlaced($orderId: UUID!) {
  changeOrderStatus(input: { orderId: $orderId, status: confirmed }) {
    order {
      status
    }
  }
}` as Document<ConfirmPlacedMutation, ConfirmPlacedMutationVariables>;
