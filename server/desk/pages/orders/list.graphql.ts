// Made of list.graphql: npm run codegen -- desk
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

/** The words of order statuses: stage. */
export type OrderStatusStage =
  | 'new'
  | 'call_back'
  | 'on_hold'
  | 'to_pack'
  | 'to_ship'
  | 'with_courier'
  | 'delivered'
  | 'returned'
  | 'closed';

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

/** The words of orders: source. */
export type OrderSource =
  | 'api'
  | 'staff'
  | 'storefront';

/** The words of orders: payment status. */
export type OrderPaymentStatus =
  | 'unpaid'
  | 'partially_paid'
  | 'paid'
  | 'refunded';

/** The words of orders: fulfillment status. */
export type OrderFulfillmentStatus =
  | 'unfulfilled'
  | 'partially_fulfilled'
  | 'fulfilled'
  | 'returned';

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

/** A filter to be used against Money fields. All fields are combined with a logical ‘and.’ */
export type MoneyFilter = {
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

/** A filter to be used against `Order` object types. All fields are combined with a logical ‘and.’ */
export type OrderFilter = {
  /** Filter by the object’s `id` field. */
  id?: UuidFilter | null | undefined;
  /** Filter by the object’s `storeId` field. */
  storeId?: UuidFilter | null | undefined;
  /** Filter by the object’s `number` field. */
  number?: StringFilter | null | undefined;
  /** Filter by the object’s `source` field. */
  source?: OrderSourceFilter | null | undefined;
  /** Filter by the object’s `channelId` field. */
  channelId?: UuidFilter | null | undefined;
  /** Filter by the object’s `customerId` field. */
  customerId?: UuidFilter | null | undefined;
  /** Filter by the object’s `locationId` field. */
  locationId?: UuidFilter | null | undefined;
  /** Filter by the object’s `status` field. */
  status?: OrderStatusNameFilter | null | undefined;
  /** Filter by the object’s `paymentStatus` field. */
  paymentStatus?: OrderPaymentStatusFilter | null | undefined;
  /** Filter by the object’s `fulfillmentStatus` field. */
  fulfillmentStatus?: OrderFulfillmentStatusFilter | null | undefined;
  /** Filter by the object’s `subtotal` field. */
  subtotal?: MoneyFilter | null | undefined;
  /** Filter by the object’s `discountAmount` field. */
  discountAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `shippingCharge` field. */
  shippingCharge?: MoneyFilter | null | undefined;
  /** Filter by the object’s `taxAmount` field. */
  taxAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `totalAmount` field. */
  totalAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `receivedAmount` field. */
  receivedAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `refundedAmount` field. */
  refundedAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `returnedAmount` field. */
  returnedAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `waivedAmount` field. */
  waivedAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `retainedAmount` field. */
  retainedAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `paidAmount` field. */
  paidAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `dueAmount` field. */
  dueAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `couponId` field. */
  couponId?: UuidFilter | null | undefined;
  /** Filter by the object’s `note` field. */
  note?: StringFilter | null | undefined;
  /** Filter by the object’s `followUpAt` field. */
  followUpAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `followUpNote` field. */
  followUpNote?: StringFilter | null | undefined;
  /** Filter by the object’s `assigneeId` field. */
  assigneeId?: UuidFilter | null | undefined;
  /** Filter by the object’s `paymentMethodId` field. */
  paymentMethodId?: UuidFilter | null | undefined;
  /** Filter by the object’s `storeDate` field. */
  storeDate?: DateFilter | null | undefined;
  /** Filter by the object’s `deliveredAt` field. */
  deliveredAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `cancelledAt` field. */
  cancelledAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `createdAt` field. */
  createdAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `updatedAt` field. */
  updatedAt?: DatetimeFilter | null | undefined;
  /** Filter by the object’s `heldByCourierAmount` field. */
  heldByCourierAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `toRefundAmount` field. */
  toRefundAmount?: MoneyFilter | null | undefined;
  /** Filter by the object’s `withCourierQuantity` field. */
  withCourierQuantity?: IntFilter | null | undefined;
  /** Filter by the object’s `comingBackQuantity` field. */
  comingBackQuantity?: IntFilter | null | undefined;
  /** Checks for all expressions in this list. */
  and?: Array<OrderFilter> | null | undefined;
  /** Checks for any expressions in this list. */
  or?: Array<OrderFilter> | null | undefined;
  /** Negates the expression. */
  not?: OrderFilter | null | undefined;
};

/** A filter to be used against OrderSource fields. All fields are combined with a logical ‘and.’ */
export type OrderSourceFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: OrderSource | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: OrderSource | null | undefined;
  /** Included in the specified list. */
  in?: Array<OrderSource> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<OrderSource> | null | undefined;
  /** Less than the specified value. */
  lessThan?: OrderSource | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: OrderSource | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: OrderSource | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: OrderSource | null | undefined;
};

