import { z } from 'zod';
import { partSize } from '../media/storage/index.ts';
import { maxVideoBytes } from '../media/videos/index.ts';
import { saying } from '../problems/problem.ts';
import { byId, httpsUrl, id, list, oneOf, pageOf, rule, storeId, text, timestamp, uuid, writeTo } from './schemas.ts';
import type { BusinessErrorCode, Operation } from './types.ts';

const statuses = ['uploading', 'verifying', 'ready', 'rejected', 'aborted'] as const;
const status = oneOf(...statuses);

const megabyte = 1_048_576;
const maxParts = Math.ceil(maxVideoBytes / partSize);

export const videoUpload = z
  .object({
    id,
    store_id: id,
    status,
    source: oneOf('upload', 'import'),
    source_url: z.string().nullable(),
    file_name: z.string().nullable(),
    size_bytes: z.int().nullable().describe('Null until an import knows it.'),
    content_type: z.string(),
    part_size: z.int().nullable().describe('Of every part but the last, in bytes.'),
    part_count: z.int().nullable(),
    uploaded_parts: z
      .array(z.object({ part_number: z.int(), size_bytes: z.int() }))
      .describe('Empty in lists and for imports.'),
    url: z.string().nullable(),
    poster_url: z.string().nullable().describe('The cover that was set, or a frame of the video.'),
    width: z.int().nullable().describe('In pixels, as displayed.'),
    height: z.int().nullable(),
    duration_ms: z.int().nullable(),
    has_audio: z.boolean().nullable().describe('Null until it is ready, like the others.'),
    rejection: z.object({ code: z.string(), message: z.string() }).nullable(),
    abort_reason: oneOf('expired', 'cancelled', 'import_download_failed').nullable(),
    placements: z.array(
      z.object({ product_id: id, gallery_slot: z.int(), sort_order: z.int(), option_value_id: id.nullable() }),
    ),
    expires_at: timestamp.nullable().describe('When an unfinished upload expires.'),
    ready_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'VideoUpload' });

export const videoPlacement = z
  .object({
    product_id: id,
    video_id: id,
    status,
    gallery_slot: z.int().describe('Number of images before the video.'),
    sort_order: z.int(),
    option_value_id: id.nullable().describe('Null: shown for all variants.'),
    title: z.string(),
  })
  .meta({ id: 'VideoPlacement' });

/** Where and how a product shows a video. */
export const placing = {
  gallery_slot: z.int().min(0).max(30).optional().meta({ default: 1 }).describe('Number of images before the video.'),
  sort_order: z
    .int()
    .min(0)
    .max(99)
    .optional()
    .meta({ default: 0 })
    .describe('Order among videos in the same slot, lowest first.'),
  option_value_id: uuid.nullish().describe('Only for variants with this value, which an active one must have.'),
  title: text(200).nullish().describe('When empty or null, the name of the product is shown.'),
};

function namesPartsOnce({ parts }: { parts?: unknown }): boolean {
  if (!Array.isArray(parts)) return true;
  return new Set(parts.map((part) => part?.part_number)).size === parts.length;
}

const ownVideo = uuid.describe('A video that this key, or a key it replaced by rotation, started.');

const common: BusinessErrorCode[] = ['NOT_FOUND', 'PLAN_FEATURE_REQUIRED', 'VIDEO_UPLOADS_DISABLED'];

