// All error codes: their status and meaning, and the codes that each operation can return.
import { errorCodes } from '../gate/errors.ts';
import type { Operation } from '../operations/types.ts';
import { pathParameters } from './schemas.ts';

/** The meanings as the reference and the guide show them. For a video file, `fields.video` says how to fix it. */
export const codeMeanings: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'The API key is missing or unknown, or its plan, company or store is not active.',
  KEY_REVOKED: 'The key was revoked.',
  KEY_EXPIRED: 'The key has expired, or its grace period after a rotation is over.',
  FORBIDDEN_SCOPE:
    'The key does not have the scope. On `POST /products` also: the product limit of the plan is reached.',
  PLAN_FEATURE_REQUIRED: 'The plan of the company does not include this feature. Another key does not help.',
  plan_limit_reached: 'The monthly order limit of the plan is reached.',
  PLAN_LIMIT_REACHED:
    'The video storage of the plan is full, or the product already shows as many videos as the plan allows.',
  VIDEO_UPLOADS_DISABLED: 'Video uploads are switched off.',
  NOT_FOUND: 'There is no such record, or the key cannot see it.',
  METHOD_NOT_ALLOWED: 'The method is not allowed at this path. The header `Allow` lists the allowed ones.',
  VALIDATION_ERROR:
    'Something in the request is missing, has the wrong type, is out of range or is not allowed: see `fields`.',
  CONFLICT:
    'A value is taken, a referenced record does not exist, or the current state does not allow the change: see `fields`.',
  PRECONDITION_FAILED:
    'The record is not in the version that the request names: `fields.updated_at` has the present one. Read it again.',
  INSUFFICIENT_STOCK:
    'There is not enough stock. `fields.items` lists each line with the requested and the available quantity.',
  INVALID_STATUS_TRANSITION: 'The order cannot change to this status: see `fields.status`.',
  IDEMPOTENCY_CONFLICT: 'The `Idempotency-Key` was already used with a different request. Use a new one.',
  IDEMPOTENCY_IN_FLIGHT: 'The first request with this `Idempotency-Key` is still running. Try again with the same key.',
  TOO_MANY_OPEN_UPLOADS: 'The key already has 4 unfinished uploads, or the store has 6.',
  FILE_CHANGED: 'A part is not the one that was signed. Start a new upload.',
  PARTS_INCOMPLETE: 'Parts are missing: `fields.parts` lists them.',
  UPLOAD_IS_IMPORT: 'The video is imported from a link, so it has no parts.',
  UPLOAD_VERIFYING: 'The video is still being checked. Try again later.',
  VIDEO_IN_USE: 'A product that is not archived shows the video.',
  UPLOAD_NOT_ACTIVE: 'The upload has expired, was cancelled or is complete.',
  VIDEO_TOO_LARGE: 'The video is larger than 200 MiB.',
  VIDEO_NOT_MP4: 'The file is not an MP4.',
  VIDEO_TRUNCATED: 'The end of the file is missing.',
  VIDEO_CORRUPT: 'The video cannot be read or decoded.',
  VIDEO_NO_VIDEO_TRACK: 'The file has no video track.',
  VIDEO_MULTIPLE_TRACKS: 'The file has more than one video track.',
  VIDEO_CODEC: 'The video is not H.264.',
  VIDEO_HEVC: 'The video is HEVC (H.265), not H.264.',
  VIDEO_PROFILE: 'Browsers do not play its H.264 profile.',
  VIDEO_AUDIO_CODEC: 'Browsers do not play its audio codec.',
  VIDEO_DIMENSIONS: 'Its width or height is out of range.',
  VIDEO_EMPTY: 'The video has no frames.',
  VIDEO_ENCRYPTED: 'The video is encrypted.',
  VIDEO_FRAGMENTED: 'The MP4 is fragmented.',
  VIDEO_TOO_LONG: 'The video is longer than the allowed maximum.',
  UNSUPPORTED_MEDIA_TYPE: 'The content type of the body is not supported.',
  RATE_LIMITED: 'Too many requests: wait as many seconds as `Retry-After` says.',
  INTERNAL: 'An internal error happened. Send the request once more.',
  STORAGE_UNAVAILABLE: 'The storage of images and videos did not answer.',
  UNAVAILABLE: 'The service is not available at the moment: wait as many seconds as `Retry-After` says.',
};

/** Codes without an SQLSTATE: they come from TypeScript. */
const otherStatuses: Readonly<Record<string, number>> = {
  METHOD_NOT_ALLOWED: 405,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

function statusOf(code: string): number {
  const [status] = Object.values(errorCodes).find(([, other]) => other === code) ?? [];
  const found = status ?? otherStatuses[code];
  if (!found) throw new Error(`no status for ${code}`);
  return found;
}

/** The error codes of an operation, by ascending status. */
export function failuresOf(operation: Operation): Map<number, string[]> {
  const { method, path, scopes, idempotency, errors, images, job } = operation;
  const byStatus = new Map<number, Set<string>>();
  const add = (status: number, code: string) => {
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  };
  for (const code of ['UNAUTHORIZED', 'KEY_REVOKED', 'KEY_EXPIRED']) add(401, code);
  if (scopes.length > 0 || job === 'create') add(403, 'FORBIDDEN_SCOPE');
  // An id of the wrong form in the path is also answered with 404.
  if (pathParameters(path).length > 0) add(404, 'NOT_FOUND');
  add(422, 'VALIDATION_ERROR');
  if (idempotency) {
    add(400, 'VALIDATION_ERROR');
    add(409, 'IDEMPOTENCY_IN_FLIGHT');
    add(422, 'IDEMPOTENCY_CONFLICT');
  }
  if (method !== 'GET') {
    add(413, 'VALIDATION_ERROR');
    add(415, 'UNSUPPORTED_MEDIA_TYPE');
  }
  if (operation.writes) add(412, 'PRECONDITION_FAILED');
  for (const code of errors) add(statusOf(code), code);
  if (images) add(502, 'STORAGE_UNAVAILABLE');
  add(429, 'RATE_LIMITED');
  add(500, 'INTERNAL');
  add(503, 'UNAVAILABLE');
  return new Map([...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [status, [...codes]]));
}

/** The codes as a table in Markdown, for the guide of errors. */
export function codeTable(): string {
  const rows = Object.entries(codeMeanings).map(([code, meaning]) => ({ code, meaning, status: shownStatus(code) }));
  rows.sort((a, b) => (a.status < b.status ? -1 : a.status > b.status ? 1 : 0));
  const lines = rows.map(({ code, meaning, status }) => `| ${status} | \`${code}\` | ${meaning} |`);
  return ['| status | code | meaning |', '|---|---|---|', ...lines].join('\n');
}

/** VALIDATION_ERROR has several statuses: content, header or missing transaction id, timeout, size. */
const shownStatus = (code: string) =>
  code === 'VALIDATION_ERROR' ? '422, 400, 408, 413, 431' : String(statusOf(code));
