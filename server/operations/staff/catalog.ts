// The catalog, its videos among it: each takes all that its operation takes. A field that is left out is kept, null clears it.
import { z } from 'zod';
import { compositions } from '../compositions.ts';
import { operations } from '../index.ts';
import { note, type StaffInput, seen, which } from './types.ts';

const names = [
  'create_product',
  'update_product',
  'archive_product',
  'update_variant',
  'add_product_images',
  'update_product_image',
  'reorder_product_images',
  'delete_product_image',
  'create_category',
  'update_category',
  'create_brand',
  'update_brand',
  'create_attribute',
  'update_attribute',
  'add_attribute_values',
  'update_attribute_value',
  'create_video',
  'sign_video_parts',
  'complete_video',
  'import_video',
  'set_video_cover',
  'delete_video',
  'attach_product_video',
  'place_product_video',
  'remove_product_video',
];

/** Those that take what was seen of their record. */
const takeSeen = ['update_product', 'update_category', 'update_brand', 'update_attribute', 'update_attribute_value'];

const notes: Record<string, StaffInput> = {
  add_product_note: {
    permission: 'catalog.manage',
    input: z.strictObject({ product_id: which('product'), note }),
    takes: 'arguments',
  },
};

const operationsTaken = Object.fromEntries(
  names.map((name) => {
    const operation = operations[name] ?? compositions[name]!;
    const input = takeSeen.includes(name) ? operation.input.safeExtend({ expected_updated_at: seen }) : operation.input;
    return [name, { permission: 'catalog.manage', input, takes: 'body', operation } satisfies StaffInput];
  }),
);

export const catalogInputs: Record<string, StaffInput> = { ...operationsTaken, ...notes };
