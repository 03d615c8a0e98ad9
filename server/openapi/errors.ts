// Every code the service can refuse with: its status and what it means, and which of them an operation can answer.
import { statuses } from '../gate/errors.ts';
import type { Operation } from '../operations/types.ts';
import { pathParameters } from './schemas.ts';

/** In the words of the reference and the guide of errors. Where a file breaks a rule, `fields.video` says how to mend it. */
export const codeMeanings: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'No key, no key of ours, or one whose plan, company or store is not live.',
  KEY_REVOKED: 'The key was revoked.',
  KEY_EXPIRED: 'The key expired, or the grace window after its rotation has closed.',
  FORBIDDEN_SCOPE: 'The key lacks the scope. On `POST /products` also: the plan holds no more products.',
  PLAN_FEATURE_REQUIRED: 'The plan of the company lacks this feature; another key does not help.',
  plan_limit_reached: 'The orders of the plan are used up for this month.',
  PLAN_LIMIT_REACHED: 'The video storage of the plan is full, or the product shows as many videos as the plan allows.',
  VIDEO_UPLOADS_DISABLED: 'Video uploads are switched off.',
  NOT_FOUND: 'No such record among those the key sees.',
  METHOD_NOT_ALLOWED: 'The path knows other methods: see the header `Allow`.',
  VALIDATION_ERROR: 'Something sent is missing, mistyped, out of range or not allowed: see `fields`.',
  CONFLICT: 'A value is taken, something named does not exist, or the state forbids it: see `fields`.',
  INSUFFICIENT_STOCK: 'Not enough stock: `fields.items` names each line, what was requested and what is available.',
  INVALID_STATUS_TRANSITION: 'The order cannot move to this status: see `fields.status`.',
  IDEMPOTENCY_CONFLICT: 'The `Idempotency-Key` was used with another request. Use a new one.',
  IDEMPOTENCY_IN_FLIGHT: 'The first request with this `Idempotency-Key` is still running. Try again with the same key.',
  TOO_MANY_OPEN_UPLOADS: 'The key has 4 unfinished uploads, or the store 6.',
  FILE_CHANGED: 'A part differs from what was signed. Start a new upload.',
  PARTS_INCOMPLETE: 'Parts are missing: `fields.parts` names them.',
  UPLOAD_IS_IMPORT: 'An import from a link has no parts.',
  UPLOAD_VERIFYING: 'The video is still being checked.',
  VIDEO_IN_USE: 'A live product shows the video.',
  UPLOAD_NOT_ACTIVE: 'The upload expired, was cancelled or has ended.',
  VIDEO_TOO_LARGE: 'The video is larger than 200 MiB.',
  VIDEO_NOT_MP4: 'The file is no MP4.',
  VIDEO_TRUNCATED: 'The file ends before its content does.',
  VIDEO_CORRUPT: 'The video cannot be read or decoded.',
  VIDEO_NO_VIDEO_TRACK: 'The file holds no video track.',
  VIDEO_MULTIPLE_TRACKS: 'The file holds more than one video track.',
  VIDEO_CODEC: 'The video is not H.264.',
  VIDEO_HEVC: 'The video is HEVC (H.265), not H.264.',
  VIDEO_PROFILE: 'Its H.264 profile is one that browsers do not play.',
  VIDEO_AUDIO_CODEC: 'Its sound is one that browsers do not play.',
  VIDEO_DIMENSIONS: 'Its width or height is out of range.',
  VIDEO_EMPTY: 'The video has no frames.',
  VIDEO_ENCRYPTED: 'The video is encrypted.',
  VIDEO_FRAGMENTED: 'The MP4 is fragmented.',
  VIDEO_TOO_LONG: 'The video is longer than this service takes.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not of a type that is taken here.',
  RATE_LIMITED: 'Too many calls: wait as `Retry-After` says.',
  INTERNAL: 'Something went wrong on our side. Try once more.',
  STORAGE_UNAVAILABLE: 'The storage of pictures and videos did not answer.',
  UNAVAILABLE: 'The service cannot answer just now: wait as `Retry-After` says.',
};

/** Codes that no SQLSTATE stands for: the doorman's own, and trouble behind it. */
const otherStatuses: Readonly<Record<string, number>> = {
  METHOD_NOT_ALLOWED: 405,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

function statusOf(code: string): number {
  const [status] = Object.values(statuses).find(([, other]) => other === code) ?? [];
  const found = status ?? otherStatuses[code];
  if (!found) throw new Error(`no status for ${code}`);
  return found;
}

/** The codes an operation can refuse with, by status in rising order. */
export function failuresOf(operation: Operation): Map<number, string[]> {
  const { method, path, scopes, idempotency, errors, pictures } = operation;
  const byStatus = new Map<number, Set<string>>();
  const add = (status: number, code: string) => {
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  };
  for (const code of ['UNAUTHORIZED', 'KEY_REVOKED', 'KEY_EXPIRED']) add(401, code);
  if (scopes.length > 0) add(403, 'FORBIDDEN_SCOPE');
  // A path id of the wrong form names nothing either.
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
  for (const code of errors) add(statusOf(code), code);
  if (pictures) add(502, 'STORAGE_UNAVAILABLE');
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

/** What is wrong with a request: its content, a header or a missing transaction id, its slowness, its size. */
const shownStatus = (code: string) =>
  code === 'VALIDATION_ERROR' ? '422, 400, 408, 413, 431' : String(statusOf(code));
