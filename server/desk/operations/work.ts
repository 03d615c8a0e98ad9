// The part of the library about what waits: counts, lists of a working day, and what happened.
import type { Operation } from './changes.ts';

const id = '00000000-0000-0000-0000-000000000000';
const parcel = 'id trackingCode codAmount daysOut courier { name } order { id number customer { fullName phone } }';

export const work: Operation[] = [
  {
    id: 'work-counts',
    group: 'Work',
    title: 'What waits',
    about: 'How much of each kind waits, of all stores or of one. 1000 means 1000 or more.',
    query: `query WorkCounts($storeId: UUID) {
  workCounts(storeId: $storeId) {
    ordersToday myOrders newOrders callBacksDue onHold toPack toBook toHandOver withCouriers parcelsComingBack
    returnsRequested heldParcels aboutToLapse lowStock withoutPrice failingWebhooks
  }
}`,
    variables: { storeId: null },
  },
  {
    id: 'orders-at-stage',
    group: 'Work',
    title: 'Orders at a stage',
    about:
      'new, call_back, on_hold, to_pack, to_ship, with_courier, delivered, returned or closed. Give the last order as startingAfter to go on.',
    query: `query OrdersAtStage($stage: String!, $startingAfter: UUID) {
  ordersAtStage(stage: $stage, startingAfter: $startingAfter, oldestFirst: true, first: 50) {
    nodes { id number status createdAt totalAmount dueAmount customer { fullName phone record { orders returnedShare } } }
    pageInfo { hasNextPage }
  }
}`,
    variables: { stage: 'to_pack', startingAfter: null },
  },
  {
    id: 'my-orders',
    group: 'Work',
    title: 'My orders',
    about: 'Assigned to you and not over, the oldest first.',
    query: `query MyOrders {
  myOrders(first: 50) { nodes { id number status createdAt followUpAt customer { fullName phone } } }
}`,
  },
  {
    id: 'orders-of-day',
    group: 'Work',
    title: 'Orders of a day',
    about: 'Of the store’s own calendar; today if no day is given.',
    query: `query OrdersOfDay($day: Date) {
  ordersOfDay(day: $day, first: 100) { totalCount nodes { id number status totalAmount createdAt } }
}`,
    variables: { day: null },
  },
  {
    id: 'possible-moves',
    group: 'Work',
    title: 'What may be done with an order',
    about: 'Each mutation that fits the order, whether it would be refused now, and why.',
    query: `query PossibleMoves($orderId: UUID!) {
  order(id: $orderId) { number status possibleMoves { mutation toStatus parcelId returnId allowed reason } }
}`,
    variables: { orderId: id },
  },
  {
    id: 'orders-about-to-lapse',
    group: 'Work',
    title: 'Unpaid orders about to lapse',
    about: 'Storefront orders that were to be paid online and will be cancelled by themselves.',
    query: `query OrdersAboutToLapse {
  ordersAboutToLapse(first: 50) { nodes { id number lapsesAt totalAmount customer { fullName phone } } }
}`,
  },
  {
    id: 'couriers-by-work',
    group: 'Parcels',
    title: 'Couriers: parcels and cash',
    about: 'What each courier has to take, has on the road, brings back, and holds in cash.',
    query: `query CourierWork($storeId: UUID) {
  courierWork(storeId: $storeId) {
    nodes { courierId name toHandOver withCourier outSince daysOut comingBack heldParcels heldAmount heldSince }
  }
}`,
    variables: { storeId: null },
  },
  {
    id: 'parcels-at-work',
    group: 'Parcels',
    title: 'Parcels to hand over, on the road and coming back',
    about: 'Those first that have been so longest. courierId narrows them to one courier.',
    query: `query ParcelsAtWork($courierId: UUID) {
  parcelsToHandOver(courierId: $courierId) { nodes { ${parcel} } }
  parcelsWithCouriers(courierId: $courierId) { nodes { ${parcel} } }
  parcelsComingBack(courierId: $courierId) { nodes { ${parcel} } }
}`,
    variables: { courierId: null },
  },
  {
    id: 'returns-expected',
    group: 'Parcels',
    title: 'Returns expected',
    about: 'What customers want to give back and has not arrived.',
    query: `query ReturnsExpected {
  returnsExpected { nodes { id number createdAt reason order { id number customer { fullName phone } } } }
}`,
  },
  {
    id: 'held-cash',
    group: 'Money',
    title: 'Cash that couriers hold',
    about: 'Delivered parcels whose cash was not paid out, the longest first.',
    query: `query HeldParcels($courierId: UUID) {
  heldParcels(courierId: $courierId, first: 100) {
    nodes { id trackingCode deliveredAt collectedAmount heldAmount courier { name } order { number } }
  }
}`,
    variables: { courierId: null },
  },
  {
    id: 'feeds',
    group: 'Work',
    title: 'What happened to an order',
    about: 'Who did what and when, from what, to what, the newest first. Products and customers have a feed too.',
    query: `query OrderFeed($orderId: UUID!, $startingAfter: UUID) {
  order(id: $orderId) {
    number
    feed(startingAfter: $startingAfter, first: 50) {
      nodes { id at actorType actorName subject subjectName action fromValue toValue note detail }
    }
  }
}`,
    variables: { orderId: id, startingAfter: null },
  },
  {
    id: 'stock-that-runs-out',
    group: 'Stock',
    title: 'Low stock, with the days it lasts',
    about: 'At the rate of the last 30 days.',
    query: `query StockThatRunsOut {
  lowStock(first: 100) {
    nodes { onHand reserved location { name } variant { sku name available soldLast30Days daysLeft product { name } } }
  }
}`,
  },
  {
    id: 'to-put-right',
    group: 'Work',
    title: 'What to put right',
    about: 'Products on sale without a price, and webhooks that fail.',
    query: `query ToPutRight {
  productsWithoutPrice { nodes { id name } }
  failingWebhooks { nodes { id url failingSince disabledReason } }
}`,
  },
];
