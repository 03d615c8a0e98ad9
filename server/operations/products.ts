import { z } from 'zod';
import { seo, writtenSeo } from './categories.ts';
import {
  byId,
  httpsUrl,
  id,
  isGiven,
  list,
  money,
  moneyText,
  name,
  oneOf,
  pageOf,
  rule,
  search,
  slug,
  storeId,
  tag,
  tags,
  text,
  timestamp,
  updatedAfter,
  uuid,
} from './schemas.ts';
import type { Operation } from './types.ts';
import { discountBelowPrice, variant, variantFields } from './variants.ts';
import { placing } from './videos.ts';

export const product = z
  .object({
    id,
    store_id: id,
    name: z.string(),
    slug: z.string(),
    short_description: z.string().nullable(),
    description: z.string().nullable().describe('Sanitized HTML; plain text comes back exactly as it was sent.'),
    thumbnail: z.string().nullable(),
    status: oneOf('draft', 'active', 'archived'),
    delivery_charge: moneyText.nullable().describe('"0.00" is free delivery; null means the standard shipping rules.'),
    rating_average: z.string().nullable().describe('Two decimals.'),
    rating_count: z.int(),
    brand: z.object({ id, name: z.string(), slug: z.string() }).nullable(),
    categories: z.array(z.object({ id, name: z.string(), slug: z.string(), is_primary: z.boolean() })),
    images: z.array(
      z.object({
        id,
        url: z.string(),
        position: z.int(),
        alt_text: z.string().nullable(),
        is_thumbnail: z.boolean(),
      }),
    ),
    variants: z.array(variant),
    videos: z
      .array(
        z.object({
          id,
          url: z.string(),
          poster_url: z.string().nullable(),
          width: z.int(),
          height: z.int(),
          duration_ms: z.int(),
          has_audio: z.boolean(),
          title: z.string(),
          gallery_slot: z.int(),
          sort_order: z.int(),
          option_value_id: id.nullable(),
        }),
      )
      .describe('Videos that are ready.'),
    tags: z.array(z.string()).describe('In the order in which they were sent.'),
    seo,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('A product of a store. Its variants are the units that are sold.')
  .meta({ id: 'Product' });

const options = z
  .array(z.strictObject({ attribute: z.string().trim().min(1).max(100), value: z.string().trim().min(1).max(200) }))
  .max(10)
  .optional()
  .describe('Existing attributes and values, by name; set only when the variant is created.');

const optionsOnce = rule('options', 'optionUnknown.once', (v) => !hasDuplicates(pluck(v.options, 'attribute')));

const imageIndex = z.int().min(0).max(9).nullish().describe('Position in the `images` of this request; null clears.');

const newVariant = z
  .strictObject({
    ...variantFields,
    status: variantFields.status.meta({ default: 'active' }),
    low_stock_threshold: variantFields.low_stock_threshold.meta({ default: 0 }),
    options,
    image_index: imageIndex,
  })
  .check(discountBelowPrice, optionsOnce);

/** In a PATCH: with `id` a change of that variant, without it a new one. */
const savedVariant = z
  .strictObject({
    id: uuid.optional().describe('The variant to change; absent: a new variant.'),
    ...variantFields,
    sku: variantFields.sku.optional(),
    name: name.optional(),
    price: money.optional(),
    options,
    image_index: imageIndex,
    image_id: uuid.nullish().describe('An image that the product has; not together with `image_index`.'),
  })
  .check(
    discountBelowPrice,
    optionsOnce,
    rule('sku', 'required.newVariant', (v) => v.id !== undefined || v.sku !== undefined),
    rule('name', 'required.newVariant', (v) => v.id !== undefined || v.name !== undefined),
    rule('price', 'required.newVariant', (v) => v.id !== undefined || v.price !== undefined),
    rule('image_id', 'notTogether', (v) => !(isGiven(v.image_id) && isGiven(v.image_index)), { other: 'image_index' }),
  );

const placedVideo = z.strictObject({
  video_id: uuid.describe('A video this key, or a key it replaced by rotation, started.'),
  ...placing,
});

export const newImages = z.array(z.strictObject({ source_url: httpsUrl, alt_text: text(500).nullish() })).max(10);

export const imageList = { list: 'images', link: 'source_url', stored: 'picture' };

const productFields = {
  store_id: storeId.optional(),
  slug: slug
    .min(1)
    .optional()
    .describe('Made of the name when absent, with a suffix if taken; a given one that is taken is 409.'),
  brand_id: uuid.nullish(),
  short_description: text(1000).nullish(),
  description: text(100_000)
    .nullish()
    .describe(
      'HTML is sanitized; an `<img>` is kept only from this server. What is no complete, known tag is text (`waist<chest`). Text without tags stays unchanged.',
    ),
  status: z.enum(['draft', 'active', 'archived']).optional(),
  delivery_charge: money.nullish().describe('0 is free delivery; absent or null means the standard rules.'),
  categories: z
    .array(z.strictObject({ id: uuid, is_primary: z.boolean().optional().meta({ default: false }) }))
    .max(50)
    .optional(),
  tags: tags.optional().describe('Each once, whatever its letter case.'),
  seo: writtenSeo,
};

const productRules = [
  rule('categories', 'categoriesTwice.once', (p) => !hasDuplicates(pluck(p.categories, 'id'))),
  rule(
    'categories',
    'categoriesTwice.primary',
    (p) => pluck(p.categories, 'is_primary').filter((primary) => primary === true).length <= 1,
  ),
  rule('variants', 'imageIndex.position', (p) =>
    pluck(p.variants, 'image_index').every(
      (index) => typeof index !== 'number' || index < pluck(p.images, 'source_url').length,
    ),
  ),
];

const newProduct = z
  .strictObject({
    ...productFields,
    name,
    status: productFields.status.meta({ default: 'draft' }),
    variants: z.array(newVariant).min(1).max(200).describe('A simple product has exactly one.'),
    images: newImages.optional().describe('The gallery in display order. One link that fails refuses the whole call.'),
    videos: z
      .array(placedVideo)
      .max(30)
      .optional()
      .describe('Videos to show: needs `videos:write` and a plan with product videos.'),
  })
  .check(
    ...productRules,
    rule('videos', 'videoOption.once', (p) => !hasDuplicates(pluck(p.videos, 'video_id'))),
  );

const changedProduct = z
  .strictObject({
    id: uuid.describe('Id of the product.'),
    ...productFields,
    name: name.optional(),
    slug: slug.min(1).optional().describe('It does not change when only the name changes; one that is taken is 409.'),
    categories: productFields.categories.describe('Replaces the categories.'),
    tags: productFields.tags.describe('Replaces the tags.'),
    variants: z
      .array(savedVariant)
      .max(200)
      .optional()
      .describe('With `id` that variant changes, others are added; those left out stay.'),
    images: newImages.optional().describe('Added to the end of the gallery.'),
  })
  .check(
    ...productRules,
    rule('variants', 'badLine.variantOnce', (p) => !hasDuplicates(pluck(p.variants, 'id'))),
  );

function pluck(entries: unknown, field: string): unknown[] {
  return Array.isArray(entries) ? entries.map((entry) => entry?.[field]) : [];
}

function hasDuplicates(values: unknown[]): boolean {
  const given = values.filter(isGiven).map((value) => String(value).toLowerCase());
  return new Set(given).size < given.length;
}

const filters = {
  status: z.enum(['draft', 'active', 'archived']).optional().describe('Only products in this status.'),
  category_id: uuid.optional().describe('Only products of this category.'),
  updated_after: updatedAfter.optional(),
  search: search.optional().describe('Part of a product name or of a variant SKU.'),
};

export const productOperations = {
  list_products: {
    method: 'GET',
    path: '/products',
    scopes: ['products:read'],
    summary: 'List products',
    description: 'Products with their variants, newest first, in every status unless filtered.',
    input: pageOf({ ...filters, tag: tag.optional().describe('Only products with this tag, in any case.') }),
    output: list(product),
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List products',
      description:
        'Finds products, newest first, in every status unless filtered, with variants and prices but not stock (for that: `list_inventory_levels`). `get_variant` is quicker with an exact SKU or barcode.',
      hints: { destructive: false, idempotent: true, openWorld: false },
      input: pageOf(filters),
    },
  },
  get_product: {
    method: 'GET',
    path: '/products/{id}',
    scopes: ['products:read'],
    summary: 'Read a product',
    description: 'One product with its variants, images, categories and ready videos.',
    input: byId('product'),
    output: product,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'Read a product',
      description: 'One product by its id, with variants, images, categories and ready videos.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  create_product: {
    method: 'POST',
    path: '/products',
    scopes: ['products:write'],
    summary: 'Create a product',
    description:
      'Creates a product with its variants, as a draft unless `status` is given. It does not set stock: adjust the inventory afterwards. When the product limit of the plan is reached, the answer is 403 `FORBIDDEN_SCOPE`.',
    input: newProduct,
    output: product,
    status: 201,
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'PLAN_FEATURE_REQUIRED', 'PLAN_LIMIT_REACHED', 'VIDEO_UPLOADS_DISABLED'],
    images: [imageList],
    html: ['description'],
    tool: {
      title: 'Create a product',
      description:
        'Creates a product with its variants, as a draft unless `status` is given. Attributes and values named in `options` must exist first (`list_taxonomy`, `create_attribute`). It does not set stock: use `adjust_inventory` afterwards. CONFLICT names the taken value (a SKU, a slug). An image that cannot be downloaded refuses the whole call. Counts as one write, or one per image.',
      hints: { destructive: false, idempotent: false, openWorld: true },
    },
  },
  update_product: {
    method: 'PATCH',
    path: '/products/{id}',
    scopes: ['products:write'],
    summary: 'Update a product',
    description:
      'Changes the fields that are sent; null clears. Variants are matched by `id`, images are added to the gallery. A product that is no longer archived counts against the product limit of the plan again.',
    input: changedProduct,
    output: product,
    status: 200,
    writes: 'product',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    images: [imageList],
    html: ['description'],
    tool: {
      title: 'Update a product',
      description:
        'Changes the fields that are sent; null clears. Images are added to the gallery. `status` `archived` takes it out of the shop; nothing is deleted.',
      hints: { destructive: true, idempotent: false, openWorld: true },
    },
  },
  archive_product: {
    method: 'POST',
    path: '/products/{id}/archive',
    scopes: ['products:write'],
    summary: 'Archive a product',
    description:
      'Takes the product out of the shop and out of the product limit of the plan; nothing is deleted. Set `status` to bring it back. Archiving it again changes nothing.',
    input: z.strictObject({ id: uuid.describe('Id of the product.'), store_id: storeId.optional() }),
    output: product,
    status: 200,
    writes: 'product',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND'],
    // update_product does it: 40 tools are enough.
    tool: null,
  },
} satisfies Record<string, Operation>;
