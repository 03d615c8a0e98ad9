// Made of moves.graphql: npm run codegen -- desk
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

/** An input for mutations affecting `ReceivedLine` */
export type ReceivedLineInput = {
  /** Which line of the order. */
  orderItemId?: string | null | undefined;
  /** How many units of it came back. */
  quantity?: number | null | undefined;
  /** Sellable, or damaged: those do not go back into stock. */
  condition?: GoodsCondition | null | undefined;
};

/** The words of goods condition. */
export type GoodsCondition =
  | 'sellable'
  | 'damaged';

/** An input for mutations affecting `LineQuantity` */
export type LineQuantityInput = {
  /** Which line of the order. */
  orderItemId?: string | null | undefined;
  /** How many units of it. */
  quantity?: number | null | undefined;
};

/** All input for the `updateOrder` mutation. */
export type UpdateOrderInput = {
  /**
   * An arbitrary string value with no semantic meaning. Will be included in the
   * payload verbatim. May be used to track mutations by the client.
   */
  clientMutationId?: string | null | undefined;
  /** Which order. */
  orderId: string;
  /** What the shopper or staff remarked. */
  note?: string | null | undefined;
  /** When to call back; kept after the order leaves follow_up. */
  followUpAt?: string | null | undefined;
  /** What about. */
  followUpNote?: string | null | undefined;
  /** True removes the call-back. */
  clearFollowUp?: boolean | null | undefined;
  /** The `updatedAt` that you read: refused with CONFLICT if the record was changed since. */
  expectedUpdatedAt?: string | null | undefined;
};

export type ChangeStatusMutationVariables = Exact<{
  orderId: string;
  status: OrderStatusName;
  note?: string | null | undefined;
}>;


export type ChangeStatusMutation = { changeOrderStatus: { order: { id: string, status: OrderStatusName } | null } | null };

export type CancelOrderMutationVariables = Exact<{
  orderId: string;
  reason?: string | null | undefined;
}>;


export type CancelOrderMutation = { cancelOrder: { order: { id: string, status: OrderStatusName } | null } | null };

export type AssignMutationVariables = Exact<{
  orderId: string;
  staffId?: string | null | undefined;
}>;


export type AssignMutation = { assignOrder: { order: { id: string } | null } | null };

export type CallBackMutationVariables = Exact<{
  input: UpdateOrderInput;
}>;


export type CallBackMutation = { updateOrder: { order: { id: string, followUpAt: string | null } | null } | null };

export type AddNoteMutationVariables = Exact<{
  orderId: string;
  note: string;
}>;


export type AddNoteMutation = { addOrderNote: { staffNote: { id: string } | null } | null };

export type BookParcelMutationVariables = Exact<{
  orderId: string;
  courierId?: string | null | undefined;
  codAmount?: string | null | undefined;
  trackingCode?: string | null | undefined;
}>;


export type BookParcelMutation = { bookParcel: { parcel: { id: string } | null } | null };

export type PickUpMutationVariables = Exact<{
  parcelId: string;
}>;


export type PickUpMutation = { recordParcelPickup: { parcel: { id: string } | null } | null };

export type DeliveredMutationVariables = Exact<{
  parcelId: string;
  collectedAmount?: string | null | undefined;
}>;


export type DeliveredMutation = { recordParcelDelivered: { parcel: { id: string } | null } | null };

export type DeliveredInPartMutationVariables = Exact<{
  parcelId: string;
  kept: Array<LineQuantityInput | null | undefined> | LineQuantityInput;
  collectedAmount?: string | null | undefined;
}>;


export type DeliveredInPartMutation = { recordPartialDelivery: { parcel: { id: string } | null } | null };

export type DeliveryFailedMutationVariables = Exact<{
  parcelId: string;
  reason?: string | null | undefined;
}>;


export type DeliveryFailedMutation = { recordDeliveryFailure: { parcel: { id: string } | null } | null };

