// Reads a REST request into the input of its operation and checks it, in the order 400 (header), 413 and 415 (body),
// 422 (content). Throws the first of these; what is wrong with the content is told all at once.
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { z } from 'zod';
import { isGiven } from '../operations/schemas.ts';
import type { NamedOperation } from '../operations/types.ts';
import { Problem } from '../problems/problem.ts';
import { aborted, isAborted } from './aborted.ts';
import { ApiError, badHeader, bodyTooLarge, type Fields, invalid, notFound, unsupportedMediaType } from './errors.ts';
import { isRepeated, isStorable, repeatedNames, textAt } from './free-form.ts';
import { baseSchema } from './given.ts';
import type { FormImages } from './image-calls.ts';
import { checkInput, freeFormFields, Problems, type Sent, type TextOf, withStore } from './input.ts';
import { readIfMatch, withVersions } from './version.ts';

const largestBody = 1_000_000;

export type Request = {
  /** The checked input as JSON text. */
  input: string;
  /** Path parameters, query and body together, before defaults and without versions; see Checked. */
  sent: Sent;
  idempotencyKey: string | null;
  /** A body that is read later; see Call. */
  file?: AsyncIterable<Buffer>;
};

/** A request that came as a multipart form. */
export type FormRequest = Request & {
  form: FormImages;
  /** Removes the files of the form and releases its slot. */
  close(): Promise<void>;
};

export async function readRequest(
  ctx: Context,
  operation: NamedOperation,
  parameters: Record<string, string>,
): Promise<Request> {
  requireOneKey(ctx);
  const idempotencyKey = readIdempotencyKey(ctx, operation);
  const versions = readIfMatch(ctx, operation);
  const isRead = operation.method === 'GET';
  // A list in a query is one parameter, so a problem of an entry is reported for the parameter.
  const problems = isRead ? new Problems((field) => field.replace(/\.\d+$/, '')) : new Problems();
  const query = readQuery(ctx.querystring, problems);
  let sent: Sent;
  let textOf: TextOf | undefined;
  if (isRead) {
    sent = typedText(query, operation.input);
  } else {
    const { body, text } = await readBody(ctx);
    sent = body;
    textOf = (field) => textAt(text, [field]);
    const free = freeFormFields(operation.input);
    const isFree = ([field, ...deeper]: string[]) => deeper.length === 0 && free.includes(field!);
    for (const path of repeatedNames(text, body, isFree)) problems.add(path, isRepeated);
    addStoreId(sent, query, operation.input, problems);
  }
  const checked = checkSent(operation, sent, parameters, problems, textOf);
  return { ...checked, input: withVersions(checked.input, operation, versions), idempotencyKey };
}

/** A request whose content is wrong. */
export class InvalidInput extends ApiError {
  /** A missing store_id is an error only with a company key. The type of the key is known only after admission. */
  readonly #lacksStore: boolean;

  constructor(fields: Fields, lacksStore: boolean) {
    const { status, code, message } = invalid(fields);
    super(status, code, message, { fields });
    this.#lacksStore = lacksStore;
  }

