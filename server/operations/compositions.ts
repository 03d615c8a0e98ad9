// Tools that answer in one call what REST answers in several. They have no rules of their own: the SQL function combines
// the answers of the operations in `composes`.
import { z } from 'zod';
import { attribute, attributeTypes } from './attributes.ts';
import { brand } from './brands.ts';
import { category, taxonomyFilters } from './categories.ts';
import { customer } from './customers.ts';
import { order } from './orders.ts';
import { parcel, reportFields } from './parcels.ts';
import { byId, httpsUrl, instant, isGiven, list, pageOf, rule, storeId, uuid, writeTo } from './schemas.ts';
import type { Composition } from './types.ts';
import { placing, videoPlacement, videoUpload } from './videos.ts';

export const customerSummary = z
  .object({
    customer: customer.describe('With addresses and stats.'),
    recent_orders: z.array(order).describe('Latest first, with items.'),
  })
  .meta({ id: 'CustomerSummary' });

const uploadStep = z.object({
  step: z.int(),
  method: z.string(),
  path: z.string().describe('Relative to /ext/v1; `{url}` is the signed address.'),
  description: z.string(),
});

export const attachedVideo = z
  .object({
    placement: videoPlacement.nullable(),
    video: videoUpload.nullable(),
    upload_steps: z
      .array(uploadStep)
      .nullable()
      .describe('How to upload a file over REST; null when a video was attached.'),
  })
  .meta({ id: 'AttachedVideo' });

/** A report of a parcel, as the tool names it, and the fields that it takes beside it. */
const reports: Record<string, (keyof typeof reportFields)[]> = {
  pickup: [],
  delivered: ['collected_amount'],
  partial_delivery: ['kept', 'collected_amount'],
  failed: ['reason'],
  returning: ['reason'],
  received: ['lines'],
  cancelled: ['reason'],
};
const reportNames = Object.keys(reports) as [string, ...string[]];
const takenBy = (field: keyof typeof reportFields) =>
  rule(
    field,
    'notTogether',
    (r) => !isGiven(r[field]) || !(r.what_happened in reports) || reports[r.what_happened]!.includes(field),
    { other: 'what_happened' },
  );

const bothGiven = (a: unknown, b: unknown) => isGiven(a) && isGiven(b);