export type CallParcelBackMutationVariables = Exact<{
  parcelId: string;
  reason?: string | null | undefined;
}>;


export type CallParcelBackMutation = { requestParcelReturn: { parcel: { id: string } | null } | null };

export type CancelParcelMutationVariables = Exact<{
  parcelId: string;
  reason?: string | null | undefined;
}>;


export type CancelParcelMutation = { cancelParcel: { parcel: { id: string } | null } | null };

export type ReceiveParcelMutationVariables = Exact<{
  parcelId: string;
  lines?: Array<ReceivedLineInput | null | undefined> | ReceivedLineInput | null | undefined;
}>;


export type ReceiveParcelMutation = { receiveParcel: { parcel: { id: string } | null } | null };

export type ParcelPaidOutMutationVariables = Exact<{
  parcelId: string;
  amount?: string | null | undefined;
  chargedAmount?: string | null | undefined;
  reference?: string | null | undefined;
}>;


export type ParcelPaidOutMutation = { recordParcelPayout: { payment: { id: string } | null } | null };

export type RestateCollectedMutationVariables = Exact<{
  parcelId: string;
  reason: string;
  collectedAmount?: string | null | undefined;
}>;


export type RestateCollectedMutation = { restateCollected: { parcel: { id: string } | null } | null };

export type WriteOffMutationVariables = Exact<{
  parcelId: string;
  reason: string;
  amount?: string | null | undefined;
}>;


export type WriteOffMutation = { writeOffParcelCash: { parcel: { id: string } | null } | null };

export type UndoParcelStepMutationVariables = Exact<{
  parcelId: string;
  reason: string;
}>;


export type UndoParcelStepMutation = { undoParcelStep: { parcel: { id: string } | null } | null };

export type SendAgainMutationVariables = Exact<{
  orderId: string;
  note?: string | null | undefined;
}>;


export type SendAgainMutation = { sendAgain: { order: { id: string } | null } | null };

export type CancelReturnMutationVariables = Exact<{
  returnId: string;
  reason: string;
}>;


export type CancelReturnMutation = { cancelReturn: { return: { id: string } | null } | null };

export type UndoReturnReceiptMutationVariables = Exact<{
  returnId: string;
  reason: string;
}>;


export type UndoReturnReceiptMutation = { undoReturnReceipt: { return: { id: string } | null } | null };

export type CreateReturnMutationVariables = Exact<{
  orderId: string;
  lines: Array<LineQuantityInput | null | undefined> | LineQuantityInput;
  reason?: string | null | undefined;
}>;


export type CreateReturnMutation = { createReturn: { return: { id: string } | null } | null };

export type ReceiveReturnMutationVariables = Exact<{
  returnId: string;
  lines?: Array<ReceivedLineInput | null | undefined> | ReceivedLineInput | null | undefined;
}>;


export type ReceiveReturnMutation = { receiveReturn: { return: { id: string } | null } | null };

export type PayMutationVariables = Exact<{
  orderId: string;
  paymentMethodId: string;
  amount: string;
  transactionId?: string | null | undefined;
  note?: string | null | undefined;
}>;


export type PayMutation = { recordPayment: { payment: { id: string } | null } | null };

export type RefundMutationVariables = Exact<{
  orderId: string;
  amount: string;
  paymentMethodId?: string | null | undefined;
  transactionId?: string | null | undefined;
  note?: string | null | undefined;
  paymentId?: string | null | undefined;
}>;


export type RefundMutation = { recordRefund: { payment: { id: string } | null } | null };

export type VoidPaymentMutationVariables = Exact<{
  paymentId: string;
  reason: string;
}>;


export type VoidPaymentMutation = { voidPayment: { payment: { id: string } | null } | null };

export const changeStatus = `mutation ChangeStatus($orderId: UUID!, $status: OrderStatusName!, $note: String) {
  changeOrderStatus(input: { orderId: $orderId, status: $status, note: $note }) {
    order {
      id
      status
    }
  }
}` as Document<ChangeStatusMutation, ChangeStatusMutationVariables>;

