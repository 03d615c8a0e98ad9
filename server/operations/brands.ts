import { z } from 'zod';
import { seo, taxonomyFields, taxonomyFilters } from './categories.ts';
import { byId, httpsUrl, id, list, name, oneOf, pageOf, storeId, timestamp, uuid } from './schemas.ts';
import type { ImageField, Operation } from './types.ts';

export const brand = z
  .object({
    id,
    store_id: id,
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    banner_image: z.string().nullable(),
    description: z.string().nullable(),
    seo: seo.describe('The title is stored cut to 200 characters, the description to 500.'),
    status: oneOf('active', 'inactive'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('A brand of a store.')
  .meta({ id: 'Brand' });

const fields = { ...taxonomyFields, logo_url: httpsUrl.nullish().describe('Link to an image; null clears it.') };

const images: ImageField[] = [
  { link: 'logo_url', stored: 'logo', part: 'logo' },
  { link: 'banner_url', stored: 'banner', part: 'banner' },
];

export const brandOperations = {
  list_brands: {
    method: 'GET',
    path: '/brands',
    scopes: ['products:read'],
    summary: 'List brands',
    description: 'Brands, newest first.',
    input: pageOf(taxonomyFilters),
    output: list(brand),
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List brands',
      description: 'Brands, newest first.',
      foldedInto: 'list_taxonomy',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_brand: {
    method: 'GET',
    path: '/brands/{id}',
    scopes: ['products:read'],
    summary: 'Read a brand',
    description: 'One brand.',
    input: byId('brand'),
    output: brand,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  create_brand: {
    method: 'POST',
    path: '/brands',
    scopes: ['catalog:write'],
    summary: 'Create a brand',
    description:
      'Creates a brand. Images are given by https link, or as parts `logo` and `banner` of a multipart form; they are stored as WebP.',
    input: z.strictObject({
      store_id: storeId.optional(),
      ...fields,
      name,
      status: fields.status.meta({ default: 'active' }),
    }),
    output: brand,
    status: 201,
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    images,
    tool: {
      title: 'Create a brand',
      description:
        'Creates a brand. Images by https link. CONFLICT: the slug is taken. Counts as one write, or one per image.',
      hints: { destructive: false, idempotent: false, openWorld: true },
    },
  },
  update_brand: {
    method: 'PATCH',
    path: '/brands/{id}',
    scopes: ['catalog:write'],
    summary: 'Update a brand',
    description: 'Changes the fields that are sent; null clears.',
    input: z.strictObject({
      id: uuid.describe('Id of the brand.'),
      store_id: storeId.optional(),
      ...fields,
      name: name.optional(),
    }),
    output: brand,
    status: 200,
    writes: 'brand',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    images,
    tool: null,
  },
} satisfies Record<string, Operation>;
