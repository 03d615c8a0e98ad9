import type { z } from 'zod';
import type { VideoCode } from '../media/videos/refusals.ts';

/** What a key may be allowed to do. `write` satisfies `read` of the same resource, never the reverse. */
export type Scope =
  | `${'products' | 'orders' | 'customers' | 'inventory' | 'payments'}:${'read' | 'write'}`
  | `${'locations' | 'channels' | 'store' | 'reports'}:read`
  | `${'catalog' | 'videos'}:write`;

export type Bucket = 'read' | 'write';

/** The codes an operation can answer beyond those every operation can (401, 403 scope, 422, 429, 500). */
export type BusinessErrorCode =
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'INSUFFICIENT_STOCK'
  | 'INVALID_STATUS_TRANSITION'
  | 'PLAN_FEATURE_REQUIRED'
  | 'PLAN_LIMIT_REACHED'
  | 'plan_limit_reached'
  | 'VIDEO_UPLOADS_DISABLED'
  | 'TOO_MANY_OPEN_UPLOADS'
  | 'FILE_CHANGED'
  | 'PARTS_INCOMPLETE'
  | 'UPLOAD_IS_IMPORT'
  | 'UPLOAD_VERIFYING'
  | 'UPLOAD_NOT_ACTIVE'
  | 'VIDEO_IN_USE'
  | 'STORAGE_UNAVAILABLE'
  | VideoCode;

/**
 * How the tool server shows an operation. A tool reads only when its operation is a GET, so that hint is derived;
 * the other three are stated. `name` stands only where the tool is published under another name than the operation.
 */
export type Tool = {
  name?: string;
  title: string;
  /** For a model that has never seen us: when to use it, in which units, what to do when it is refused. */
  description: string;
  hints: { destructive: boolean; idempotent: boolean; openWorld: boolean };
  /** Where a tool must be given a key although its operation may go without: always, or with the field named. */
  idempotency?: 'required' | { requiredWith: string };
};

/**
 * Where an operation takes a picture. The doorman fetches it, checks it and stores it before the operation runs, and
 * puts {media_key, width, height, size_bytes} in place of the link.
 */
export type PictureField = {
  /** The list whose entries each bring a picture; absent: the picture belongs to the input itself. */
  list?: string;
  /** The field that holds the https link; null in it clears the picture. */
  link: string;
  /** The field under which SQL finds the stored picture. */
  stored: string;
  /** The part of a multipart form that may bring the picture instead; absent: links only. */
  part?: string;
  /** Where a picture may be less large than others; past it 422. */
  mostBytes?: number;
  /** Where its part of a form may be; past it 413. */
  mostPartBytes?: number;
};

/** What every operation has, whichever door it is for. */
type Definition = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  scopes: Scope[];
  summary: string;
  /** Longer text for the reference page and the tool server. */
  description: string;
  /** Strict, snake_case, with every limit of shape. What needs the database is the SQL function's to refuse. */
  input: z.ZodObject;
  output: z.ZodType;
  status: 200 | 201 | 202;
  /** Present on every write, absent on every read. */
  idempotency?: 'required' | 'optional';
  /** How many calls of its bucket it counts as. */
  cost: number;
  errors: BusinessErrorCode[];
  /** Each picture counts as one call of the bucket; a call without any is counted by `cost`. */
  pictures?: PictureField[];
  /** Fields whose text is HTML to be cleaned. */
  html?: string[];
  /** Fields with a link that a worker follows later; one to an address that is not public is refused at once. */
  links?: string[];
  /** What the doorman does with the stored bytes of a video around the operation; see server/gate/video-calls.ts. */
  video?: 'read' | 'sign' | 'complete';
  tool: Tool | null;
};

/**
 * One operation of the service, as data. Its key in the registry is its one name: the SQL function `api.<name>`,
 * the tool, the operationId, the test file.
 */
export type Operation = Definition & {
  /** Relative to /ext/v1; `{name}` becomes `input.name`. */
  path: string;
  /** Present on an endpoint that is going away; its responses say so, twelve months ahead at least. spec: Versioning 4 */
  deprecation?: Deprecation;
};

/** `since` and `sunset` are UTC days as 2026-08-31; `link` leads to what to use instead. */
export type Deprecation = { since: string; sunset: string; link: string };

/** A tool without a route of its own: what it does in one call, REST does in several. */
export type Composition = Definition & {
  /** The operations it is made of, by name. */
  composes: string[];
  tool: Tool;
};

export type NamedOperation = Definition & { name: string };

/** Reads and writes are counted apart; the method says which one a call is. spec: Rate limits 1 */
export function bucketOf(method: string): Bucket {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write';
}
