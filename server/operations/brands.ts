import { z } from 'zod';
import { seo } from './categories.ts';
import { id, oneOf, timestamp } from './schemas.ts';

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
  .meta({ id: 'Brand' })
  .describe('A brand of a store.');