/** A filter to be used against OrderStatusName fields. All fields are combined with a logical ‘and.’ */
export type OrderStatusNameFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: OrderStatusName | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: OrderStatusName | null | undefined;
  /** Included in the specified list. */
  in?: Array<OrderStatusName> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<OrderStatusName> | null | undefined;
  /** Less than the specified value. */
  lessThan?: OrderStatusName | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: OrderStatusName | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: OrderStatusName | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: OrderStatusName | null | undefined;
};

/** A filter to be used against OrderPaymentStatus fields. All fields are combined with a logical ‘and.’ */
export type OrderPaymentStatusFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: OrderPaymentStatus | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: OrderPaymentStatus | null | undefined;
  /** Included in the specified list. */
  in?: Array<OrderPaymentStatus> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<OrderPaymentStatus> | null | undefined;
  /** Less than the specified value. */
  lessThan?: OrderPaymentStatus | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: OrderPaymentStatus | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: OrderPaymentStatus | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: OrderPaymentStatus | null | undefined;
};

/** A filter to be used against OrderFulfillmentStatus fields. All fields are combined with a logical ‘and.’ */
export type OrderFulfillmentStatusFilter = {
  /** Is null (if `true` is specified) or is not null (if `false` is specified). */
  isNull?: boolean | null | undefined;
  /** Equal to the specified value. */
  equalTo?: OrderFulfillmentStatus | null | undefined;
  /** Not equal to the specified value. */
  notEqualTo?: OrderFulfillmentStatus | null | undefined;
  /** Included in the specified list. */
  in?: Array<OrderFulfillmentStatus> | null | undefined;
  /** Not included in the specified list. */
  notIn?: Array<OrderFulfillmentStatus> | null | undefined;
  /** Less than the specified value. */
  lessThan?: OrderFulfillmentStatus | null | undefined;
  /** Less than or equal to the specified value. */
  lessThanOrEqualTo?: OrderFulfillmentStatus | null | undefined;
  /** Greater than the specified value. */
  greaterThan?: OrderFulfillmentStatus | null | undefined;
  /** Greater than or equal to the specified value. */
  greaterThanOrEqualTo?: OrderFulfillmentStatus | null | undefined;
};

