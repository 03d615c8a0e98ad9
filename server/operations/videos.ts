import { z } from 'zod';
import { id, oneOf, timestamp } from './schemas.ts';

export const videoUpload = z
  .object({
    id,
    store_id: id,
    status: oneOf('uploading', 'verifying', 'ready', 'rejected', 'aborted'),
    source: oneOf('upload', 'import'),
    source_url: z.string().nullable(),
    file_name: z.string().nullable(),
    size_bytes: z.int().nullable().describe('Null until an import knows it.'),
    content_type: z.string(),
    part_size: z.int().nullable(),
    part_count: z.int().nullable(),
    uploaded_parts: z
      .array(z.object({ part_number: z.int(), size_bytes: z.int() }))
      .describe('Empty in lists and for imports.'),
    url: z.string().nullable(),
    poster_url: z.string().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    duration_ms: z.int().nullable(),
    has_audio: z.boolean().nullable().describe('Null until ready, like every fact of the file.'),
    rejection: z.object({ code: z.string(), message: z.string() }).nullable(),
    abort_reason: oneOf('expired', 'cancelled', 'import_download_failed').nullable(),
    placements: z.array(
      z.object({ product_id: id, gallery_slot: z.int(), sort_order: z.int(), option_value_id: id.nullable() }),
    ),
    expires_at: timestamp.nullable(),
    ready_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'VideoUpload' });

export const videoPlacement = z
  .object({
    product_id: id,
    video_id: id,
    status: oneOf('uploading', 'verifying', 'ready', 'rejected', 'aborted'),
    gallery_slot: z.int(),
    sort_order: z.int(),
    option_value_id: id.nullable(),
    title: z.string(),
  })
  .meta({ id: 'VideoPlacement' });
