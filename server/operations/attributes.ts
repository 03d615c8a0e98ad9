import { z } from 'zod';
import { id, oneOf, timestamp } from './schemas.ts';

export const attributeValue = z
  .object({
    id,
    attribute_id: id,
    value: z.string(),
    position: z.int(),
    swatch_hex: z.string().nullable().describe('`#RRGGBB`, upper-case.'),
    swatch_image_url: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'AttributeValue' });

export const attribute = z
  .object({
    id,
    store_id: id,
    name: z.string(),
    slug: z.string(),
    type: oneOf('variant', 'specification'),
    input_type: oneOf('text', 'color', 'image'),
    is_filterable: z.boolean(),
    is_required: z.boolean(),
    values: z.array(attributeValue),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Attribute' })
  .describe('What variants differ by, or products are described by.');
