// Made of order.graphql: npm run codegen -- desk
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

/** The words of payment methods: type. */
export type PaymentMethodType =
  | 'cod'
  | 'wallet'
  | 'bank'
  | 'card'
  | 'cash';

/** The words of payments: kind. */
export type PaymentKind =
  | 'payment'
  | 'refund';

/** The words of payments: status. */
export type PaymentStatus =
  | 'pending'
  | 'settled'
  | 'voided';

/** The words of parcels: status. */
export type ParcelStatus =
  | 'booked'
  | 'picked_up'
  | 'delivered'
  | 'delivery_failed'
  | 'return_requested'
  | 'received'
  | 'cancelled';

/** The words of parcels: work. */
export type ParcelWork =
  | 'to_hand_over'
  | 'with_courier'
  | 'coming_back';

/** The words of returns: status. */
export type ReturnStatus =
  | 'requested'
  | 'received'
  | 'cancelled';

/** The words of customers: status. */
export type CustomerStatus =
  | 'active'
  | 'inactive'
  | 'blocked';

export type OrderQueryVariables = Exact<{
  id: string;
  orderItemsAfter?: string | null | undefined;
  parcelsAfter?: string | null | undefined;
  returnsAfter?: string | null | undefined;
  returnLinesAfter?: string | null | undefined;
  paymentsAfter?: string | null | undefined;
}>;


