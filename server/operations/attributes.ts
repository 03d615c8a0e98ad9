import { z } from 'zod';
import { saying } from '../problems/problem.ts';
import {
  byId,
  httpsUrl,
  id,
  list,
  oneOf,
  pageOf,
  position,
  rule,
  search,
  slug,
  storeId,
  timestamp,
  uuid,
} from './schemas.ts';
import type { Operation } from './types.ts';

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
  .describe('A property of variants (size, colour) or of products (a specification).')
  .meta({ id: 'Attribute' });

const attributeName = z.string().trim().min(1).max(100);

const fields = {
  slug: slug
    .min(1)
    .max(120)
    .optional()
    .describe('Made of the name when absent, with a suffix if taken; a given one that is taken is 409.'),
  input_type: z.enum(['text', 'color', 'image']).optional(),
  is_filterable: z.boolean().optional(),
  is_required: z.boolean().optional(),
};

const valueFields = {
  value: z.string().trim().min(1).max(200),
  position: position.optional(),
  swatch_hex: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, saying('notAllowed.colour'))
    .nullish()
    .describe('Only with `input_type` `color` or `image`; stored upper-case.'),
  swatch_image_url: httpsUrl
    .nullish()
    .describe('Link to an image, at most 10 per call; only with `input_type` `color` or `image`.'),
};

const newValues = z.array(z.strictObject(valueFields)).max(100).describe('A value repeated ignoring case is 409.');

const fewSwatches = rule(
  'values',
  'atMost.swatches',
  (a) =>
    !Array.isArray(a.values) ||
    a.values.filter((entry: { swatch_image_url?: unknown } | null) => entry?.swatch_image_url).length <= 10,
  { most: 10 },
);

const swatches = [{ list: 'values', link: 'swatch_image_url', stored: 'swatch_image' }];

export const attributeTypes = ['variant', 'specification'] as const;

export const attributeOperations = {
  list_attributes: {
    method: 'GET',
    path: '/attributes',
    scopes: ['products:read'],
    summary: 'List attributes',
    description: 'Attributes with their values, newest first.',
    input: pageOf({
      type: z.enum(attributeTypes).optional().describe('Only attributes of this type.'),
      search: search.optional().describe('Part of a name or slug, in any case.'),
    }),
    output: list(attribute),
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List attributes',
      description:
        'Attributes with their values: those of type `variant` (size, colour) distinguish variants, those of type `specification` describe products. Use it before `create_product`.',
      foldedInto: 'list_taxonomy',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_attribute: {
    method: 'GET',
    path: '/attributes/{id}',
    scopes: ['products:read'],
    summary: 'Read an attribute',
    description: 'One attribute with its values.',
    input: byId('attribute'),
    output: attribute,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  create_attribute: {
    method: 'POST',
    path: '/attributes',
    scopes: ['catalog:write'],
    summary: 'Create an attribute',
    description:
      'Creates an attribute with its values. Variants take their options from attributes of type `variant`. A value without `position` gets its index in the list.',
    input: z
      .strictObject({
        store_id: storeId.optional(),
        ...fields,
        name: attributeName,
        input_type: fields.input_type.meta({ default: 'text' }),
        is_filterable: fields.is_filterable.meta({ default: false }),
        is_required: fields.is_required.meta({ default: false }),
        type: z.enum(attributeTypes).describe('Changeable later only while no product uses it.'),
        values: newValues.optional(),
      })
      .check(fewSwatches),
    output: attribute,
    status: 201,
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    images: swatches,
    tool: {
      title: 'Create an attribute',
      description:
        'Creates an attribute with its values. Options of variants come from attributes of type `variant`. CONFLICT: the name or a value already exists.',
      hints: { destructive: false, idempotent: false, openWorld: true },
    },
  },
  update_attribute: {
    method: 'PATCH',
    path: '/attributes/{id}',
    scopes: ['catalog:write'],
    summary: 'Update an attribute',
    description:
      'Changes the fields that are sent. The type of an attribute that products use cannot change (409), and `input_type` cannot become `text` while values have swatches.',
    input: z.strictObject({
      id: uuid.describe('Id of the attribute.'),
      store_id: storeId.optional(),
      ...fields,
      name: attributeName.optional(),
      type: z.enum(attributeTypes).optional(),
    }),
    output: attribute,
    status: 200,
    writes: 'attribute',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: null,
  },
  add_attribute_values: {
    method: 'POST',
    path: '/attributes/{id}/values',
    scopes: ['catalog:write'],
    summary: 'Add values to an attribute',
    description: 'Adds values; one without `position` gets position 0.',
    input: z
      .strictObject({
        id: uuid.describe('Id of the attribute.'),
        store_id: storeId.optional(),
        values: newValues.min(1),
      })
      .check(fewSwatches),
    output: attribute,
    status: 201,
    writes: 'attribute',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    images: swatches,
    tool: {
      title: 'Add values to an attribute',
      description:
        'Adds values to an attribute, such as a new size. CONFLICT: a value already exists (letter case is ignored).',
      hints: { destructive: false, idempotent: false, openWorld: true },
    },
  },
  update_attribute_value: {
    method: 'PATCH',
    path: '/attributes/{id}/values/{value_id}',
    scopes: ['catalog:write'],
    summary: 'Update a value of an attribute',
    description:
      'Changes the fields that are sent; null clears a swatch. Variants show the new value at once. Answers the attribute.',
    input: z.strictObject({
      id: uuid.describe('Id of the attribute.'),
      value_id: uuid.describe('Id of the value.'),
      store_id: storeId.optional(),
      ...valueFields,
      value: valueFields.value.optional(),
    }),
    output: attribute,
    status: 200,
    writes: 'attribute',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    images: [{ link: 'swatch_image_url', stored: 'swatch_image' }],
    tool: null,
  },
} satisfies Record<string, Operation>;
