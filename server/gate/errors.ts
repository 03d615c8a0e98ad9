// The only place with HTTP statuses and error codes. The database reports SQLSTATEs. This table is the only translation (with
// infrastructure-errors.ts for temporary errors), and `envelope` alone writes the error object
// {error: {code, message, fields?, request_id?}}.
import type { Context } from 'koa';
import type { Meanings } from '../problems/meaning.ts';
import { meaningsOf, Problem } from '../problems/problem.ts';
import { isPassing, sqlstateOf } from './infrastructure-errors.ts';
import type { Fields, Outcome } from './outcome.ts';

export type { Fields };

/** The form of an id that a client may send in X-Request-Id: printable ASCII. */
export const requestIdForm = /^[ -~]{1,200}$/;

type Details = { fields?: Fields | null; meanings?: Meanings; headers?: Record<string, string>; requestId?: string };

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Fields | null;
  /** What its sentences mean, as far as that is known; told to staff. */
  readonly meanings: Meanings;
  readonly headers: Record<string, string>;
  /** More that the error object says. */
  extra: object = {};
  /** The id of the first request, when this answer is a replay. */
  readonly requestId: string | undefined;

  constructor(status: number, code: string, message: string | Problem, details: Details = {}) {
    super(String(message));
    this.status = status;
    this.code = code;
    this.fields = details.fields ? inSentences(details.fields) : null;
    this.meanings = { ...details.meanings, ...meaningsOf([message, ...Object.values(details.fields ?? {}).flat()]) };
    this.headers = details.headers ?? {};
    this.requestId = details.requestId;
  }
}

/** The same fields, with the sentence of each problem. */
const inSentences = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, problems]) => [
      field,
      problems.map((one) => (one instanceof Problem ? one.text : one)),
    ]),
  );

/** SQLSTATE to HTTP. HT0.. are never stored for replay; HT1.. are answers of operations. */
export const errorCodes: Readonly<Record<string, readonly [status: number, code: string]>> = {
  HT001: [401, 'UNAUTHORIZED'],
  HT002: [401, 'KEY_REVOKED'],
  HT003: [401, 'KEY_EXPIRED'],
  HT004: [403, 'FORBIDDEN_SCOPE'],
  HT005: [429, 'RATE_LIMITED'],
  HT006: [422, 'IDEMPOTENCY_CONFLICT'],
  HT007: [409, 'IDEMPOTENCY_IN_FLIGHT'],
  HT008: [422, 'VALIDATION_ERROR'],
  HT010: [403, 'PLAN_FEATURE_REQUIRED'],
  HT011: [403, 'plan_limit_reached'],
  HT012: [403, 'PLAN_LIMIT_REACHED'],
  HT013: [403, 'VIDEO_UPLOADS_DISABLED'],
  HT014: [403, 'FORBIDDEN'],
  HT015: [401, 'UNAUTHENTICATED'],
  // Raised in TypeScript, because only TypeScript calls the storage.
  HT016: [502, 'STORAGE_UNAVAILABLE'],
  HT017: [412, 'PRECONDITION_FAILED'],
  // A company on its way to another database: its writes wait for a moment; what is here of it is an old copy.
  HT018: [503, 'UNAVAILABLE'],
  HT019: [503, 'UNAVAILABLE'],
  HT100: [404, 'NOT_FOUND'],
  HT101: [409, 'CONFLICT'],
  HT102: [400, 'INSUFFICIENT_STOCK'],
  HT103: [400, 'INVALID_STATUS_TRANSITION'],
  HT104: [400, 'VALIDATION_ERROR'],
  HT110: [409, 'TOO_MANY_OPEN_UPLOADS'],
  HT111: [409, 'FILE_CHANGED'],
  HT112: [409, 'PARTS_INCOMPLETE'],
  HT113: [409, 'UPLOAD_IS_IMPORT'],
  HT114: [409, 'UPLOAD_VERIFYING'],
  HT115: [409, 'VIDEO_IN_USE'],
  HT116: [410, 'UPLOAD_NOT_ACTIVE'],
  HT120: [422, 'VIDEO_TOO_LARGE'],
  HT121: [422, 'VIDEO_NOT_MP4'],
  HT122: [422, 'VIDEO_TRUNCATED'],
  HT123: [422, 'VIDEO_CORRUPT'],
  HT124: [422, 'VIDEO_NO_VIDEO_TRACK'],
  HT125: [422, 'VIDEO_MULTIPLE_TRACKS'],
  HT126: [422, 'VIDEO_CODEC'],
  HT127: [422, 'VIDEO_HEVC'],
  HT128: [422, 'VIDEO_PROFILE'],
  HT129: [422, 'VIDEO_AUDIO_CODEC'],
  HT130: [422, 'VIDEO_DIMENSIONS'],
  HT131: [422, 'VIDEO_EMPTY'],
  HT132: [422, 'VIDEO_ENCRYPTED'],
  HT133: [422, 'VIDEO_FRAGMENTED'],
  HT134: [422, 'VIDEO_TOO_LONG'],
  '23505': [409, 'CONFLICT'],
};