export type OrderQuery = { order: { id: string, number: string, storeId: string, source: OrderSource, status: OrderStatusName, paymentStatus: OrderPaymentStatus, fulfillmentStatus: OrderFulfillmentStatus, subtotal: string, discountAmount: string, shippingCharge: string, taxAmount: string, totalAmount: string, receivedAmount: string, refundedAmount: string, returnedAmount: string, waivedAmount: string, retainedAmount: string | null, paidAmount: string, dueAmount: string, heldByCourierAmount: string, toRefundAmount: string, withCourierQuantity: number, comingBackQuantity: number, shippingAddress: unknown, appliedCoupon: unknown, note: string | null, followUpAt: string | null, followUpNote: string | null, lapsesAt: string | null, createdAt: string, updatedAt: string, store: { name: string, timezone: string } | null, assignee: { id: string, fullName: string } | null, location: { name: string } | null, channel: { name: string } | null, paymentMethod: { name: string } | null, customer: { id: string, fullName: string, phone: string | null, status: CustomerStatus, record: { orders: number | null, delivered: number | null, returned: number | null, cancelled: number | null, totalSpent: string | null } | null, orders: { nodes: Array<{ id: string, number: string, status: OrderStatusName, totalAmount: string, createdAt: string }> } } | null, orderItems: { nodes: Array<{ id: string, productId: string, sku: string, productName: string, variantName: string, imageUrl: string | null, quantity: number, deliveredQuantity: number, returnedQuantity: number, releasedQuantity: number, damagedQuantity: number, comingBackQuantity: number | null, unitPrice: string, discountPrice: string | null, discountAmount: string, lineTotal: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, parcels: { nodes: Array<{ id: string, status: ParcelStatus, trackingCode: string | null, codAmount: string, collectedAmount: string | null, heldAmount: string, chargedAmount: string, writtenOffAmount: string, work: ParcelWork | null, bookedAt: string, pickedUpAt: string | null, deliveredAt: string | null, receivedAt: string | null, cancelledAt: string | null, courier: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, returns: { nodes: Array<{ id: string, number: string, status: ReturnStatus, reason: string | null, createdAt: string, receivedAt: string | null, returnLines: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ orderItemId: string, quantity: number, sellableQuantity: number, damagedQuantity: number }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, payments: { nodes: Array<{ id: string, kind: PaymentKind, status: PaymentStatus, amount: string, chargedAmount: string, transactionId: string | null, note: string | null, createdAt: string, receivedAt: string | null, paymentMethod: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, possibleMoves: Array<{ mutation: string | null, toStatus: OrderStatusName | null, parcelId: string | null, returnId: string | null, allowed: boolean | null, reason: string | null, requiredArguments: Array<string> | null, atMost: string | null }> | null } | null };

export type OrderFeedQueryVariables = Exact<{
  id: string;
  startingAfter?: string | null | undefined;
}>;


export type OrderFeedQuery = { order: { feed: { nodes: Array<{ id: string | null, at: string | null, actorType: string | null, actorName: string | null, subject: string | null, subjectName: string | null, action: string | null, fromValue: string | null, toValue: string | null, note: string | null, detail: unknown }>, pageInfo: { hasNextPage: boolean } } } | null };

export type OrderSeenQueryVariables = Exact<{
  id: string;
}>;


export type OrderSeenQuery = { order: { updatedAt: string, feed: { nodes: Array<{ id: string | null, actorName: string | null }> } } | null };

export type MethodsOfStoreQueryVariables = Exact<{
  storeId: string;
  paymentMethodsAfter?: string | null | undefined;
}>;


export type MethodsOfStoreQuery = { paymentMethods: { nodes: Array<{ id: string, name: string, type: PaymentMethodType, requiresTransactionId: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CouriersInUseQueryVariables = Exact<{
  couriersAfter?: string | null | undefined;
}>;


export type CouriersInUseQuery = { couriers: { nodes: Array<{ id: string, name: string, isOwnRider: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export const order = `query Order(
  $id: UUID!
  $orderItemsAfter: Cursor
  $parcelsAfter: Cursor
  $returnsAfter: Cursor
  $returnLinesAfter: Cursor
  $paymentsAfter: Cursor
) {
  order(id: $id) {
    id
    number
    storeId
    source
    status
    paymentStatus
    fulfillmentStatus
    subtotal
    discountAmount
    shippingCharge
    taxAmount
    totalAmount
    receivedAmount
    refundedAmount
    returnedAmount
    waivedAmount
    retainedAmount
    paidAmount
    dueAmount
    heldByCourierAmount
    toRefundAmount
    withCourierQuantity
    comingBackQuantity
    shippingAddress
    appliedCoupon
    note
    followUpAt
    followUpNote
    lapsesAt
    createdAt
    updatedAt
    store {
      name
      timezone
    }
    assignee {
      id
      fullName
    }
    location {
      name
    }
    channel {
      name
    }
    paymentMethod {
      name
    }
    customer {
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
      }
      orders(first: 6, orderBy: [CREATED_AT_DESC]) {
        nodes {
          id
          number
          status
          totalAmount
          createdAt
        }
      }
    }
    orderItems(first: 100, orderBy: [LINE_ASC], after: $orderItemsAfter) {
      nodes {
        id
        productId
        sku
        productName
        variantName
        imageUrl
        quantity
        deliveredQuantity
        returnedQuantity
        releasedQuantity
        damagedQuantity
        comingBackQuantity
        unitPrice
        discountPrice
        discountAmount
        lineTotal
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    parcels(first: 20, orderBy: [CREATED_AT_DESC], after: $parcelsAfter) {
      nodes {
        id
        status
        trackingCode
        codAmount
        collectedAmount
        heldAmount
        chargedAmount
        writtenOffAmount
        work
        bookedAt
        pickedUpAt
        deliveredAt
        receivedAt
        cancelledAt
        courier {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    returns(first: 20, orderBy: [CREATED_AT_DESC], after: $returnsAfter) {
      nodes {
        id
        number
        status
        reason
        createdAt
        receivedAt
        returnLines(first: 100, after: $returnLinesAfter) {
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            orderItemId
            quantity
            sellableQuantity
            damagedQuantity
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    payments(first: 50, orderBy: [CREATED_AT_DESC], after: $paymentsAfter) {
      nodes {
        id
        kind
        status
        amount
        chargedAmount
        transactionId
        note
        createdAt
        receivedAt
        paymentMethod {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    possibleMoves {
      mutation
      toStatus
      parcelId
      returnId
      allowed
      reason
      requiredArguments
      atMost
    }
  }
}` as Document<OrderQuery, OrderQueryVariables>;

export const orderFeed = `query OrderFeed($id: UUID!, $startingAfter: UUID) {
  order(id: $id) {
    feed(startingAfter: $startingAfter, first: 30) {
      nodes {
        id
        at
        actorType
        actorName
        subject
        subjectName
        action
        fromValue
        toValue
        note
        detail
      }
      pageInfo {
        hasNextPage
      }
    }
  }
}` as Document<OrderFeedQuery, OrderFeedQueryVariables>;

export const orderSeen = `query OrderSeen($id: UUID!) {
  order(id: $id) {
    updatedAt
    feed(first: 1) {
      nodes {
        id
        actorName
      }
    }
  }
}` as Document<OrderSeenQuery, OrderSeenQueryVariables>;

export const methodsOfStore = `query MethodsOfStore($storeId: UUID!, $paymentMethodsAfter: Cursor) {
  paymentMethods(
    first: 100
    filter: { storeId: { equalTo: $storeId }, status: { equalTo: active } }
    orderBy: [NAME_ASC]
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
}` as Document<MethodsOfStoreQuery, MethodsOfStoreQueryVariables>;

export const couriersInUse = `query CouriersInUse($couriersAfter: Cursor) {
  couriers(first: 100, filter: { status: { equalTo: active } }, orderBy: [NAME_ASC], after: $couriersAfter) {
    nodes {
      id
      name
      isOwnRider
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<CouriersInUseQuery, CouriersInUseQueryVariables>;
