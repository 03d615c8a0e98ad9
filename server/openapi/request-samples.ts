// What requests of the reference say beyond the fields that must be given, and what an answer says because of it.
import { idOf } from './field-samples.ts';

export const requestSamples: Record<string, Record<string, unknown>> = {
  list_locations: { limit: 2 },
  list_attributes: { type: 'variant', search: 'colour' },
  list_products: { search: 'batik', status: 'active', limit: 20 },
  list_inventory_levels: { variant_id: idOf('variant') },
  list_inventory_movements: { sku: 'SAR-BTK-IND' },
  list_orders: { status: 'pending', created_after: '2026-08-01T00:00:00Z', limit: 20 },
  list_events: { types: ['order.updated', 'order.cancelled'], limit: 20 },
  get_sales_summary: { period: 'last_30_days', compare: 'previous_period' },
  get_top_products: { period: 'last_30_days', limit: 10 },
  get_calls_report: { period: 'last_30_days' },
  list_videos: { status: 'ready' },
  create_export: { operation: 'list_orders', filters: { created_after: '2026-08-01T00:00:00Z' }, format: 'csv' },
  create_job: { operation: 'create_brand', lines: [{ name: 'Tangail Weavers' }, { name: 'Jamdani House' }] },
  create_category: { parent_id: idOf('parent'), position: 2 },
  update_category: { position: 2 },
  create_brand: { description: 'Weavers on the Teesta.' },
  update_brand: { status: 'inactive' },
  create_attribute: { type: 'variant', input_type: 'color', values: [{ value: 'Indigo', swatch_hex: '#283593' }] },
  update_attribute: { is_filterable: true },
  add_attribute_values: { values: [{ value: 'Indigo', swatch_hex: '#283593', position: 2 }] },
  update_attribute_value: { value: 'Deep indigo' },
  create_product: {
    status: 'active',
    description: '<p>Waxed, dyed and cracked by hand.</p>',
    brand_id: idOf('brand'),
    categories: [{ id: idOf('category'), is_primary: true }],
    variants: [
      {
        sku: 'SAR-BTK-IND',
        name: 'Indigo',
        price: 2100,
        discount_price: 1850,
        cost_price: 1200,
        options: [{ attribute: 'Colour', value: 'Indigo' }],
      },
    ],
    images: [{ source_url: 'https://example.com/saree.jpg', alt_text: 'The saree, folded' }],
  },
  update_product: { delivery_charge: 0 },
  update_product_image: { is_thumbnail: true, alt_text: 'The saree, folded' },
  update_variant: { price: 2100, discount_price: null, low_stock_threshold: 5 },
  create_inventory_adjustment: {
    sku: 'SAR-BTK-IND',
    quantity_change: 24,
    type: 'purchase',
    unit_cost: 1200,
    reason: 'Delivery from the weavers',
  },
  create_inventory_adjustments: {
    lines: [{ location_id: idOf('location'), sku: 'SAR-BTK-IND', set_on_hand: 24, reason: 'Count of the shop' }],
  },
  create_customer: { phone: '+880 1712-345678', email: 'nasrin@example.com' },
  update_customer: { email: 'nasrin.akter@example.com' },
  create_order: {
    customer: { phone: '01712 345678', full_name: 'Nasrin Akter' },
    items: [{ sku: 'SAR-BTK-IND', quantity: 1 }],
    shipping_address: { address_line: 'House 7, Road 3, Dhanmondi', city: 'Dhaka' },
    shipping_charge: 60,
    coupon_code: 'TEN',
    payment: { payment_method_id: idOf('payment_method'), amount: 500, transaction_id: '9GH2K7XQ1P' },
  },
  update_order: { follow_up_at: '2026-09-01T10:00:00.000Z', follow_up_note: 'Ask for the flat number' },
  edit_order: {
    changes: [{ action: 'add_item', sku: 'SAR-BTK-IND', quantity: 1 }],
    shipping_charge: 120,
    reason: 'Asked for on the phone',
  },
  update_order_status: { status: 'confirmed', note: 'Confirmed on the phone' },
  cancel_order: { reason: 'Customer changed her mind' },
  record_order_payment: { amount: 500, transaction_id: '9GH2K7XQ1P' },
  record_payout: {
    lines: [{ code: 'PX-203341', collected_amount: 1360, delivery_charge: 60, cod_charge: 13.6 }],
    transferred_amount: 1286.4,
  },
  place_product_video: { gallery_slot: 1, title: 'The saree in the wind' },
  set_video_cover: { cover_url: 'https://example.com/saree.jpg' },
  import_video: { source_url: 'https://example.com/saree.mp4' },
};

/** Of a video that has not been looked at. */
const unseen = {
  url: null,
  poster_url: null,
  width: null,
  height: null,
  duration_ms: null,
  uploaded_parts: [],
  placements: [],
};

/** What is otherwise than elsewhere in the answers, besides what the request says. */
export const answerSamples: Record<string, Record<string, unknown>> = {
  archive_product: { status: 'archived' },
  cancel_job: { status: 'cancelled' },
  cancel_order: { status: 'cancelled' },
  create_export: {
    status: 'pending',
    record_count: 0,
    size_bytes: null,
    url: null,
    started_at: null,
    ended_at: null,
  },
  create_job: { status: 'queued', succeeded_count: 0, progress: 0, started_at: null, ended_at: null },
  create_video: { status: 'uploading', ...unseen },
  import_video: {
    status: 'importing',
    source: 'import',
    file_name: null,
    part_size: null,
    part_count: null,
    ...unseen,
  },
  update_variant: { discount_price: null },
};
