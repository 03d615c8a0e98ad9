-- What the tables of db/schema/catalog.sql and their columns mean.

comment on table app.brands is 'Brands of a store.';
comment on column app.brands.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.brands.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.brands.store_id is 'The store. The fence compares it.';
comment on column app.brands.name is 'Name shown.';
comment on column app.brands.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.brands.logo is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.brands.banner_image is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.brands.description is 'Text for shoppers.';
comment on column app.brands.seo_title is 'Title for search engines.';
comment on column app.brands.seo_description is 'Description for search engines.';
comment on column app.brands.status is 'active or inactive.';
comment on column app.brands.created_at is 'When the row was written, by internal.now().';
comment on column app.brands.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

comment on table app.categories is 'The category tree by parent_id, in the same store, without cycles.';
comment on column app.categories.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.categories.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.categories.store_id is 'The store. The fence compares it.';
comment on column app.categories.parent_id is 'The category above; null at the top.';
comment on column app.categories.name is 'Name shown.';
comment on column app.categories.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.categories.image is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.categories.banner_image is 'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.categories.description is 'Text for shoppers.';
comment on column app.categories.seo_title is 'Title for search engines.';
comment on column app.categories.seo_description is 'Description for search engines.';
comment on column app.categories.status is 'active or inactive.';
comment on column app.categories.position is 'Order among its siblings.';
comment on column app.categories.created_at is 'When the row was written, by internal.now().';
comment on column app.categories.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

comment on table app.attributes is
  'What variants differ by (Size, Colour) or products are described by.';
comment on column app.attributes.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.attributes.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.attributes.store_id is 'The store. The fence compares it.';
comment on column app.attributes.name is 'Unique in the store, whatever the case.';
comment on column app.attributes.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.attributes.type is
  'variant: variants differ by it; specification: products are described by it.';
comment on column app.attributes.input_type is 'How values are shown: text, color, image.';
comment on column app.attributes.is_filterable is 'Shops offer it as a filter.';
comment on column app.attributes.is_required is 'Shops ask for it.';
comment on column app.attributes.created_at is 'When the row was written, by internal.now().';
comment on column app.attributes.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

comment on table app.attribute_values is
  'Values of an attribute; the same value may stand once, whatever its letter case, blanks and spelling in Unicode.';
comment on column app.attribute_values.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.attribute_values.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.attribute_values.store_id is 'The store. The fence compares it.';
comment on column app.attribute_values.attribute_id is 'The attribute it is a value of.';
comment on column app.attribute_values.value is 'The text shown: XL, Red.';
comment on column app.attribute_values.position is 'Order within the attribute, from 0.';
comment on column app.attribute_values.swatch_hex is 'Colour to show, #RRGGBB.';
comment on column app.attribute_values.swatch_image is
  'Key of the stored picture: internal.media_url() gives its address.';
comment on column app.attribute_values.created_at is 'When the row was written, by internal.now().';
comment on column app.attribute_values.updated_at is
  'When anything shown in the resource last changed; clients sync by it.';

comment on table app.products is 'What a shop shows; its variants are what it sells.';
comment on column app.products.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.products.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.products.store_id is 'The store. The fence compares it.';
comment on column app.products.name is 'Name shown.';
comment on column app.products.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.products.brand_id is 'Its brand.';
comment on column app.products.short_description is 'Text for lists.';
comment on column app.products.tags is 'Words by which the shop groups it, in their order, each once.';
comment on column app.products.seo_title is 'Title for search engines.';
comment on column app.products.seo_description is 'Description for search engines.';
comment on column app.products.description is 'Text for its page, as sent or cleaned HTML.';
comment on column app.products.status is 'draft, active or archived. Archived ones are never removed.';
comment on column app.products.delivery_charge is
  'Override: 0 is free delivery, N a flat charge, null the standard rules.';
comment on column app.products.rating_average is 'Average of ratings, 0 to 5; null without one.';
comment on column app.products.rating_count is 'How many ratings.';
comment on column app.products.search_text is
  'Name and SKUs as text is compared (internal.fold), kept by triggers, for search.';
comment on column app.products.created_at is 'When the row was written, by internal.now().';
comment on column app.products.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
comment on column app.products.child_changes is
  'How often the product, or something shown with it, changed (variants, pictures, categories, videos, names of '
  'what it refers to): the version of its document.';
comment on column app.products.has_image is 'Whether its gallery has an image; kept by internal.touch_products.';

comment on table app.product_categories is 'Which categories a product stands in; at most one is primary.';
comment on column app.product_categories.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.product_categories.store_id is 'The store. The fence compares it.';
comment on column app.product_categories.product_id is 'The product.';
comment on column app.product_categories.category_id is 'A category it stands in.';
comment on column app.product_categories.is_primary is 'The one shown in its path; at most one.';
comment on column app.product_categories.position is 'Order in the product''s list.';
comment on column app.product_categories.product_status is 'The status of the product, for the lists of a category.';
comment on column app.product_categories.product_created_at is
  'When the product was written, for the order of the lists of a category.';