  toldTo(keyType: 'company' | 'store' | undefined): ApiError {
    return invalid(withStore(this.fields!, this.#lacksStore, keyType));
  }
}

/**
 * Adds the path parameters to the sent fields and checks everything. Throws 404 for an impossible id in the path, whatever else
 * is wrong, because there is no such place; else 422.
 */
export function checkSent(
  operation: NamedOperation,
  sent: Sent,
  parameters: Record<string, string>,
  problems: Problems,
  textOf?: TextOf,
): Pick<Request, 'input' | 'sent'> {
  for (const [name, value] of Object.entries(parameters)) {
    if (Object.hasOwn(sent, name)) problems.add(name, new Problem('notAllowed.here'));
    sent[name] = value;
  }
  const checked = checkInput(operation.input, sent, problems, textOf);
  if ('input' in checked) return { input: checked.input, sent: checked.sent };
  // No record can have an id of another form.
  for (const [name, value] of Object.entries(parameters)) {
    if (!isStorable(value ?? '') || !(operation.input.shape[name] as z.ZodType).safeParse(value).success)
      throw notFound('No record was found: the id in the path does not have the form of an id.');
  }
  throw new InvalidInput(checked.fields, checked.lacksStore);
}

/**
 * Node takes the first of several Authorization headers, a proxy before us may take the last: what one of them lets through would
 * then be done with the key of the other. Throws 400.
 */
export function requireOneKey(ctx: Context): void {
  if ((ctx.req.headersDistinct.authorization?.length ?? 0) > 1) throw badHeader('Authorization', isRepeated);
}

export function readIdempotencyKey(ctx: Context, { idempotency }: NamedOperation): string | null {
  if (!idempotency) return null;
  const key = givenIdempotencyKey(ctx);
  if (key === null && idempotency === 'required') throw badHeader('Idempotency-Key', 'is required');
  return key;
}

export function givenIdempotencyKey(ctx: Context): string | null {
  const key = ctx.headers['idempotency-key'] as string | undefined;
  if (key === undefined) return null;
  if (key === '') throw badHeader('Idempotency-Key', 'must not be empty');
  if (key.length > 255) throw badHeader('Idempotency-Key', 'must be at most 255 characters long');
  return key;
}

export function readQuery(querystring: string, problems: Problems): Map<string, string> {
  const query = new Map<string, string>();
  if (querystring === '') return query;
  for (const [name, value] of new URLSearchParams(querystring)) {
    if (query.has(name)) problems.add(name, isRepeated);
    query.set(name, value);
  }
  return query;
}

/** Converts texts to the types of their schema. A text that cannot be converted stays a text, and the schema refuses it. */
export function typedText(texts: Map<string, string>, schema: z.ZodObject): Sent {
  const sent = [...texts].map(([name, value]) => {
    const type = Object.hasOwn(schema.shape, name) ? baseSchema(schema.shape[name]!)._zod.def.type : 'unknown';
    if (type === 'number' && /^-?\d{1,15}$/.test(value)) return [name, Number(value)];
    if (type === 'boolean' && (value === 'true' || value === 'false')) return [name, value === 'true'];
    if (type === 'array') return [name, value.split(',').flatMap((entry) => entry.trim() || [])];
    if (type === 'object') return [name, parsedJson(value)];
    return [name, value];
  });
  return Object.fromEntries(sent);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The query of a write may have only `store_id`. The body may have it too, with the same value. */
export function addStoreId(sent: Sent, query: Map<string, string>, schema: z.ZodObject, problems: Problems): void {
  for (const [name, value] of query) {
    if (name !== 'store_id' || !Object.hasOwn(schema.shape, name)) problems.add(name, new Problem('notAllowed.here'));
    else if (!isGiven(sent[name])) sent[name] = value;
    else if (String(sent[name]).toLowerCase() !== value.toLowerCase()) problems.add(name, new Problem('storeDiffers'));
  }
}

/** The JSON object in the body of a request, and its text. No body counts as an empty object. Throws 413, 415, 422. */
export async function readBody(ctx: Context, largest?: number): Promise<{ body: Sent; text: string }> {
  const bytes = await readBytes(ctx, largest);
  if (bytes.length === 0) return { body: {}, text: '{}' };
  let body: ReturnType<typeof parseJson>;
  try {
    body = parseJson(bytes);
  } catch {
    throw invalid({ body: ['is not valid JSON'] });
  }
  const { value, text } = body;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid({ body: ['must be an object'] });
  return { body: value as Sent, text };
}

/** The bytes of a JSON body; empty without a body. Throws 413, 415. */
export async function readBytes(ctx: Context, largest = largestBody): Promise<Buffer> {
  const length = Number(ctx.headers['content-length'] ?? 0);
  if (length === 0 && ctx.headers['transfer-encoding'] === undefined) return Buffer.alloc(0);
  if (length > largest) throw bodyTooLarge(largest);
  const encoding = ctx.headers['content-encoding'] ?? 'identity';
  const isJson = ctx.request.type.trim().toLowerCase() === 'application/json';
  if (!isJson || !/^(utf-?8)?$/i.test(ctx.request.charset) || encoding !== 'identity') {
    throw unsupportedMediaType('Send the body as application/json in UTF-8, not compressed.');
  }
  return collect(ctx.req, largest);
}

// Why not co-body or raw-body. co-body replaces bytes that are not UTF-8 in silence, refuses every `__proto__` as a key and
// answers 400 for a body that is no JSON; here such bytes are refused and the text is kept for the checks of numbers and
// keys. raw-body stops reading at the limit, so a client that still sends never sees the 413; telling its errors apart
// takes as many lines as `collect` below.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A value and its JSON text. Throws when the bytes are not JSON in UTF-8. */
export function parseJson(bytes: Buffer): { value: unknown; text: string } {
  const text = utf8.decode(bytes);
  return { value: JSON.parse(text), text };
}

function collect(request: IncomingMessage, largest: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const abort = () => reject(aborted(request));
    // A client that left while its session was looked up: its end was told before we listen.
    if (isAborted(request)) return abort();
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largest) chunks.push(chunk);
      // The rest is not kept; server/http/unread-body.ts ends the connection.
      else reject(bodyTooLarge(largest));
    });
    request.on('end', () => {
      // Every request closes; its error, with the stack, is made only for one that was not complete.
      request.off('close', abort);
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    request.on('error', abort);
    request.on('close', abort);
  });
}
