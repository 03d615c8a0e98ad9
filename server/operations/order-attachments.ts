import { z } from 'zod';
import { byId, httpsUrl, id, oneOf, text, timestamp, uuid, writeTo } from './schemas.ts';
import type { Operation } from './types.ts';

const orderAttachment = z
  .object({
    id,
    store_id: id,
    order_id: id,
    file_name: z.string().describe('What the file was called where it came from.'),
    caption: z.string().nullable(),
    type: oneOf('picture', 'pdf').describe('A picture is kept as WebP.'),
    width: z.int().nullable().describe('In pixels, of a picture.'),
    height: z.int().nullable().describe('In pixels, of a picture.'),
    size_bytes: z.int(),
    sha256: z.string().describe('Of the stored file, as hex.'),
    actor: z.object({ type: oneOf('api_key', 'staff', 'system'), id: id.nullable(), name: z.string() }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('A file of an order.')
  .meta({ id: 'OrderAttachment' });

const signedAttachment = orderAttachment
  .extend({
    url: z.string().describe('Opens the file until `url_expires_at`, to everybody who has it.'),
    url_expires_at: timestamp,
  })
  .meta({ id: 'SignedOrderAttachment' });

export const orderAttachmentOperations = {
  get_order_attachments: {
    method: 'GET',
    path: '/orders/{id}/attachments',
    scopes: ['orders:read'],
    summary: 'List the attachments of an order',
    description:
      'The files of an order, oldest first, with signed addresses that are good for 10 to 15 minutes. Those of its returns and payments are not among them.',
    input: byId('order'),
    output: z.object({ data: z.array(signedAttachment) }),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND', 'STORAGE_UNAVAILABLE'],
    download: true,
    tool: null,
  },
  add_order_attachment: {
    method: 'POST',
    path: '/orders/{id}/attachments',
    scopes: ['orders:write'],
    summary: 'Add an attachment to an order',
    description:
      'Stores a picture (JPEG, PNG, WebP or GIF) or a PDF with an order, by https link or as the part `file` of a multipart form. An order keeps 20.',
    input: z.strictObject({
      ...writeTo('order'),
      source_url: httpsUrl.describe('Https link of the picture or PDF.'),
      caption: text(500).nullish().describe('What is said of it.'),
    }),
    output: orderAttachment,
    status: 201,
    writes: 'order',
    idempotency: 'optional',
    bulk: false,
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    images: [{ link: 'source_url', stored: 'file', part: 'file', isAttachment: true }],
    tool: null,
  },
  delete_order_attachment: {
    method: 'DELETE',
    path: '/orders/{id}/attachments/{attachment_id}',
    scopes: ['orders:write'],
    summary: 'Delete an attachment of an order',
    description: 'Removes a file of an order for good.',
    input: z.strictObject({ ...writeTo('order'), attachment_id: uuid.describe('Id of the attachment.') }),
    output: z.object({ id, deleted: z.literal(true) }),
    status: 200,
    writes: 'order',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: null,
  },
} satisfies Record<string, Operation>;