/** The field a client sent, by the unique constraint that refused it. */
export const uniqueFields: Readonly<Record<string, string>> = {
  attribute_values_value_key: 'value',
  attributes_name_key: 'name',
  attributes_slug_key: 'slug',
  brands_slug_key: 'slug',
  categories_slug_key: 'slug',
  channels_slug_key: 'slug',
  coupons_code_key: 'code',
  couriers_name_key: 'name',
  customers_email_key: 'email',
  customers_phone_key: 'phone',
  locations_code_key: 'code',
  payment_methods_name_key: 'name',
  payments_transaction_id_key: 'transactionId',
  product_categories_one_primary: 'categories',
  product_categories_pkey: 'categories',
  order_views_name_key: 'name',
  products_slug_key: 'slug',
  staff_email_key: 'email',
  staff_roles_name_key: 'name',
  stores_slug_key: 'slug',
  variant_options_pkey: 'options',
  variants_options_key: 'options',
  variants_sku_key: 'sku',
};

/** True for an unexpected SQLSTATE: it is logged with its context. */
export const isUnexpected = (sqlstate: string) => !(sqlstate in errorCodes);

type Refusal = Pick<Outcome, 'sqlstate' | 'fields' | 'constraint'> &
  Partial<Pick<Outcome, 'request_id' | 'retry_after'>> & {
    message?: string | Problem | null | undefined;
    meanings?: Meanings;
  };

/** The refusal of an outcome whose sqlstate is not null. */
export function errorOf(outcome: Refusal): ApiError {
  const sqlstate = outcome.sqlstate ?? 'XX000';
  const known = errorCodes[sqlstate];
  if (!known) return isPassing(sqlstate) ? unavailable() : internal();
  const [status, code] = known;
  const requestId = outcome.request_id ?? undefined;
  const { fields = null, meanings = {} } = outcome;
  if (sqlstate === '23505') return taken(uniqueFields[outcome.constraint ?? ''], fields, requestId);
  const headers: Record<string, string> = status === 503 ? { 'Retry-After': String(outcome.retry_after ?? 1) } : {};
  return new ApiError(status, code, outcome.message ?? code, { fields, meanings, headers, requestId });
}

function taken(field: string | undefined, fields: Fields | null, requestId: string | undefined): ApiError {
  const message = new Problem(
    field === 'options' ? 'optionsTaken.twice' : field ? 'taken.named' : 'taken.unknown',
    field ? { what: field } : {},
  );
  return new ApiError(409, 'CONFLICT', message, {
    fields: fields ?? (field ? { [field]: [new Problem('taken')] } : null),
    requestId,
  });
}

/** The refusal of one field that the server finds itself. */
export const fieldError = (field: string, problem: Problem): ApiError =>
  new ApiError(422, 'VALIDATION_ERROR', problem.of(field), { fields: { [field]: [problem] } });

export const unauthorized = (message: string) => new ApiError(401, 'UNAUTHORIZED', message);

export const notFound = (message: string) => new ApiError(404, 'NOT_FOUND', message);

export const methodNotAllowed = (method: string, allow: string) =>
  new ApiError(405, 'METHOD_NOT_ALLOWED', `${method} is not allowed at this path. Allowed: ${allow}.`, {
    headers: { Allow: allow },
  });

/** A request with a Host or Origin that is not allowed (server/mcp/origin.ts), or with a wrong signature. */
export const forbidden = (message: string) => new ApiError(403, 'FORBIDDEN', message);

export const unsupportedMediaType = (message: string) => new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', message);

export const bodyTooLarge = (limit: number) =>
  new ApiError(413, 'VALIDATION_ERROR', `The body is larger than ${limit} bytes.`, {
    fields: { body: [`must be at most ${limit} bytes`] },
  });

export const invalid = (fields: Fields) => new ApiError(422, 'VALIDATION_ERROR', fieldsInvalid(fields), { fields });

/** What is said when several fields may be wrong. */
export const fieldsInvalid = (fields: Fields): Problem =>
  new Problem('fieldsInvalid', { fields: Object.keys(fields).slice(0, 10).join(', ') });

export const badHeader = (header: string, problem: string | Problem) =>
  new ApiError(400, 'VALIDATION_ERROR', `${header} ${problem}.`, { fields: { [header]: [problem] } });

export const rateLimited = (message: string, retryAfter: number, meanings: Meanings = {}) =>
  new ApiError(429, 'RATE_LIMITED', message, { meanings, headers: { 'Retry-After': String(retryAfter) } });

export const unavailable = (retryAfter = 2) =>
  new ApiError(503, 'UNAVAILABLE', 'The service is not available at the moment. Try again in a few seconds.', {
    headers: { 'Retry-After': String(retryAfter) },
  });

/** The storage of images and videos did not answer. */
export const storageUnavailable = () =>
  new ApiError(502, 'STORAGE_UNAVAILABLE', 'The file storage did not answer. Try again in a few seconds.');

/** The answer to an error that is not a refusal. */
export const infrastructureErrorOf = (error: unknown): ApiError =>
  isPassing(sqlstateOf(error)) ? unavailable() : internal();

export const internal = () => new ApiError(500, 'INTERNAL', 'An internal error happened. Send the request once more.');

/** The error object. A replay shows the id of the first request here; the header has the id of this request. */
export function envelope(error: ApiError, requestId: string) {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.fields && { fields: error.fields }),
      ...error.extra,
      request_id: error.requestId ?? requestId,
    },
  };
}

export function render(ctx: Context, error: ApiError): void {
  ctx.status = error.status;
  ctx.set(error.headers);
  if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  ctx.body = envelope(error, ctx.state.requestId);
}
