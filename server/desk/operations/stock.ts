// The part of the library about stock: goods that come, counts, transfers and single adjustments.
import type { Operation } from './changes.ts';

const id = '00000000-0000-0000-0000-000000000000';

export const stock: Operation[] = [
  {
    id: 'purchases',
    group: 'Stock',
    title: 'Purchases and what has come',
    about: 'What was ordered from suppliers, newest first, with its receipts.',
    query: `query Purchases($status: [PurchaseStatus!]!) {
  purchases(first: 50, orderBy: ID_DESC, filter: { status: { in: $status } }) {
    nodes {
      id
      number
      status
      supplierName
      supplierDocument
      createdAt
      location { name }
      purchaseLines { nodes { sku quantity receivedQuantity unitCost variant { id name } } }
      goodsReceipts { nodes { id number createdAt actorName note correctsId goodsReceiptLines { nodes { sku quantity unitCost } } } }
    }
  }
}`,
    variables: { status: ['open', 'partly_received'] },
  },
  {
    id: 'create-purchase',
    group: 'Stock',
    title: 'Write down a purchase',
    about: 'What a supplier is to bring, with the cost of one unit. Stock changes when it is received.',
    needs: 'inventory.manage',
    query: `mutation CreatePurchase($locationId: UUID!, $supplierName: String, $supplierDocument: String, $lines: [GoodsLineInput]!) {
  createPurchase(input: { locationId: $locationId, supplierName: $supplierName, supplierDocument: $supplierDocument, lines: $lines }) {
    purchase { id number status }
  }
}`,
    variables: {
      locationId: id,
      supplierName: '',
      supplierDocument: '',
      lines: [{ sku: '', quantity: 1, unitCost: '0.00' }],
    },
  },
  {
    id: 'receive-purchase',
    group: 'Stock',
    title: 'Receive goods of a purchase',
    about: 'All that is missing (lines null), or the lines that came. More than is missing needs acceptExcess.',
    needs: 'inventory.manage',
    query: `mutation ReceivePurchase($purchaseId: UUID!, $lines: [GoodsLineInput], $acceptExcess: Boolean) {
  receivePurchase(input: { purchaseId: $purchaseId, lines: $lines, acceptExcess: $acceptExcess }) {
    goodsReceipt { id number purchase { status } }
  }
}`,
    variables: { purchaseId: id, lines: null, acceptExcess: false },
  },
  {
    id: 'receive-goods',
    group: 'Stock',
    title: 'Receive goods without a purchase',
    about: 'In one step: adds them to the stock at their cost.',
    needs: 'inventory.manage',
    query: `mutation ReceiveGoods($locationId: UUID!, $supplierName: String, $supplierDocument: String, $lines: [GoodsLineInput]!) {
  receiveGoods(input: { locationId: $locationId, supplierName: $supplierName, supplierDocument: $supplierDocument, lines: $lines }) {
    goodsReceipt { id number purchase { id number } }
  }
}`,
    variables: {
      locationId: id,
      supplierName: '',
      supplierDocument: '',
      lines: [{ sku: '', quantity: 1, unitCost: '0.00' }],
    },
  },
  {
    id: 'correct-receipt',
    group: 'Stock',
    title: 'Take back goods of a receipt',
    about: 'Counted wrongly, or sent back to the supplier: all that is left (lines null), or some. A new document.',
    needs: 'inventory.manage',
    query: `mutation CorrectReceipt($receiptId: UUID!, $reason: String!, $lines: [MovedLineInput]) {
  correctGoodsReceipt(input: { receiptId: $receiptId, reason: $reason, lines: $lines }) {
    goodsReceipt { id number goodsReceiptLines { nodes { sku quantity unitCost } } }
  }
}`,
    variables: { receiptId: id, reason: 'Counted wrongly', lines: null },
  },
  {
    id: 'close-purchase',
    group: 'Stock',
    title: 'Close a purchase',
    about: 'What has not come is no longer expected.',
    needs: 'inventory.manage',
    query: `mutation ClosePurchase($purchaseId: UUID!) {
  closePurchase(input: { purchaseId: $purchaseId }) {
    purchase { id number status }
  }
}`,
    variables: { purchaseId: id },
  },
  {
    id: 'adjust-stock',
    group: 'Stock',
    title: 'Adjust the stock of a variant',
    about: 'By a change or to a quantity (setOnHand). Type: adjustment, damage, return, or purchase with unitCost.',
    needs: 'inventory.manage',
    query: `mutation AdjustStock($input: AdjustStockInput!) {
  adjustStock(input: $input) {
    inventoryLevel { id onHand reserved variant { sku name } }
  }
}`,
    variables: {
      input: {
        locationId: id,
        sku: '',
        type: 'adjustment',
        quantityChange: -1,
        reason: 'Broken',
      },
    },
  },
  {
    id: 'transfer-stock',
    group: 'Stock',
    title: 'Bring goods to another location',
    about: 'Out and in at once. What orders hold stays.',
    needs: 'inventory.manage',
    query: `mutation TransferStock($fromLocationId: UUID!, $toLocationId: UUID!, $lines: [MovedLineInput]!, $reason: String) {
  transferStock(input: { fromLocationId: $fromLocationId, toLocationId: $toLocationId, lines: $lines, reason: $reason }) {
    stockTransfer { id number }
  }
}`,
    variables: { fromLocationId: id, toLocationId: id, lines: [{ sku: '', quantity: 1 }], reason: '' },
  },
  {
    id: 'transfers',
    group: 'Stock',
    title: 'Transfers',
    about: 'Goods brought between locations, newest first.',
    query: `query Transfers($first: Int!) {
  stockTransfers(first: $first, orderBy: ID_DESC) {
    nodes { id number createdAt actorName reason fromLocation { name } toLocation { name } stockTransferLines { nodes { sku quantity } } }
  }
}`,
    variables: { first: 50 },
  },
  {
    id: 'counts',
    group: 'Stock',
    title: 'Stock counts',
    about: 'With what was expected, counted and booked, newest first.',
    query: `query Counts($status: [StockCountStatus!]!) {
  stockCounts(first: 20, orderBy: ID_DESC, filter: { status: { in: $status } }) {
    nodes {
      id
      number
      status
      reason
      createdAt
      endedAt
      location { name }
      stockCountLines { nodes { sku expectedQuantity countedQuantity differenceQuantity countedAt actorName variant { id name } } }
    }
  }
}`,
    variables: { status: ['open', 'booked'] },
  },
  {
    id: 'start-count',
    group: 'Stock',
    title: 'Start a stock count',
    about: 'Of a location. Selling goes on meanwhile.',
    needs: 'inventory.manage',
    query: `mutation StartCount($locationId: UUID!, $reason: String!) {
  startStockCount(input: { locationId: $locationId, reason: $reason }) {
    stockCount { id number }
  }
}`,
    variables: { locationId: id, reason: 'Stock count' },
  },
  {
    id: 'save-count',
    group: 'Stock',
    title: 'Save what was counted',
    about: 'As often as you like; a variant that is saved again is counted anew.',
    needs: 'inventory.manage',
    query: `mutation SaveCount($countId: UUID!, $lines: [CountedLineInput]!) {
  saveStockCountLines(input: { countId: $countId, lines: $lines }) {
    stockCount { id number stockCountLines { nodes { sku expectedQuantity countedQuantity differenceQuantity } } }
  }
}`,
    variables: { countId: id, lines: [{ sku: '', counted: 0 }] },
  },
  {
    id: 'remove-count-line',
    group: 'Stock',
    title: 'Take a line out of a count',
    about: 'That variant was not counted after all.',
    needs: 'inventory.manage',
    query: `mutation RemoveCountLine($countId: UUID!, $variantId: UUID!) {
  removeStockCountLine(input: { countId: $countId, variantId: $variantId }) {
    stockCount { id number }
  }
}`,
    variables: { countId: id, variantId: id },
  },
  {
    id: 'book-count',
    group: 'Stock',
    title: 'Book a stock count',
    about: 'Each difference becomes a row of the ledger. What moved since a line was counted stays.',
    needs: 'inventory.manage',
    query: `mutation BookCount($countId: UUID!) {
  bookStockCount(input: { countId: $countId }) {
    stockCount { id number status endedAt }
  }
}`,
    variables: { countId: id },
  },
  {
    id: 'cancel-count',
    group: 'Stock',
    title: 'Give a stock count up',
    about: 'Nothing of it is booked.',
    needs: 'inventory.manage',
    query: `mutation CancelCount($countId: UUID!) {
  cancelStockCount(input: { countId: $countId }) {
    stockCount { id number status }
  }
}`,
    variables: { countId: id },
  },
  {
    id: 'recount',
    group: 'Stock',
    title: 'Record a stock count',
    about: 'The counted quantities. Each difference becomes a row of the stock ledger.',
    needs: 'inventory.manage',
    query: `mutation Recount($locationId: UUID!, $lines: [CountedLineInput]!, $reason: String!) {
  recount(input: { locationId: $locationId, lines: $lines, reason: $reason }) {
    inventoryLevels { onHand reserved variant { sku name } }
  }
}`,
    variables: { locationId: id, lines: [{ sku: '', counted: 0 }], reason: 'Stock count' },
  },
];