export const videoOperations = {
  place_product_video: {
    method: 'POST',
    path: '/products/{id}/videos',
    scopes: ['videos:write'],
    summary: 'Attach a video to a product',
    description:
      'Puts a video into the gallery of a product, or changes its position there. The video may still be uploading or verifying: the product shows it when it is ready, and `product.updated` is sent then. Nothing else on the product changes.',
    input: z.strictObject({ ...writeTo('product'), video_id: ownVideo, ...placing }),
    output: videoPlacement,
    status: 200,
    writes: 'product_videos',
    idempotency: 'optional',
    cost: 1,
    errors: [...common, 'PLAN_LIMIT_REACHED'],
    tool: null,
  },
  remove_product_video: {
    method: 'DELETE',
    path: '/products/{id}/videos/{video_id}',
    scopes: ['videos:write'],
    summary: 'Remove a video from a product',
    description:
      'Removes a video from the gallery of a product. This works for every video of the product, whichever key uploaded it, and also while uploads are switched off. The video itself is not deleted.',
    input: z.strictObject({ ...writeTo('product'), video_id: uuid.describe('Id of the video.') }),
    output: z.object({ product_id: id, video_id: id, removed: z.literal(true) }),
    status: 200,
    writes: 'product_videos',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'PLAN_FEATURE_REQUIRED'],
    tool: null,
  },
  list_videos: {
    method: 'GET',
    path: '/videos',
    scopes: ['videos:write'],
    summary: 'List videos',
    description:
      'The uploads and imports that this key, or a key it replaced by rotation, started, newest first. Expired unfinished ones are not listed.',
    input: pageOf({ status: z.enum(statuses).optional().describe('Only videos in this status.') }),
    output: list(videoUpload),
    status: 200,
    cost: 1,
    errors: common,
    tool: null,
  },
  create_video: {
    method: 'POST',
    path: '/videos',
    scopes: ['videos:write'],
    summary: 'Start a video upload',
    description: `Starts an upload and reserves storage of the plan. The file must be an H.264 MP4 of up to 200 MB. Send it in \`part_count\` parts of \`part_size\` bytes; the last part has the rest. Sign the parts next. An unfinished upload expires after 24 hours. A store may start 50 uploads and imports per UTC day; above that the answer is 429 with the seconds until midnight.`,
    input: z.strictObject({
      store_id: storeId.optional(),
      file_name: z.string().trim().min(1).max(255),
      // Values outside these limits have their own error codes, so SQL refuses them.
      size_bytes: z.int().min(1).meta({ maximum: maxVideoBytes }).describe('Size of the whole file in bytes.'),
      content_type: z
        .string()
        .max(100)
        .meta({ enum: ['video/mp4'] })
        .optional()
        .meta({ default: 'video/mp4' }),
    }),
    output: videoUpload,
    status: 201,
    idempotency: 'optional',
    cost: 1,
    errors: [...common, 'TOO_MANY_OPEN_UPLOADS', 'PLAN_LIMIT_REACHED', 'VIDEO_TOO_LARGE', 'VIDEO_NOT_MP4'],
    tool: null,
  },
  import_video: {
    method: 'POST',
    path: '/videos/import',
    scopes: ['videos:write'],
    summary: 'Import a video from a link',
    description:
      'Imports an H.264 MP4 of up to 200 MB from an https link. It is copied in the background, one import of a company at a time, and checked like an upload. When the copy is slower than 64 KB per second after its first minute, it ends as `aborted` (`import_download_failed`); when it does not start within an hour, it ends as `aborted` (`expired`). A key may import 20 links per UTC day.',
    input: z.strictObject({ store_id: storeId.optional(), source_url: httpsUrl }),
    output: videoUpload,
    status: 202,
    idempotency: 'optional',
    cost: 1,
    errors: [...common, 'TOO_MANY_OPEN_UPLOADS', 'PLAN_LIMIT_REACHED'],
    links: ['source_url'],
    tool: null,
  },
  get_video: {
    method: 'GET',
    path: '/videos/{id}',
    scopes: ['videos:write'],
    summary: 'Read a video',
    description: 'One upload or import with its state; while it is uploading, with the parts that have arrived.',
    input: byId('video'),
    output: videoUpload,
    status: 200,
    cost: 1,
    conditional: true,
    errors: [...common, 'STORAGE_UNAVAILABLE'],
    video: 'read',
    tool: null,
  },
  delete_video: {
    method: 'DELETE',
    path: '/videos/{id}',
    scopes: ['videos:write'],
    summary: 'Delete a video',
    description:
      'Cancels an unfinished upload or import (it can still be read, as `aborted`), or deletes a finished video. While a product that is not archived shows the video, it cannot be deleted: remove it from the product first.',
    input: z.strictObject(writeTo('video')),
    output: z.object({ id, deleted: z.literal(true) }),
    status: 200,
    writes: 'video',
    idempotency: 'optional',
    cost: 1,
    errors: [...common, 'UPLOAD_VERIFYING', 'VIDEO_IN_USE'],
    tool: null,
  },
  set_video_cover: {
    method: 'PUT',
    path: '/videos/{id}/cover',
    scopes: ['videos:write'],
    summary: 'Set the cover of a video',
    description:
      'Sets the image that is shown until the video plays; without a cover it is a frame of the video. A PNG, JPEG, WebP or GIF of up to 2 MB, by https link or as part `cover` of a multipart form.',
    input: z.strictObject({
      ...writeTo('video'),
      cover_url: httpsUrl.describe('An https link; in a form the part `cover` may contain the image instead.'),
    }),
    output: videoUpload,
    status: 200,
    writes: 'video',
    idempotency: 'optional',
    cost: 1,
    errors: [...common, 'UPLOAD_NOT_ACTIVE'],
    images: [{ link: 'cover_url', stored: 'cover', part: 'cover', maxBytes: 2 * megabyte, maxPartBytes: 8 * megabyte }],
    tool: null,
  },
  sign_video_parts: {
    method: 'POST',
    path: '/videos/{id}/parts',
    scopes: ['videos:write'],
    summary: 'Sign parts of a video upload',
    description:
      'Returns for each part an address for a `PUT` of its bytes, with the headers to send. It is valid for 15 minutes. The checksum of a part is fixed when it is first signed: the same checksum can be signed again, another one is answered with 409 `FILE_CHANGED`. One call can sign all parts, and sending the parts counts against no limit.',
    input: z
      .strictObject({
        ...writeTo('video'),
        parts: z
          .array(
            z.strictObject({
              part_number: z.int().min(1).max(maxParts).describe('Counted from 1.'),
              content_md5: z
                .string()
                .regex(/^[A-Za-z0-9+/]{21}[AQgw]==$/, saying('md5Form'))
                .describe('MD5 of the bytes of the part, in base64.'),
            }),
          )
          .min(1)
          .max(maxParts),
      })
      .check(rule('parts', 'partsOnce', namesPartsOnce)),
    output: z.object({
      data: z.array(
        z.object({
          part_number: z.int(),
          url: z.string(),
          method: z.literal('PUT'),
          headers: z.record(z.string(), z.string()).describe('Send these exactly.'),
          expires_at: timestamp,
        }),
      ),
    }),
    status: 200,
    writes: 'video',
    idempotency: 'optional',
    cost: 1,
    errors: [
      ...common,
      'FILE_CHANGED',
      'UPLOAD_IS_IMPORT',
      'UPLOAD_VERIFYING',
      'UPLOAD_NOT_ACTIVE',
      'STORAGE_UNAVAILABLE',
    ],
    video: 'sign',
    tool: null,
  },
  complete_video: {
    method: 'POST',
    path: '/videos/{id}/complete',
    scopes: ['videos:write'],
    summary: 'Complete a video upload',
    description:
      'Joins the parts and checks the file. When the file breaks a rule, the answer is 422 with its `VIDEO_…` code and the upload is `rejected`. Otherwise it is `verifying`, and soon `ready` (`video.ready`).',
    input: z.strictObject(writeTo('video')),
    output: videoUpload,
    status: 200,
    writes: 'video',
    idempotency: 'optional',
    cost: 1,
    errors: [
      ...common,
      'PARTS_INCOMPLETE',
      'FILE_CHANGED',
      'UPLOAD_IS_IMPORT',
      'UPLOAD_VERIFYING',
      'UPLOAD_NOT_ACTIVE',
      'STORAGE_UNAVAILABLE',
      'VIDEO_NOT_MP4',
      'VIDEO_TRUNCATED',
      'VIDEO_CORRUPT',
      'VIDEO_EMPTY',
      'VIDEO_ENCRYPTED',
      'VIDEO_FRAGMENTED',
      'VIDEO_NO_VIDEO_TRACK',
      'VIDEO_MULTIPLE_TRACKS',
      'VIDEO_CODEC',
      'VIDEO_HEVC',
      'VIDEO_PROFILE',
      'VIDEO_AUDIO_CODEC',
      'VIDEO_DIMENSIONS',
      'VIDEO_TOO_LONG',
    ],
    video: 'complete',
    tool: null,
  },
} satisfies Record<string, Operation>;
