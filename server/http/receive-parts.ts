// Receives the parts of uploads into a folder: PUT /media/uploads/<upload>/<part>?size=…&expires=…&signature=…
// The address is the permission: it is signed for one part with one length and one MD5. Browsers send parts from pages of
// any origin.
import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { aborted, isAborted } from '../gate/aborted.ts';
import { ApiError, forbidden, methodNotAllowed, notFound } from '../gate/errors.ts';
import { type FolderStorage, PartRefused, type PartRequest } from '../media/storage/folder.ts';

export const uploadsPrefix = '/media/uploads/';

export function receiveParts(folder: FolderStorage): Middleware {
  // A part that is being received uses disk space that no plan counts, so each part is received once at a time.
  const underWay = new Map<string, IncomingMessage>();

  return async (ctx, next) => {
    if (!ctx.path.startsWith(uploadsPrefix)) return next();
    ctx.set({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'ETag, X-Request-Id',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (ctx.method === 'OPTIONS') {
      ctx.set({
        'Access-Control-Allow-Methods': 'PUT',
        // Browsers add the content type of a file themselves.
        'Access-Control-Allow-Headers': 'Content-MD5, Content-Type',
        'Access-Control-Max-Age': '86400',
      });
      ctx.status = 204;
      return;
    }
    if (ctx.method !== 'PUT') throw methodNotAllowed(ctx.method, 'OPTIONS, PUT');
    const part = readRequest(ctx);
    if (!(await folder.isSignedPart(part))) {
      throw forbidden('The signature does not match this part, its size and its Content-MD5.');
    }
    if (part.expires * 1000 < Date.now()) throw forbidden('The address has expired. Sign the part again.');
    if (Number(ctx.get('Content-Length') || part.size_bytes) !== part.size_bytes) throw otherLength(part);
    const name = `${part.upload_id}/${part.part_number}`;
    const earlier = underWay.get(name);
    // A client that sends the part again has given up the earlier attempt.
    if (earlier && !earlier.complete) earlier.destroy();
    underWay.set(name, ctx.req);
    try {
      await folder.receivePart(part, ctx.req.iterator({ destroyOnReturn: false }));
    } catch (error) {
      if (isAborted(ctx.req) && !(error instanceof PartRefused)) throw aborted(ctx.req);
      // Read the rest of the body, or the client gets a broken connection instead of the answer.
      ctx.req.resume();
      throw error instanceof PartRefused ? answerOf(error, part) : error;
    } finally {
      if (underWay.get(name) === ctx.req) underWay.delete(name);
    }
    ctx.set('ETag', `"${Buffer.from(part.content_md5, 'base64').toString('hex')}"`);
    ctx.body = '';
  };
}

function readRequest(ctx: Context): PartRequest {
  const [, uploadId, number] = /^([0-9a-f-]{36})\/([1-9]\d{0,4})$/.exec(ctx.path.slice(uploadsPrefix.length)) ?? [];
  if (!uploadId) throw notFound('No such upload. Use the address as it was signed.');
  return {
    upload_id: uploadId,
    part_number: Number(number),
    size_bytes: Number(ctx.query.size),
    content_md5: ctx.get('Content-MD5'),
    expires: Number(ctx.query.expires),
    signature: String(ctx.query.signature),
  };
}

function answerOf({ reason }: PartRefused, part: PartRequest): ApiError {
  if (reason === 'no upload') return notFound('No such upload. It was completed, cancelled or has expired.');
  return reason === 'length'
    ? otherLength(part)
    : badBody('The bytes do not match their Content-MD5.', 'must be the bytes whose MD5 was signed');
}

const otherLength = ({ size_bytes }: PartRequest) =>
  badBody(`The part must have ${size_bytes} bytes.`, `must have ${size_bytes} bytes`);

const badBody = (message: string, problem: string) =>
  new ApiError(400, 'VALIDATION_ERROR', message, { fields: { body: [problem] } });