export const cancelOrder = `mutation CancelOrder($orderId: UUID!, $reason: String) {
  cancelOrder(input: { orderId: $orderId, reason: $reason }) {
    order {
      id
      status
    }
  }
}` as Document<CancelOrderMutation, CancelOrderMutationVariables>;

export const assign = `mutation Assign($orderId: UUID!, $staffId: UUID) {
  assignOrder(input: { orderId: $orderId, staffId: $staffId }) {
    order {
      id
    }
  }
}` as Document<AssignMutation, AssignMutationVariables>;

export const callBack = `mutation CallBack($input: UpdateOrderInput!) {
  updateOrder(input: $input) {
    order {
      id
      followUpAt
    }
  }
}` as Document<CallBackMutation, CallBackMutationVariables>;

export const addNote = `mutation AddNote($orderId: UUID!, $note: String!) {
  addOrderNote(input: { orderId: $orderId, note: $note }) {
    staffNote {
      id
    }
  }
}` as Document<AddNoteMutation, AddNoteMutationVariables>;

export const bookParcel = `mutation BookParcel($orderId: UUID!, $courierId: UUID, $codAmount: Money, $trackingCode: String) {
  bookParcel(input: { orderId: $orderId, courierId: $courierId, codAmount: $codAmount, trackingCode: $trackingCode }) {
    parcel {
      id
    }
  }
}` as Document<BookParcelMutation, BookParcelMutationVariables>;

export const pickUp = `mutation PickUp($parcelId: UUID!) {
  recordParcelPickup(input: { parcelId: $parcelId }) {
    parcel {
      id
    }
  }
}` as Document<PickUpMutation, PickUpMutationVariables>;

export const delivered = `mutation Delivered($parcelId: UUID!, $collectedAmount: Money) {
  recordParcelDelivered(input: { parcelId: $parcelId, collectedAmount: $collectedAmount }) {
    parcel {
      id
    }
  }
}` as Document<DeliveredMutation, DeliveredMutationVariables>;

export const deliveredInPart = `mutation DeliveredInPart($parcelId: UUID!, $kept: [LineQuantityInput]!, $collectedAmount: Money) {
  recordPartialDelivery(input: { parcelId: $parcelId, kept: $kept, collectedAmount: $collectedAmount }) {
    parcel {
      id
    }
  }
}` as Document<DeliveredInPartMutation, DeliveredInPartMutationVariables>;

export const deliveryFailed = `mutation DeliveryFailed($parcelId: UUID!, $reason: String) {
  recordDeliveryFailure(input: { parcelId: $parcelId, reason: $reason }) {
    parcel {
      id
    }
  }
}` as Document<DeliveryFailedMutation, DeliveryFailedMutationVariables>;

export const callParcelBack = `mutation CallParcelBack($parcelId: UUID!, $reason: String) {
  requestParcelReturn(input: { parcelId: $parcelId, reason: $reason }) {
    parcel {
      id
    }
  }
}` as Document<CallParcelBackMutation, CallParcelBackMutationVariables>;

export const cancelParcel = `mutation CancelParcel($parcelId: UUID!, $reason: String) {
  cancelParcel(input: { parcelId: $parcelId, reason: $reason }) {
    parcel {
      id
    }
  }
}` as Document<CancelParcelMutation, CancelParcelMutationVariables>;

export const receiveParcel = `mutation ReceiveParcel($parcelId: UUID!, $lines: [ReceivedLineInput]) {
  receiveParcel(input: { parcelId: $parcelId, lines: $lines }) {
    parcel {
      id
    }
  }
}` as Document<ReceiveParcelMutation, ReceiveParcelMutationVariables>;

export const parcelPaidOut = `mutation ParcelPaidOut($parcelId: UUID!, $amount: Money, $chargedAmount: Money, $reference: String) {
  recordParcelPayout(
    input: { parcelId: $parcelId, amount: $amount, chargedAmount: $chargedAmount, reference: $reference }
  ) {
    payment {
      id
    }
  }
}` as Document<ParcelPaidOutMutation, ParcelPaidOutMutationVariables>;

