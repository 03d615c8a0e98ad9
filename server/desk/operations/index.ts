// The library: operations for daily work, ready to run. A test checks each against the schema.

import { catalog } from './catalog.ts';
import type { Operation } from './changes.ts';
import { customers } from './customers.ts';
import { notes } from './notes.ts';
import { parcels } from './parcels.ts';
import { people } from './people.ts';
import { settings } from './settings.ts';
import { stock } from './stock.ts';
import { webhooks } from './webhooks.ts';
import { work } from './work.ts';

const id = '00000000-0000-0000-0000-000000000000';

export const operations: Operation[] = [
  {
    id: 'call-backs-due',
    group: 'Orders',
    title: 'Call-backs due',
    about: 'Customers whose call-back is due, the oldest first.',
    query: `query CallBacksDue {
  callBacksDue(first: 50) {
    totalCount
    nodes {
      id
      number
      followUpAt
      followUpNote
      totalAmount
      customer { fullName phone }
    }
  }
}`,
  },
  {
    id: 'find-order',
    group: 'Orders',
    title: 'Find an order',
    about: 'By its number, or the customer’s name or phone in any spelling.',
    query: `query FindOrder($search: String!) {
  searchOrders(search: $search, first: 20) {
    nodes {
      id
      number
      status
      paymentStatus
      totalAmount
      dueAmount
      createdAt
      customer { fullName phone }
      orderItems { nodes { id sku productName quantity lineTotal } }
      parcels { nodes { id status trackingCode codAmount } }
      timelineEntries { nodes { createdAt actorName action fromStatus toStatus note } }
    }
  }
}`,
    variables: { search: '017' },
  },
  {
    id: 'latest-orders',
    group: 'Orders',
    title: 'Latest orders in a status',
    about: 'Newest first; filter by any column.',
    query: `query LatestOrders($status: OrderStatusName!) {
  orders(first: 50, filter: { status: { equalTo: $status } }) {
    totalCount
    nodes {
      id
      number
      createdAt
      totalAmount
      dueAmount
      customer { fullName phone }
      assignee { fullName }
    }
  }
}`,
    variables: { status: 'pending' },
  },
  {
    id: 'place-order',
    group: 'Orders',
    title: 'Create an order',
    about: 'For a customer on the phone. The customer is found by the number, or created.',
    needs: 'orders.manage',
    query: `mutation PlaceOrder($input: CreateOrderInput!) {
  createOrder(input: $input) {
    order { id number totalAmount dueAmount }
  }
}`,
    variables: {
      input: {
        storeId: id,
        customer: { phone: '01712345678', fullName: '' },
        items: [{ sku: '', quantity: 1 }],
        shippingCharge: '60.00',
        shippingAddress: { addressLine: '', city: 'Dhaka' },
      },
    },
  },
  {
    id: 'move-order',
    group: 'Orders',
    title: 'Change the status of an order',
    about: 'The operation "What the statuses mean" lists the allowed transitions.',
    needs: 'orders.manage',
    query: `mutation MoveOrder($orderId: UUID!, $status: OrderStatusName!, $note: String) {
  changeOrderStatus(input: { orderId: $orderId, status: $status, note: $note }) {
    order { number status paymentStatus fulfillmentStatus }
  }
}`,
    variables: { orderId: id, status: 'confirmed', note: '' },
  },
  {
    id: 'order-statuses',
    group: 'Orders',
    title: 'What the statuses mean',
    about:
      'What each status means for stock and cash, and the allowed transitions. onlyBy: the work that makes the transition.',
    query: `query OrderStatuses {
  orderStatuses(orderBy: [POSITION_ASC]) {
    nodes {
      status
      description
      stock
      cashState
      transitions { nodes { toStatus onlyBy } }
    }
  }
}`,
  },
  {
    id: 'schedule-call-back',
    group: 'Orders',
    title: 'Schedule a call-back',
    about: 'When to call the customer again, and about what.',
    needs: 'orders.manage',
    query: `mutation ScheduleCallBack($orderId: UUID!, $at: Datetime!, $note: String) {
  updateOrder(input: { orderId: $orderId, followUpAt: $at, followUpNote: $note }) {
    order { number status followUpAt followUpNote }
  }
}`,
    variables: { orderId: id, at: '2027-01-01T10:00:00+06:00', note: '' },
  },
  {
    id: 'assign-order',
    group: 'Orders',
    title: 'Assign an order',
    about: 'To a staff member; staffMembers lists them.',
    needs: 'orders.manage',
    query: `mutation AssignOrder($orderId: UUID!, $staffId: UUID!) {
  assignOrder(input: { orderId: $orderId, staffId: $staffId }) {
    order { number assignee { fullName } }
  }
}`,
    variables: { orderId: id, staffId: id },
  },
  {
    id: 'book-parcel',
    group: 'Parcels',
    title: 'Book a parcel',
    about:
      'With a courier, or recorded by hand without one. The courier collects the due amount if codAmount is left out.',
    needs: 'orders.manage',
    query: `mutation BookParcel($orderId: UUID!, $courierId: UUID, $trackingCode: String) {
  bookParcel(input: { orderId: $orderId, courierId: $courierId, trackingCode: $trackingCode }) {
    parcel { id status codAmount courier { name } order { number status } }
  }
}`,
    variables: { orderId: id, courierId: null, trackingCode: null },
  },
  {
    id: 'record-pickup',
    group: 'Parcels',
    title: 'Record a pickup',
    about: 'The courier has taken the parcel.',
    needs: 'orders.manage',
    query: `mutation RecordPickup($parcelId: UUID!) {
  recordParcelPickup(input: { parcelId: $parcelId }) {
    parcel { id status order { number status } }
  }
}`,
    variables: { parcelId: id },
  },
  {
    id: 'record-delivery',
    group: 'Parcels',
    title: 'Record a delivery',
    about: 'The customer has the parcel. Give the amount that the courier collected if it differs.',
    needs: 'orders.manage',
    query: `mutation RecordDelivery($parcelId: UUID!, $collected: Money) {
  recordParcelDelivered(input: { parcelId: $parcelId, collectedAmount: $collected }) {
    parcel { id status collectedAmount order { number status dueAmount } }
  }
}`,
    variables: { parcelId: id, collected: null },
  },
  {
    id: 'record-payout',
    group: 'Money',
    title: 'Record a COD payout',
    about: 'The courier has handed over the cash of a parcel. Only now is the order paid.',
    needs: 'payments.manage',
    query: `mutation RecordPayout($parcelId: UUID!, $amount: Money, $reference: String) {
  recordParcelPayout(input: { parcelId: $parcelId, amount: $amount, reference: $reference }) {
    payment { id amount settledAt order { number paymentStatus paidAmount dueAmount } }
  }
}`,
    variables: { parcelId: id, amount: null, reference: '' },
  },
  {
    id: 'payouts-awaited',
    group: 'Money',
    title: 'COD payouts to come',
    about: 'Delivered parcels whose cash the courier still has, the oldest first.',
    query: `query PayoutsAwaited {
  parcels(
    first: 100
    filter: { status: { equalTo: delivered }, payoutAt: { isNull: true }, codAmount: { greaterThan: "0" } }
    orderBy: [CREATED_AT_ASC]
  ) {
    totalCount
    nodes { id deliveredAt codAmount collectedAmount courier { name } order { number } }
  }
}`,
  },
  {
    id: 'record-payment',
    group: 'Money',
    title: 'Record a payment',
    about: 'Money received for an order, at most the due amount. paymentMethods lists the methods.',
    needs: 'payments.manage',
    query: `mutation RecordPayment($input: RecordPaymentInput!) {
  recordPayment(input: $input) {
    payment { id amount order { number paymentStatus dueAmount } }
  }
}`,
    variables: { input: { orderId: id, paymentMethodId: id, amount: '0.00', transactionId: null } },
  },
  {
    id: 'record-refund',
    group: 'Money',
    title: 'Record a refund',
    about: 'Money returned to a customer, at most the paid amount.',
    needs: 'payments.manage',
    query: `mutation RecordRefund($input: RecordRefundInput!) {
  recordRefund(input: $input) {
    payment { id kind amount order { number paymentStatus refundedAmount } }
  }
}`,
    variables: { input: { orderId: id, amount: '0.00', note: '' } },
  },
  {
    id: 'create-return',
    group: 'Returns',
    title: 'Create a return',
    about: 'A customer returns lines of a delivered order.',
    needs: 'orders.manage',
    query: `mutation CreateReturn($orderId: UUID!, $lines: [LineQuantityInput!]!, $reason: String) {
  createReturn(input: { orderId: $orderId, lines: $lines, reason: $reason }) {
    return { id number status }
  }
}`,
    variables: { orderId: id, lines: [{ orderItemId: id, quantity: 1 }], reason: '' },
  },
  {
    id: 'receive-return',
    group: 'Returns',
    title: 'Receive a return',
    about: 'The goods that came back. Sellable ones go back into stock, damaged ones do not.',
    needs: 'inventory.manage',
    query: `mutation ReceiveReturn($returnId: UUID!, $lines: [ReceivedLineInput!]!) {
  receiveReturn(input: { returnId: $returnId, lines: $lines }) {
    return { id number status receivedAt order { number status fulfillmentStatus } }
  }
}`,
    variables: { returnId: id, lines: [{ orderItemId: id, quantity: 1, condition: 'sellable' }] },
  },
  {
    id: 'receive-parcel',
    group: 'Returns',
    title: 'Receive an undelivered parcel',
    about: 'The courier has brought it back. Its goods are available again.',
    needs: 'inventory.manage',
    query: `mutation ReceiveParcel($parcelId: UUID!) {
  receiveParcel(input: { parcelId: $parcelId }) {
    parcel { id status receivedAt order { number status } }
  }
}`,
    variables: { parcelId: id },
  },
  {
    id: 'low-stock',
    group: 'Stock',
    title: 'Low stock',
    about: 'Stock at or below its threshold, the lowest first.',
    query: `query LowStock {
  lowStock(first: 100) {
    totalCount
    nodes {
      onHand
      reserved
      location { name }
      variant { sku name lowStockThreshold product { name } }
    }
  }
}`,
  },
  {
    id: 'create-key',
    group: 'Integrations',
    title: 'Create a key',
    about: 'The key is shown only in this answer: copy it. Only owners create company keys (type company, no store).',
    needs: 'developer.manage',
    query: `mutation CreateKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    issuedApiKey { plaintext apiKey { id name scopes expiresAt } }
  }
}`,
    variables: {
      input: { name: '', type: 'store', storeId: id, scopes: ['products_read', 'orders_read'], expiresAt: null },
    },
  },
  {
    id: 'rotate-key',
    group: 'Integrations',
    title: 'Rotate a key',
    about: 'Replaces a key with a new one. The old one stops working after the grace hours.',
    needs: 'developer.manage',
    query: `mutation RotateKey($id: UUID!, $graceHours: Int) {
  rotateApiKey(input: { id: $id, graceHours: $graceHours }) {
    issuedApiKey { plaintext apiKey { id name last4 } }
  }
}`,
    variables: { id, graceHours: 24 },
  },
  {
    id: 'keys',
    group: 'Integrations',
    title: 'Keys in use',
    about: 'The keys, their scopes, and when they were last used.',
    query: `query Keys {
  apiKeys(filter: { revokedAt: { isNull: true } }) {
    nodes { id name type sample last4 scopes lastUsedAt expiresAt graceEndsAt store { name } }
  }
}`,
  },
  {
    id: 'failed-webhooks',
    group: 'Integrations',
    title: 'Failed webhook deliveries',
    about: 'Deliveries that failed. redeliverWebhook sends one again, recoverWebhooks all since a time.',
    query: `query FailedDeliveries {
  webhookDeliveries(first: 50, filter: { status: { equalTo: failed } }, orderBy: [CREATED_AT_DESC]) {
    totalCount
    nodes {
      id
      event { type }
      attempts
      finishedAt
      endpoint { url }
      webhookAttempts(last: 1) { nodes { outcome responseStatus error } }
    }
  }
}`,
  },
  {
    id: 'erase-customer',
    group: 'Customers',
    title: 'Erase a customer',
    about: 'Name, phone, email, addresses and notes go for ever. Orders, money and stock stay.',
    needs: 'an owner',
    query: `mutation EraseCustomer($customerId: UUID!) {
  eraseCustomer(input: { customerId: $customerId }) {
    customer { id fullName erasedAt }
  }
}`,
    variables: { customerId: id },
  },
  ...catalog,
  ...notes,
  ...stock,
  ...work,
  ...people,
  ...parcels,
  ...customers,
  ...settings,
  ...webhooks,
];
