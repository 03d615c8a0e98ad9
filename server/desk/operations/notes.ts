// The part of the library about coupons, notes of staff and custom fields.
import type { Operation } from './changes.ts';

const id = '00000000-0000-0000-0000-000000000000';

export const notes: Operation[] = [
  {
    id: 'update-coupon',
    group: 'Coupons',
    title: 'Change a coupon, or switch it off',
    about: 'What is not given stays; clear names limits to remove. A used code keeps code and type.',
    needs: 'settings.manage',
    query: `mutation UpdateCoupon($input: UpdateCouponInput!) {
  updateCoupon(input: $input) {
    coupon { id code type value status startsAt endsAt usageLimit usedCount }
  }
}`,
    variables: { input: { couponId: id, status: 'inactive' } },
  },
  {
    id: 'coupon-uses',
    group: 'Coupons',
    title: 'Who used a coupon',
    about: 'The orders that redeemed it, newest first, and what they were given.',
    query: `query CouponUses($storeId: UUID!, $code: String!) {
  couponByCode(storeId: $storeId, code: $code) {
    code
    status
    usedCount
    usageLimit
    couponRedemptions(first: 50) {
      nodes { createdAt givenBackAt order { number status discountAmount totalAmount } customer { fullName phone } }
    }
  }
}`,
    variables: { storeId: id, code: '' },
  },
  {
    id: 'note-order',
    group: 'Notes',
    title: 'Note something about an order',
    about: 'For other staff, with your name and the time. It is not edited later.',
    needs: 'orders.manage',
    query: `mutation NoteOrder($orderId: UUID!, $note: String!) {
  addOrderNote(input: { orderId: $orderId, note: $note }) {
    staffNote { id note actorName createdAt }
  }
}`,
    variables: { orderId: id, note: '' },
  },
  {
    id: 'note-customer',
    group: 'Notes',
    title: 'Note something about a customer',
    about: 'For other staff, with your name and the time. It is not edited later.',
    needs: 'orders.manage',
    query: `mutation NoteCustomer($customerId: UUID!, $note: String!) {
  addCustomerNote(input: { customerId: $customerId, note: $note }) {
    staffNote { id note actorName createdAt }
  }
}`,
    variables: { customerId: id, note: '' },
  },
  {
    id: 'note-product',
    group: 'Notes',
    title: 'Note something about a product',
    about: 'For other staff, with your name and the time. It is not edited later.',
    needs: 'catalog.manage',
    query: `mutation NoteProduct($productId: UUID!, $note: String!) {
  addProductNote(input: { productId: $productId, note: $note }) {
    staffNote { id note actorName createdAt }
  }
}`,
    variables: { productId: id, note: '' },
  },
  {
    id: 'notes',
    group: 'Notes',
    title: 'Notes of staff',
    about: 'About orders, customers and products, newest first.',
    query: `query Notes($first: Int!) {
  staffNotes(first: $first, orderBy: ID_DESC) {
    nodes { note actorName createdAt order { number } customer { fullName } product { name } }
  }
}`,
    variables: { first: 50 },
  },
  {
    id: 'custom-fields',
    group: 'Orders',
    title: 'Set the custom fields of an order',
    about: 'A flat object of your own fields, in place of the one before.',
    needs: 'orders.manage',
    query: `mutation SetCustomFields($orderId: UUID!, $customFields: JSON) {
  setOrderCustomFields(input: { orderId: $orderId, customFields: $customFields }) {
    order { id number customFields }
  }
}`,
    variables: { orderId: id, customFields: { giftWrap: true } },
  },
];