/** A filter to be used against Date fields. All fields are combined with a logical ‘and.’ */
export type DateFilter = {
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

export type OrderRowFragment = { id: string, number: string, storeId: string, status: OrderStatusName, paymentStatus: OrderPaymentStatus, createdAt: string, totalAmount: string, dueAmount: string, toRefundAmount: string, comingBackQuantity: number, followUpAt: string | null, followUpNote: string | null, shippingAddress: unknown, assignee: { id: string, fullName: string } | null, customer: { id: string, fullName: string, phone: string | null, record: { orders: number | null, returned: number | null } | null } | null, orderItems: { totalCount: number, nodes: Array<{ id: string, productName: string, variantName: string, quantity: number, imageUrl: string | null }> } };

export type ListOrdersQueryVariables = Exact<{
  storeId?: string | null | undefined;
  stage?: string | null | undefined;
  status?: OrderStatusName | null | undefined;
  paymentStatus?: OrderPaymentStatus | null | undefined;
  assigneeId?: string | null | undefined;
  courierId?: string | null | undefined;
  city?: string | null | undefined;
  sku?: string | null | undefined;
  oldestFirst?: boolean | null | undefined;
  startingAfter?: string | null | undefined;
}>;


export type ListOrdersQuery = { list: { nodes: Array<{ id: string, number: string, storeId: string, status: OrderStatusName, paymentStatus: OrderPaymentStatus, createdAt: string, totalAmount: string, dueAmount: string, toRefundAmount: string, comingBackQuantity: number, followUpAt: string | null, followUpNote: string | null, shippingAddress: unknown, assignee: { id: string, fullName: string } | null, customer: { id: string, fullName: string, phone: string | null, record: { orders: number | null, returned: number | null } | null } | null, orderItems: { totalCount: number, nodes: Array<{ id: string, productName: string, variantName: string, quantity: number, imageUrl: string | null }> } }>, pageInfo: { hasNextPage: boolean } } | null };

export type SearchOrdersQueryVariables = Exact<{
  search: string;
  storeId?: string | null | undefined;
  stage?: string | null | undefined;
  after?: string | null | undefined;
  filter?: OrderFilter | null | undefined;
}>;


export type SearchOrdersQuery = { list: { nodes: Array<{ id: string, number: string, storeId: string, status: OrderStatusName, paymentStatus: OrderPaymentStatus, createdAt: string, totalAmount: string, dueAmount: string, toRefundAmount: string, comingBackQuantity: number, followUpAt: string | null, followUpNote: string | null, shippingAddress: unknown, assignee: { id: string, fullName: string } | null, customer: { id: string, fullName: string, phone: string | null, record: { orders: number | null, returned: number | null } | null } | null, orderItems: { totalCount: number, nodes: Array<{ id: string, productName: string, variantName: string, quantity: number, imageUrl: string | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ListCallBacksQueryVariables = Exact<{
  storeId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ListCallBacksQuery = { list: { nodes: Array<{ id: string, number: string, storeId: string, status: OrderStatusName, paymentStatus: OrderPaymentStatus, createdAt: string, totalAmount: string, dueAmount: string, toRefundAmount: string, comingBackQuantity: number, followUpAt: string | null, followUpNote: string | null, shippingAddress: unknown, assignee: { id: string, fullName: string } | null, customer: { id: string, fullName: string, phone: string | null, record: { orders: number | null, returned: number | null } | null } | null, orderItems: { totalCount: number, nodes: Array<{ id: string, productName: string, variantName: string, quantity: number, imageUrl: string | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ListOrdersOfDayQueryVariables = Exact<{
  storeId?: string | null | undefined;
  startingAfter?: string | null | undefined;
}>;


export type ListOrdersOfDayQuery = { list: { nodes: Array<{ id: string, number: string, storeId: string, status: OrderStatusName, paymentStatus: OrderPaymentStatus, createdAt: string, totalAmount: string, dueAmount: string, toRefundAmount: string, comingBackQuantity: number, followUpAt: string | null, followUpNote: string | null, shippingAddress: unknown, assignee: { id: string, fullName: string } | null, customer: { id: string, fullName: string, phone: string | null, record: { orders: number | null, returned: number | null } | null } | null, orderItems: { totalCount: number, nodes: Array<{ id: string, productName: string, variantName: string, quantity: number, imageUrl: string | null }> } }>, pageInfo: { hasNextPage: boolean } } | null };

export type ListMyOrdersQueryVariables = Exact<{
  storeId?: string | null | undefined;
  startingAfter?: string | null | undefined;
}>;


export type ListMyOrdersQuery = { list: { nodes: Array<{ id: string, number: string, storeId: string, status: OrderStatusName, paymentStatus: OrderPaymentStatus, createdAt: string, totalAmount: string, dueAmount: string, toRefundAmount: string, comingBackQuantity: number, followUpAt: string | null, followUpNote: string | null, shippingAddress: unknown, assignee: { id: string, fullName: string } | null, customer: { id: string, fullName: string, phone: string | null, record: { orders: number | null, returned: number | null } | null } | null, orderItems: { totalCount: number, nodes: Array<{ id: string, productName: string, variantName: string, quantity: number, imageUrl: string | null }> } }>, pageInfo: { hasNextPage: boolean } } | null };

export type ListLapsingQueryVariables = Exact<{
  storeId?: string | null | undefined;
  startingAfter?: string | null | undefined;
}>;


export type ListLapsingQuery = { list: { nodes: Array<{ id: string, number: string, storeId: string, status: OrderStatusName, paymentStatus: OrderPaymentStatus, createdAt: string, totalAmount: string, dueAmount: string, toRefundAmount: string, comingBackQuantity: number, followUpAt: string | null, followUpNote: string | null, shippingAddress: unknown, assignee: { id: string, fullName: string } | null, customer: { id: string, fullName: string, phone: string | null, record: { orders: number | null, returned: number | null } | null } | null, orderItems: { totalCount: number, nodes: Array<{ id: string, productName: string, variantName: string, quantity: number, imageUrl: string | null }> } }>, pageInfo: { hasNextPage: boolean } } | null };

export type ListRefundsOwedQueryVariables = Exact<{
  storeId?: string | null | undefined;
  startingAfter?: string | null | undefined;
}>;


export type ListRefundsOwedQuery = { list: { nodes: Array<{ id: string, number: string, storeId: string, status: OrderStatusName, paymentStatus: OrderPaymentStatus, createdAt: string, totalAmount: string, dueAmount: string, toRefundAmount: string, comingBackQuantity: number, followUpAt: string | null, followUpNote: string | null, shippingAddress: unknown, assignee: { id: string, fullName: string } | null, customer: { id: string, fullName: string, phone: string | null, record: { orders: number | null, returned: number | null } | null } | null, orderItems: { totalCount: number, nodes: Array<{ id: string, productName: string, variantName: string, quantity: number, imageUrl: string | null }> } }>, pageInfo: { hasNextPage: boolean } } | null };

export type StageCountsQueryVariables = Exact<{
  storeId?: string | null | undefined;
}>;


export type StageCountsQuery = { stageCounts: { nodes: Array<{ stage: OrderStatusStage | null, orders: number | null }> } | null, workCounts: { callBacksDue: number | null, refundsOwed: number | null } | null };

export type OrderChoicesQueryVariables = Exact<{
  couriersAfter?: string | null | undefined;
  staffMembersAfter?: string | null | undefined;
}>;


export type OrderChoicesQuery = { couriers: { nodes: Array<{ id: string, name: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, staffMembers: { nodes: Array<{ id: string, fullName: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type MovesOfManyQueryVariables = Exact<{
  ids: Array<string> | string;
  ordersAfter?: string | null | undefined;
}>;


export type MovesOfManyQuery = { orders: { nodes: Array<{ id: string, number: string, status: OrderStatusName, possibleMoves: Array<{ mutation: string | null, toStatus: OrderStatusName | null, parcelId: string | null, allowed: boolean | null, reason: string | null }> | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export const listOrders = `query ListOrders(
  $storeId: UUID
  $stage: String
  $status: OrderStatusName
  $paymentStatus: OrderPaymentStatus
  $assigneeId: UUID
  $courierId: UUID
  $city: String
  $sku: String
  $oldestFirst: Boolean
  $startingAfter: UUID
) {
  list: listOrders(
    storeId: $storeId
    stage: $stage
    status: $status
    paymentStatus: $paymentStatus
    assigneeId: $assigneeId
    courierId: $courierId
    city: $city
    sku: $sku
    oldestFirst: $oldestFirst
    startingAfter: $startingAfter
    first: 50
  ) {
    nodes {
      ...OrderRow
    }
    pageInfo {
      hasNextPage
    }
  }
}
fragment OrderRow on Order {
  id
  number
  storeId
  status
  paymentStatus
  createdAt
  totalAmount
  dueAmount
  toRefundAmount
  comingBackQuantity
  followUpAt
  followUpNote
  shippingAddress
  assignee {
    id
    fullName
  }
  customer {
    id
    fullName
    phone
    record {
      orders
      returned
    }
  }
  orderItems(first: 2) {
    totalCount
    nodes {
      id
      productName
      variantName
      quantity
      imageUrl
    }
  }
}` as Document<ListOrdersQuery, ListOrdersQueryVariables>;

export const searchOrders = `query SearchOrders($search: String!, $storeId: UUID, $stage: String, $after: Cursor, $filter: OrderFilter) {
  list: searchOrders(search: $search, storeId: $storeId, stage: $stage, first: 50, after: $after, filter: $filter) {
    nodes {
      ...OrderRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment OrderRow on Order {
  id
  number
  storeId
  status
  paymentStatus
  createdAt
  totalAmount
  dueAmount
  toRefundAmount
  comingBackQuantity
  followUpAt
  followUpNote
  shippingAddress
  assignee {
    id
    fullName
  }
  customer {
    id
    fullName
    phone
    record {
      orders
      returned
    }
  }
  orderItems(first: 2) {
    totalCount
    nodes {
      id
      productName
      variantName
      quantity
      imageUrl
    }
  }
}` as Document<SearchOrdersQuery, SearchOrdersQueryVariables>;

export const listCallBacks = `query ListCallBacks($storeId: UUID, $after: Cursor) {
  list: callBacksDue(storeId: $storeId, first: 50, after: $after) {
    nodes {
      ...OrderRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment OrderRow on Order {
  id
  number
  storeId
  status
  paymentStatus
  createdAt
  totalAmount
  dueAmount
  toRefundAmount
  comingBackQuantity
  followUpAt
  followUpNote
  shippingAddress
  assignee {
    id
    fullName
  }
  customer {
    id
    fullName
    phone
    record {
      orders
      returned
    }
  }
  orderItems(first: 2) {
    totalCount
    nodes {
      id
      productName
      variantName
      quantity
      imageUrl
    }
  }
}` as Document<ListCallBacksQuery, ListCallBacksQueryVariables>;

export const listOrdersOfDay = `query ListOrdersOfDay($storeId: UUID, $startingAfter: UUID) {
  list: ordersOfDay(storeId: $storeId, startingAfter: $startingAfter, first: 50) {
    nodes {
      ...OrderRow
    }
    pageInfo {
      hasNextPage
    }
  }
}
fragment OrderRow on Order {
  id
  number
  storeId
  status
  paymentStatus
  createdAt
  totalAmount
  dueAmount
  toRefundAmount
  comingBackQuantity
  followUpAt
  followUpNote
  shippingAddress
  assignee {
    id
    fullName
  }
  customer {
    id
    fullName
    phone
    record {
      orders
      returned
    }
  }
  orderItems(first: 2) {
    totalCount
    nodes {
      id
      productName
      variantName
      quantity
      imageUrl
    }
  }
}` as Document<ListOrdersOfDayQuery, ListOrdersOfDayQueryVariables>;

export const listMyOrders = `query ListMyOrders($storeId: UUID, $startingAfter: UUID) {
  list: myOrders(storeId: $storeId, startingAfter: $startingAfter, first: 50) {
    nodes {
      ...OrderRow
    }
    pageInfo {
      hasNextPage
    }
  }
}
fragment OrderRow on Order {
  id
  number
  storeId
  status
  paymentStatus
  createdAt
  totalAmount
  dueAmount
  toRefundAmount
  comingBackQuantity
  followUpAt
  followUpNote
  shippingAddress
  assignee {
    id
    fullName
  }
  customer {
    id
    fullName
    phone
    record {
      orders
      returned
    }
  }
  orderItems(first: 2) {
    totalCount
    nodes {
      id
      productName
      variantName
      quantity
      imageUrl
    }
  }
}` as Document<ListMyOrdersQuery, ListMyOrdersQueryVariables>;

export const listLapsing = `query ListLapsing($storeId: UUID, $startingAfter: UUID) {
  list: ordersAboutToLapse(storeId: $storeId, startingAfter: $startingAfter, first: 50) {
    nodes {
      ...OrderRow
    }
    pageInfo {
      hasNextPage
    }
  }
}
fragment OrderRow on Order {
  id
  number
  storeId
  status
  paymentStatus
  createdAt
  totalAmount
  dueAmount
  toRefundAmount
  comingBackQuantity
  followUpAt
  followUpNote
  shippingAddress
  assignee {
    id
    fullName
  }
  customer {
    id
    fullName
    phone
    record {
      orders
      returned
    }
  }
  orderItems(first: 2) {
    totalCount
    nodes {
      id
      productName
      variantName
      quantity
      imageUrl
    }
  }
}` as Document<ListLapsingQuery, ListLapsingQueryVariables>;

export const listRefundsOwed = `query ListRefundsOwed($storeId: UUID, $startingAfter: UUID) {
  list: refundsOwed(storeId: $storeId, startingAfter: $startingAfter, first: 50) {
    nodes {
      ...OrderRow
    }
    pageInfo {
      hasNextPage
    }
  }
}
fragment OrderRow on Order {
  id
  number
  storeId
  status
  paymentStatus
  createdAt
  totalAmount
  dueAmount
  toRefundAmount
  comingBackQuantity
  followUpAt
  followUpNote
  shippingAddress
  assignee {
    id
    fullName
  }
  customer {
    id
    fullName
    phone
    record {
      orders
      returned
    }
  }
  orderItems(first: 2) {
    totalCount
    nodes {
      id
      productName
      variantName
      quantity
      imageUrl
    }
  }
}` as Document<ListRefundsOwedQuery, ListRefundsOwedQueryVariables>;

export const stageCounts = `query StageCounts($storeId: UUID) {
  stageCounts(storeId: $storeId) {
    nodes {
      stage
      orders
    }
  }
  workCounts(storeId: $storeId) {
    callBacksDue
    refundsOwed
  }
}` as Document<StageCountsQuery, StageCountsQueryVariables>;

export const orderChoices = `query OrderChoices($couriersAfter: Cursor, $staffMembersAfter: Cursor) {
  couriers(first: 100, filter: { status: { equalTo: active } }, orderBy: [NAME_ASC], after: $couriersAfter) {
    nodes {
      id
      name
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  staffMembers(
    first: 100
    filter: { status: { equalTo: active } }
    orderBy: [FULL_NAME_ASC]
    after: $staffMembersAfter
  ) {
    nodes {
      id
      fullName
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<OrderChoicesQuery, OrderChoicesQueryVariables>;

export const movesOfMany = `query MovesOfMany($ids: [UUID!]!, $ordersAfter: Cursor) {
  orders(first: 100, filter: { id: { in: $ids } }, after: $ordersAfter) {
    nodes {
      id
      number
      status
      possibleMoves {
        mutation
        toStatus
        parcelId
        allowed
        reason
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<MovesOfManyQuery, MovesOfManyQueryVariables>;
