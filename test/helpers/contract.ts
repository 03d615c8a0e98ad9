// What was agreed on with those who build on the service, in figures. A figure changes with the contract: with a line in
// CHANGELOG.md, for an endpoint that goes is news to every client.

/** The endpoints of the specification. */
export const endpoints = { reads: 25, writes: 32, total: 57 };

/** Them by operation. All others were added, and follow from the registry. */
export const specifiedEndpoints: string[] = `
  get_me get_store list_locations get_location list_channels list_products get_product create_product
  update_product archive_product add_product_images update_product_image delete_product_image
  reorder_product_images get_variant update_variant place_product_video remove_product_video list_videos
  create_video import_video get_video delete_video set_video_cover sign_video_parts complete_video
  list_categories get_category create_category update_category list_brands get_brand create_brand update_brand
  list_attributes get_attribute create_attribute update_attribute add_attribute_values update_attribute_value
  create_inventory_adjustment list_inventory_levels list_inventory_movements create_order list_orders get_order
  update_order update_order_status cancel_order list_order_payments record_order_payment create_customer
  list_customers get_customer update_customer get_sales_summary get_top_products
`
  .trim()
  .split(/\s+/);

/** Beyond so many tools models choose badly among them; the specification allows no more. */
export const maxTools = 50;

/** Of those, the endpoints of which a company key must name the store: every write, and the three reads of one store. */
export const namingTheStore = endpoints.writes + 3;