export const restateCollected = `mutation RestateCollected($parcelId: UUID!, $reason: String!, $collectedAmount: Money) {
  restateCollected(input: { parcelId: $parcelId, reason: $reason, collectedAmount: $collectedAmount }) {
    parcel {
      id
    }
  }
}` as Document<RestateCollectedMutation, RestateCollectedMutationVariables>;

export const writeOff = `mutation WriteOff($parcelId: UUID!, $reason: String!, $amount: Money) {
  writeOffParcelCash(input: { parcelId: $parcelId, reason: $reason, amount: $amount }) {
    parcel {
      id
    }
  }
}` as Document<WriteOffMutation, WriteOffMutationVariables>;

export const undoParcelStep = `mutation UndoParcelStep($parcelId: UUID!, $reason: String!) {
  undoParcelStep(input: { parcelId: $parcelId, reason: $reason }) {
    parcel {
      id
    }
  }
}` as Document<UndoParcelStepMutation, UndoParcelStepMutationVariables>;

export const sendAgain = `mutation SendAgain($orderId: UUID!, $note: String) {
  sendAgain(input: { orderId: $orderId, note: $note }) {
    order {
      id
    }
  }
}` as Document<SendAgainMutation, SendAgainMutationVariables>;

export const cancelReturn = `mutation CancelReturn($returnId: UUID!, $reason: String!) {
  cancelReturn(input: { returnId: $returnId, reason: $reason }) {
    return {
      id
    }
  }
}` as Document<CancelReturnMutation, CancelReturnMutationVariables>;

export const undoReturnReceipt = `mutation UndoReturnReceipt($returnId: UUID!, $reason: String!) {
  undoReturnReceipt(input: { returnId: $returnId, reason: $reason }) {
    return {
      id
    }
  }
}` as Document<UndoReturnReceiptMutation, UndoReturnReceiptMutationVariables>;

export const createReturn = `mutation CreateReturn($orderId: UUID!, $lines: [LineQuantityInput]!, $reason: String) {
  createReturn(input: { orderId: $orderId, lines: $lines, reason: $reason }) {
    return {
      id
    }
  }
}` as Document<CreateReturnMutation, CreateReturnMutationVariables>;

export const receiveReturn = `mutation ReceiveReturn($returnId: UUID!, $lines: [ReceivedLineInput]) {
  receiveReturn(input: { returnId: $returnId, lines: $lines }) {
    return {
      id
    }
  }
}` as Document<ReceiveReturnMutation, ReceiveReturnMutationVariables>;

export const pay = `mutation Pay($orderId: UUID!, $paymentMethodId: UUID!, $amount: Money!, $transactionId: String, $note: String) {
  recordPayment(
    input: {
      orderId: $orderId
      paymentMethodId: $paymentMethodId
      amount: $amount
      transactionId: $transactionId
      note: $note
    }
  ) {
    payment {
      id
    }
  }
}` as Document<PayMutation, PayMutationVariables>;

export const refund = `mutation Refund(
  $orderId: UUID!
  $amount: Money!
  $paymentMethodId: UUID
  $transactionId: String
  $note: String
  $paymentId: UUID
) {
  recordRefund(
    input: {
      orderId: $orderId
      amount: $amount
      paymentMethodId: $paymentMethodId
      transactionId: $transactionId
      note: $note
      paymentId: $paymentId
    }
  ) {
    payment {
      id
    }
  }
}` as Document<RefundMutation, RefundMutationVariables>;

export const voidPayment = `mutation VoidPayment($paymentId: UUID!, $reason: String!) {
  voidPayment(input: { paymentId: $paymentId, reason: $reason }) {
    payment {
      id
    }
  }
}` as Document<VoidPaymentMutation, VoidPaymentMutationVariables>;
