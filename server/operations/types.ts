import type { z } from 'zod';
import type { VideoCode } from '../media/videos/refusals.ts';

/** What a key may be allowed to do. `write` satisfies `read` of the same resource, never the reverse. */
export type Scope =
  | `${'products' | 'orders' | 'customers' | 'inventory' | 'payments' | 'parcels' | 'returns' | 'webhooks'}:${'read' | 'write'}`
  | `${'locations' | 'channels' | 'store' | 'reports' | 'changes'}:read`
  | `${'catalog' | 'videos'}:write`;

export type Bucket = 'read' | 'write';

/** Personal data that the answer of a read shows; app.personal_data_reads has those of files and erasures besides. */
export type ReadKind = 'customers.searched' | 'customers.opened' | 'orders.read';

/** Error codes of an operation, besides those that every operation has (401, 403 scope, 422, 429, 500). */
export type BusinessErrorCode =
  | 'FORBIDDEN_SCOPE'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'FORBIDDEN_SCOPE'
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
 * How the tool server shows an operation. A tool is read-only when its operation is a GET, so that hint is derived; the
 * other three are given here. `name` is set only when the tool has another name than the operation.
 */
export type Tool = {
  name?: string;
  title: string;
  /** For a model that does not know Haat: when to use it, in which units, what to do when it is refused. */
  description: string;
  hints: { destructive: boolean; idempotent: boolean; openWorld: boolean };
  /** When the tool requires an idempotency key although its operation does not: always, or together with a field. */
  idempotency?: 'required' | { requiredWith: string };
  /** What the tool takes, where it was agreed to be less than its operation takes. */
  input?: z.ZodObject;
  /** The tool that does the same and is listed in its place. A call by this name is answered as before. */
  foldedInto?: string;
  /** Set where no scope of its own says who is shown the tool: keys with any of these. */
  scopesAny?: Scope[];
};

/**
 * A field of an operation that takes an image. The gate downloads, checks and stores the image before the operation runs, and
 * replaces the link with {media_key, width, height, size_bytes}.
 */
export type ImageField = {
  /** The list whose entries each have an image; absent when the input itself has it. */
  list?: string;
  /** The field with the https link; null in it clears the image. */
  link: string;
  /** The field in which SQL gets the stored image. */
  stored: string;
  /** The part of a multipart form that may contain the image instead; absent when only links are accepted. */
  part?: string;
  /** Also a PDF, and kept where only signed addresses lead; SQL gets {type, sha256, file_name} besides. */
  isAttachment?: true;
  /** The maximum size when it is smaller than usual; above it the answer is 422. */
  maxBytes?: number;
  /** The same for its part of a form; above it the answer is 413. */
  maxPartBytes?: number;
};

/** `product_videos` is a product too, with what its company's videos lock before it. */
export type VersionedRecord =
  | 'product'
  | 'product_videos'
  | 'variant'
  | 'category'
  | 'brand'
  | 'attribute'
  | 'order'
  | 'parcel'
  | 'return'
  | 'payment'
  | 'customer'
  | 'video'
  | 'job'
  | 'webhook_endpoint';

/** What REST operations and tools have in common. */
type Definition = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  scopes: Scope[];
  summary: string;
  /** Longer text for the reference page and the tool server. */
  description: string;
  /** Strict, snake_case, with every limit that needs no database. The SQL function checks the rest. */
  input: z.ZodObject;
  output: z.ZodType;
  status: 200 | 201 | 202;
  /**
   * The record that a write of one record changes: the one whose `updated_at` is compared with the version that the client
   * names, by internal.lock_version. Present on every write with an id in its path.
   */
  writes?: VersionedRecord;
  /** Present on every write, absent on every read. */
  idempotency?: 'required' | 'optional';
  /** How many reads or writes it counts as. */
  cost: number;
  /** Its answers have a tag, and a caller of REST that has the same answer already gets 304. */
  conditional?: true;
  /**
   * A call with a list of lines counts as one write for so many of them. `atMost` keeps the longest list within a minute of
   * the smallest plan: what never fits could never be sent.
   */
  costByLine?: { list: string; linesPerWrite: number; atMost: number };
  /**
   * With `wait` in its input, an empty page is held back until there is something; see server/gate/waiting.ts. It is read
   * from the primary alone: how far its list is complete, only the locks there say.
   */
  waits?: true;
  /** The kind of personal data that a read shows: who reads it is noted; see server/gate/personal-data-reads.ts. */
  shows?: ReadKind;
  errors: BusinessErrorCode[];
  /** Each image counts as one write; a call without images counts as `cost`. */
  images?: ImageField[];
  /** Fields with HTML that is sanitized. */
  html?: string[];
  /** Fields with a link that a worker opens later. A link to a private address is refused at once. */
  links?: string[];
  /** The work with the stored bytes of a video around the operation; see server/gate/video-calls.ts. */
  video?: 'read' | 'sign' | 'complete';
  /** Its answer gets the signed address of a stored file; see server/gate/export-calls.ts. */
  download?: true;
  /** What it does with the lines or the results of a job; see server/gate/job-calls.ts. */
  job?: 'create' | 'read' | 'results' | 'cancel';
  /** What it does with the URL and the signing secret of a webhook endpoint; see server/gate/webhook-calls.ts. */
  webhook?: 'create' | 'check' | 'rotate';
  /** Set on a write that cannot be the operation of a job. */
  bulk?: false;
  tool: Tool | null;
};

/**
 * One operation of the service, as data. Its key in the registry is its one name: the SQL function `api.<name>`,
 * the tool, the operationId, the test file.
 */
export type Operation = Definition & {
  /** Relative to /ext/v1; `{name}` becomes `input.name`. */
  path: string;
  /**
   * Set on an endpoint that will be removed; its answers announce it at least twelve months before.
   * see: guides/versioning#deprecation
   */
  deprecation?: Deprecation;
};

/** `since` and `sunset` are UTC days as 2026-08-31; `link` leads to the replacement. */
export type Deprecation = { since: string; sunset: string; link: string };

/** A tool without its own route: it does in one call what REST does in several. */
export type Composition = Definition & {
  /** The operations it is made of, by name. */
  composes: string[];
  tool: Tool;
};

export type NamedOperation = Definition & { name: string };

/** Reads and writes are counted separately; the method says which one a call is. see: guides/limits#requests */
export function bucketOf(method: string): Bucket {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write';
}