comment on table app.product_images is
  'The gallery of a product, in order from 0. media_key names the file on our own image origin.';
comment on column app.product_images.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.product_images.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.product_images.store_id is 'The store. The fence compares it.';
comment on column app.product_images.product_id is 'The product it shows.';
comment on column app.product_images.media_key is 'Name of the file in our store of pictures.';
comment on column app.product_images.alt_text is 'What it shows, in words.';
comment on column app.product_images.position is 'Order in the gallery, from 0.';
comment on column app.product_images.is_thumbnail is 'The one shown in lists; at most one.';
comment on column app.product_images.width is 'Pixels.';
comment on column app.product_images.height is 'Pixels.';
comment on column app.product_images.size_bytes is 'Bytes of the file as we keep it.';
comment on column app.product_images.created_at is 'When the row was written, by internal.now().';
comment on column app.product_images.updated_at is
  'When anything shown in the resource last changed; clients sync by it.';

comment on table app.variants is 'The sellable unit: SKU and price.';
comment on column app.variants.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.variants.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.variants.store_id is 'The store. The fence compares it.';
comment on column app.variants.product_id is 'Its product.';
comment on column app.variants.sku is 'Unique in the store.';
comment on column app.variants.barcode is 'May repeat.';
comment on column app.variants.name is 'Name shown.';
comment on column app.variants.price is 'Regular price.';
comment on column app.variants.discount_price is 'Selling price while it is set; below price.';
comment on column app.variants.weight is 'Kilograms.';
comment on column app.variants.dimensions is '{length, width, height, unit: cm}.';
comment on column app.variants.low_stock_threshold is 'At or below this many available a level is low.';
comment on column app.variants.status is 'Only active variants are sold.';
comment on column app.variants.image_id is 'Its picture, one of the product''s.';
comment on column app.variants.option_key is
  'The option combination as sorted value ids, kept by the options trigger: two variants of a product cannot be '
  'equal in it.';
comment on column app.variants.position is 'Order within the product, from 0.';
comment on column app.variants.created_at is 'When the row was written, by internal.now().';
comment on column app.variants.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

comment on table app.variant_options is
  'Which value of which attribute a variant has; set when the variant is created.';
comment on column app.variant_options.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.variant_options.store_id is 'The store. The fence compares it.';
comment on column app.variant_options.variant_id is 'The variant.';
comment on column app.variant_options.attribute_id is 'The attribute it has a value of.';
comment on column app.variant_options.value_id is 'The value.';
comment on column app.variant_options.position is 'Order of its options.';

comment on table app.variant_costs is
  'The moving-average cost of a variant over all its locations, in the store''s currency. Apart from variants so '
  'that no reader of the catalog can see it.';
comment on column app.variant_costs.variant_id is 'The variant.';
comment on column app.variant_costs.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.variant_costs.store_id is 'The store. The fence compares it.';
comment on column app.variant_costs.average_cost is
  'Moving average: a purchase folds in over the stock of all locations. Its row is locked by every adjustment.';
comment on column app.variant_costs.updated_at is
  'When anything shown in the resource last changed; clients sync by it.';

comment on table internal.pending_renames is
  'Brands, categories, attributes and values that were renamed and whose products are being touched and told, in '
  'order of their ids, by the job rename__publish.';
comment on column internal.pending_renames.kind is 'brand, category, attribute or value.';
comment on column internal.pending_renames.id is 'Which of them was renamed.';
comment on column internal.pending_renames.company_id is 'The tenant.';
comment on column internal.pending_renames.store_id is 'The store.';
comment on column internal.pending_renames.after_product_id is
  'The last product that was told; null before the first.';
comment on column internal.pending_renames.request_id is 'The request that renamed it, which its events name.';
comment on column internal.pending_renames.noted_at is 'When the first rename that is not told in full was made.';

comment on table app.product_counts is
  'How many products of a store are not archived: the sum of its rows, once it was counted. Written by triggers of '
  'products and added up by internal.fold_product_counts(); ledger.check_product_counts proves it.';
comment on column app.product_counts.id is
  '0: what was counted and added up so far. The others, in the order of writing: what changed since.';
comment on column app.product_counts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.product_counts.store_id is 'The store. The fence compares it.';
comment on column app.product_counts.products is 'How many there are, or how many came or went.';

comment on table app.product_documents is
  'Each product as the API shows it, kept by what writes products. One that is missing, of another version or of '
  'another shape is made anew for each reader.';
comment on column app.product_documents.product_id is 'The product.';
comment on column app.product_documents.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.product_documents.store_id is 'The store. The fence compares it.';
comment on column app.product_documents.version is
  'The child_changes of the product that it shows: with another one it is out of date.';
comment on column app.product_documents.shape is
  'By which release and for which address of pictures it was made (internal.product_document_shape).';
comment on column app.product_documents.document is 'What the API answers.';
