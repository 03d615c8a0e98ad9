import { z } from 'zod';
import {
  byId,
  httpsUrl,
  id,
  list,
  name,
  oneOf,
  pageOf,
  position,
  search,
  slug,
  storeId,
  text,
  timestamp,
  uuid,
} from './schemas.ts';
import type { ImageField, Operation } from './types.ts';

export const seo = z.object({ title: z.string().nullable(), description: z.string().nullable() });

export const category = z
  .object({
    id,
    store_id: id,
    parent_id: id.nullable().describe('Null for a root category; use it to build the tree.'),
    name: z.string(),
    slug: z.string(),
    image: z.string().nullable(),
    banner_image: z.string().nullable(),
    description: z.string().nullable(),
    seo,
    status: oneOf('active', 'inactive'),
    position: z.int().describe('Order among siblings, lowest first.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('A node of the category tree of a store.')
  .meta({ id: 'Category' });

/** The filters of the lists of categories and brands. */
export const taxonomyFilters = {
  status: z.enum(['active', 'inactive']).optional().describe('Only those in this status.'),
  search: search.optional().describe('Part of a name or slug, in any case.'),
};

export const writtenSeo = z
  .strictObject({ title: text(5000).nullish(), description: text(5000).nullish() })
  .nullish()
  .describe('Stored cut: the title to 200 characters, the description to 500; null clears both.');

/** What a category and a brand have in common whenever they are written. */
export const taxonomyFields = {
  slug: slug
    .min(1)
    .optional()
    .describe('Made of the name when absent, with a suffix if taken; a given one that is taken is 409.'),
  description: text(50_000).nullish(),
  seo: writtenSeo,
  status: z.enum(['active', 'inactive']).optional(),
  banner_url: httpsUrl.nullish().describe('Link to an image; null clears it.'),
};

const fields = {
  ...taxonomyFields,
  parent_id: uuid.nullish().describe('A category of the same store; null: the root.'),
  position: position.optional().describe('Lowest first among siblings; 0 when absent.'),
  image_url: httpsUrl.nullish().describe('Link to an image; null clears it.'),
};

const images: ImageField[] = [
  { link: 'image_url', stored: 'image', part: 'image' },
  { link: 'banner_url', stored: 'banner', part: 'banner' },
];

export const categoryOperations = {
  list_categories: {
    method: 'GET',
    path: '/categories',
    scopes: ['products:read'],
    summary: 'List categories',
    description: 'Categories, newest first; build the tree from `parent_id`, siblings by `position`.',
    input: pageOf(taxonomyFilters),
    output: list(category),
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List categories',
      description: 'Categories, newest first: a tree by `parent_id`, siblings by `position`.',
      foldedInto: 'list_taxonomy',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_category: {
    method: 'GET',
    path: '/categories/{id}',
    scopes: ['products:read'],
    summary: 'Read a category',
    description: 'One category.',
    input: byId('category'),
    output: category,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  create_category: {
    method: 'POST',
    path: '/categories',
    scopes: ['catalog:write'],
    summary: 'Create a category',
    description:
      'Creates a category, at the root or below `parent_id`. Images are given by https link, or as parts `image` and `banner` of a multipart form; they are stored as WebP.',
    input: z.strictObject({
      store_id: storeId.optional(),
      ...fields,
      name,
      status: fields.status.meta({ default: 'active' }),
    }),
    output: category,
    status: 201,
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    images,
    tool: {
      title: 'Create a category',
      description:
        'Creates a category, at the root or below `parent_id`. Images by https link. CONFLICT: the slug is taken. Counts as one write, or one per image.',
      hints: { destructive: false, idempotent: false, openWorld: true },
    },
  },
  update_category: {
    method: 'PATCH',
    path: '/categories/{id}',
    scopes: ['catalog:write'],
    summary: 'Update a category',
    description: 'Changes the fields that are sent; null clears. A category cannot be moved below itself.',
    input: z.strictObject({
      id: uuid.describe('Id of the category.'),
      store_id: storeId.optional(),
      ...fields,
      name: name.optional(),
    }),
    output: category,
    status: 200,
    writes: 'category',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    images,
    tool: {
      title: 'Update a category',
      description: 'Changes the fields that are sent; null clears. A category cannot be moved below itself.',
      hints: { destructive: true, idempotent: true, openWorld: true },
    },
  },
} satisfies Record<string, Operation>;