export const compositions: Record<string, Composition> = {
  get_customer_summary: {
    composes: ['get_customer', 'list_orders'],
    method: 'GET',
    scopes: ['customers:read', 'orders:read'],
    shows: 'customers.opened',
    summary: 'Read a customer with statistics and latest orders',
    description:
      'A customer with every saved address, totals of orders, spending and returns, and the latest orders with their items.',
    input: byId('customer').extend({
      limit: z.int().min(1).max(20).default(5).describe('How many orders.'),
    }),
    output: customerSummary,
    status: 200,
    cost: 5,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'Summarise a customer',
      description:
        'A customer with addresses, statistics and the latest orders with their items, in one call. Find the id with `list_customers`. Counts as 5 reads: for the profile alone use `get_customer`.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  list_taxonomy: {
    composes: ['list_categories', 'list_brands', 'list_attributes'],
    method: 'GET',
    scopes: ['products:read'],
    summary: 'List categories, brands or attributes',
    description: 'What products are filed under, newest first: one of the three lists.',
    input: pageOf({
      kind: z.enum(['categories', 'brands', 'attributes']),
      ...taxonomyFilters,
      type: z.enum(attributeTypes).optional().describe('Only attributes of this type.'),
    }).check(
      rule('status', 'notTogether', (f) => f.kind !== 'attributes' || !isGiven(f.status), { other: 'kind' }),
      rule('type', 'notTogether', (f) => f.kind === 'attributes' || !isGiven(f.type), { other: 'kind' }),
    ),
    output: list(z.union([category, brand, attribute])),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List categories, brands or attributes',
      description:
        'One of three lists, newest first. Categories are a tree by `parent_id`, siblings by `position`. Attributes come with their values: those of type `variant` (size, colour) distinguish variants, those of type `specification` describe products. Use it before `create_product`.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  list_due_follow_ups: {
    composes: ['list_orders'],
    method: 'GET',
    scopes: ['orders:read'],
    shows: 'orders.read',
    summary: 'List the call-backs that are due',
    description:
      'The call-back queue: orders in status `follow_up` whose `follow_up_at` has passed, oldest order first, each with its customer to call.',
    input: pageOf({
      sort: z
        .enum(['created_at', '-created_at'])
        .optional()
        .meta({ default: 'created_at' })
        .describe('`created_at` is oldest first.'),
      follow_up_before: instant
        .optional()
        .describe('Due before this time; default now. Use a later time to plan ahead.'),
      assignee_id: uuid.optional().describe('Only orders assigned to this staff member.'),
    }),
    output: list(order),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List due call-backs',
      description:
        'The call-back queue: orders in status `follow_up` whose `follow_up_at` has passed, oldest order first, each with its customer to call. After the call: `update_order_status` to `confirmed` or `cancelled`, or `update_order` with a new `follow_up_at`.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  report_parcel: {
    composes: [
      'record_parcel_pickup',
      'record_parcel_delivered',
      'record_partial_delivery',
      'record_delivery_failure',
      'request_parcel_return',
      'receive_parcel',
      'cancel_parcel',
    ],
    method: 'POST',
    scopes: ['parcels:write'],
    summary: 'Report what happened to a parcel',
    description:
      'Records what happened to a parcel; the same report again changes nothing. `received` needs the scope `inventory:write`.',
    input: z
      .strictObject({
        ...writeTo('parcel'),
        what_happened: z.enum(reportNames),
        ...reportFields,
        kept: reportFields.kept.optional(),
      })
      .check(
        takenBy('collected_amount'),
        takenBy('kept'),
        takenBy('lines'),
        takenBy('reason'),
        rule('kept', 'required.partialDelivery', (r) => r.what_happened !== 'partial_delivery' || isGiven(r.kept)),
      ),
    output: parcel,
    status: 200,
    writes: 'parcel',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: {
      title: 'Report what happened to a parcel',
      description:
        'Records what happened to a parcel; its order follows. `received` puts goods back into stock. CONFLICT: `fields.possible_reports` lists what can be reported.',
      // Goods may be received in parts, so the same lines again are not known to be a retry.
      idempotency: { requiredWith: 'lines' },
      hints: { destructive: true, idempotent: true, openWorld: false },
    },
  },
  attach_product_video: {
    composes: ['import_video', 'place_product_video'],
    method: 'POST',
    scopes: ['videos:write'],
    summary: 'Put a video on a product',
    description:
      'Imports a video from a link and attaches it, or attaches an existing video; if one step fails, nothing is saved. Without both it changes nothing and returns the steps to upload a file.',
    input: z
      .strictObject({
        product_id: uuid,
        store_id: storeId.optional(),
        video_url: httpsUrl.optional().describe('Link to an H.264 MP4 file of up to 200 MB.'),
        video_id: uuid.optional().describe('An existing video to attach.'),
        ...placing,
        option: z
          .strictObject({ attribute: z.string().trim().min(1).max(100), value: z.string().trim().min(1).max(200) })
          .optional()
          .describe('`option_value_id` by name; needs the scope `products:read`.'),
      })
      .check(
        rule('video_id', 'notTogether', (v) => !bothGiven(v.video_id, v.video_url), { other: 'video_url' }),
        rule('option', 'notTogether', (v) => !bothGiven(v.option, v.option_value_id), { other: 'option_value_id' }),
      ),
    output: attachedVideo,
    status: 200,
    writes: 'product_videos',
    idempotency: 'optional',
    cost: 1,
    errors: [
      'NOT_FOUND',
      'PLAN_FEATURE_REQUIRED',
      'VIDEO_UPLOADS_DISABLED',
      'PLAN_LIMIT_REACHED',
      'TOO_MANY_OPEN_UPLOADS',
    ],
    links: ['video_url'],
    tool: {
      title: 'Attach a video to a product',
      description:
        'Shows a video on a product: `video_url` imports a link and attaches it, `video_id` attaches an existing video (a second call changes its position). The product shows it after its check, usually within minutes. Without both, nothing changes and `upload_steps` lists the REST calls to upload a file. Unknown names in `option` are refused with the valid ones.',
      hints: { destructive: false, idempotent: false, openWorld: true },
      idempotency: { requiredWith: 'video_url' },
    },
  },
};
