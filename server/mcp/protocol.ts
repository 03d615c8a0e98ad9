// JSON-RPC as the Model Context Protocol puts it over HTTP, without a word about what the tools do. Two generations of
// clients are answered at the same address: those that shake hands first (`initialize`, up to the version the SDK knows
// best), and those of 2026-07-28, who say with every request what they speak and ask `server/discover`.
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { textAt } from '../gate/free-form.ts';
import type { TextOf } from '../gate/input.ts';
import { parseJson } from '../gate/request.ts';

export const statelessVersion = '2026-07-28';
export const versions = [statelessVersion, ...SUPPORTED_PROTOCOL_VERSIONS];

export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
};

type Id = string | number;

/** A refusal in the protocol's own terms. `status` is HTTP's. */
export class ProtocolError extends Error {
  readonly status: number;
  readonly code: number;
  readonly data: unknown;
  readonly id: Id | null;

  constructor(status: number, code: number, message: string, details: { id?: Id | null; data?: unknown } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.id = details.id ?? null;
    this.data = details.data;
  }

  get body(): string {
    const { code, message, data } = this;
    return JSON.stringify({
      jsonrpc: '2.0',
      id: this.id,
      error: { code, message, ...(data !== undefined && { data }) },
    });
  }
}

export type Message = {
  /** Null for a notification, which gets no answer. */
  id: Id | null;
  method: string;
  params: Record<string, unknown>;
  /** Spoken by the rules of 2026-07-28. */
  stateless: boolean;
  /** The JSON text of an argument of a tool, as it was sent. */
  textOf: TextOf;
};

export type Headers = (name: string) => string;

/** The one message of a request. Throws what keeps it from being one. */
export function readMessage(bytes: Buffer, header: Headers): Message {
  let body: unknown;
  let text: string;
  try {
    ({ value: body, text } = parseJson(bytes));
  } catch {
    throw new ProtocolError(400, codes.parseError, 'The body is not valid JSON.');
  }
  if (Array.isArray(body)) {
    throw new ProtocolError(400, codes.invalidRequest, 'Batches are not supported: send one message per request.');
  }
  if (!isObject(body) || body.jsonrpc !== '2.0' || typeof body.method !== 'string' || !isId(body.id)) {
    throw new ProtocolError(400, codes.invalidRequest, 'The body is not a JSON-RPC 2.0 request or notification.');
  }
  const { id = null, method, params = {} } = body as { id?: Id; method: string; params?: unknown };
  if (!isObject(params)) throw new ProtocolError(400, codes.invalidRequest, 'params must be an object.', { id });
  if (id === null && !method.startsWith('notifications/')) {
    throw new ProtocolError(
      400,
      codes.invalidRequest,
      `${method.slice(0, 100)} needs an id: it is not a notification.`,
    );
  }
  const textOf: TextOf = (name) => textAt(text, ['params', 'arguments', name]);
  const message = { id, method, params, stateless: false, textOf };
  return { ...message, stateless: isStateless(message, header) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (id: unknown) => id === undefined || typeof id === 'string' || Number.isFinite(id);

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/** Finds out by which rules a message is spoken, and holds it to them. */
function isStateless({ id, method, params }: Message, header: Headers): boolean {
  const meta = isObject(params._meta) ? params._meta : {};
  const claimed = meta[versionKey];
  const named = header('MCP-Protocol-Version').trim();
  for (const version of [claimed, named]) {
    if (version !== undefined && version !== '' && !versions.includes(version as string)) {
      throw new ProtocolError(400, codes.unsupportedVersion, 'This protocol version is not supported.', {
        id,
        data: { supported: versions, requested: version },
      });
    }
  }
  if (claimed !== statelessVersion && named !== statelessVersion) return false;
  if (id === null) return true;

  const refuse = (code: number, message: string) => new ProtocolError(400, code, message, { id });
  const missing = [versionKey, capabilitiesKey].filter((key) => meta[key] === undefined);
  if (missing.length > 0) throw refuse(codes.invalidParams, `params._meta lacks ${missing.join(' and ')}.`);
  if (!isObject(meta[capabilitiesKey])) throw refuse(codes.invalidParams, `${capabilitiesKey} must be an object.`);
  // Whatever stands between client and server routes by these headers; a body that says otherwise would slip past it.
  const mirrored: [string, unknown][] = [
    ['MCP-Protocol-Version', claimed],
    ['Mcp-Method', method],
  ];
  if (method === 'tools/call') mirrored.push(['Mcp-Name', params.name]);
  for (const [name, value] of mirrored) {
    if (typeof value === 'string' && decoded(header(name).trim()) !== value) {
      throw refuse(codes.headerMismatch, `The header ${name} must have the same value as the body.`);
    }
  }
  return true;
}

/** A header value that is no plain ASCII comes as `=?base64?…?=`. */
function decoded(value: string): string {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value) ?? [];
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString();
}

/** The answer to a message. `result` is JSON text, put in as it is. */
export function reply({ id }: Message, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}
