import { z } from 'zod';
import { id, oneOf, timestamp } from './schemas.ts';

export const seo = z.object({ title: z.string().nullable(), description: z.string().nullable() });

export const category = z
  .object({
    id,
    store_id: id,
    parent_id: id.nullable().describe('Null at the root; build the tree from it.'),
    name: z.string(),
    slug: z.string(),
    image: z.string().nullable(),
    banner_image: z.string().nullable(),
    description: z.string().nullable(),
    seo,
    status: oneOf('active', 'inactive'),
    position: z.int().describe('Lowest first among siblings.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Category' })
  .describe('A node of the category tree of a store.');
