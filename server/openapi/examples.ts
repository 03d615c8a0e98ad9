// Request bodies to begin with, in terms of the demo shop. A test holds them to their schemas.
const variantId = '0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d02';
const locationId = '0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d03';
const methodId = '0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d04';
const imageIds = ['0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d05', '0198c5a0-2c11-7f6e-9a51-5a4f6a1b9d06'];

export const requestExamples: Readonly<Record<string, unknown>> = {
  create_order: {
    customer: { phone: '01712 345678', full_name: 'Nasrin Akter' },
    items: [{ sku: 'SAR-BTK-IND', quantity: 1 }],
    shipping_address: { address_line: 'House 7, Road 3, Dhanmondi', city: 'Dhaka' },
    shipping_charge: 60,
    coupon_code: 'TEN',
  },
  update_order: { follow_up_at: '2026-12-01T10:00:00Z', follow_up_note: 'Ask for the flat number' },
  update_order_status: { status: 'confirmed', note: 'Confirmed on the phone' },
  cancel_order: { reason: 'Customer changed her mind' },
  record_order_payment: { payment_method_id: methodId, amount: 500, transaction_id: '9GH2K7XQ1P' },
  create_product: {
    name: 'Handloom Saree',
    status: 'active',
    description: 'Six yards of Tangail cotton.',
    variants: [{ sku: 'SAR-HND-RED', name: 'Red', price: 2450, discount_price: 2200, cost_price: 1600 }],
    images: [{ source_url: 'https://example.com/saree-red.jpg', alt_text: 'A red saree' }],
  },
  update_product: { status: 'active', delivery_charge: 0 },
  add_product_images: { images: [{ source_url: 'https://example.com/saree-red-back.jpg' }] },
  update_product_image: { is_thumbnail: true, alt_text: 'The border of the saree' },
  reorder_product_images: { image_ids: imageIds },
  update_variant: { price: 2550, discount_price: null },
  create_category: { name: 'Sarees', position: 0, image_url: 'https://example.com/sarees.jpg' },
  update_category: { position: 2 },
  create_brand: { name: 'Tangail Weavers', logo_url: 'https://example.com/logo.png' },
  update_brand: { status: 'inactive' },
  create_attribute: {
    name: 'Colour',
    type: 'variant',
    input_type: 'color',
    values: [{ value: 'Red', swatch_hex: '#C62828' }],
  },
  update_attribute: { is_filterable: true },
  add_attribute_values: { values: [{ value: 'Indigo', swatch_hex: '#283593' }] },
  update_attribute_value: { value: 'Deep indigo' },
  create_inventory_adjustment: {
    location_id: locationId,
    variant_id: variantId,
    quantity_change: 25,
    type: 'purchase',
    unit_cost: 1600,
    reason: 'Delivery from the weavers',
  },
  create_customer: { full_name: 'Rahim Uddin', phone: '+880 1811-223344', email: 'rahim@example.com' },
  update_customer: { status: 'blocked' },
};
