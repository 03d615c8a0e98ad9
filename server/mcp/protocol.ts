// The SDK speaks the protocol, for both generations of clients: initialize, discovery, negotiation, ping, the headers of
// 2026-07-28, unknown methods and the errors of all these. Each request gets a server of its own, so nothing is kept
// between two requests. Of it we use the low-level `Server`: `McpServer` would convert the schemas of all tools anew at
// each request.
//
// What the SDK (2.4.0) cannot do is done here:
// - Results as JSON text. The SDK parses and validates every result; ours come from Postgres as text and may be large. So
//   its handlers answer with an empty result, and our members are put in when the answer is written.
// - Arguments to the letter. The SDK copies them through zod, which loses the order of keys and the digits of numbers, and
//   refuses arguments that are no object; here that is a result with isError, so that the model can mend its call.
// - One JSON answer a request. `createMcpHandler` answers clients with a handshake in an event stream only, and the SDK's
//   other HTTP transport costs 90 µs a call where a transport of our own costs 17; so they get the latter, below.
// - Batches, posted responses and requests without an id: the SDK accepts them from clients with a handshake.
// - An unknown version: the SDK names only the versions of one generation.
// - Ids with a fraction, which JSON-RPC allows, and clients that leave members of `initialize` out.
//
// Of HTTP, what comes before the message stays with index.ts: keys and rate windows count before a message is understood,
// and 401, 403, 405, 413, 415 and 429 have REST's error object. The SDK's check of Origin compares host names only.
import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolRequest,
  classifyInboundRequest,
  createMcpHandler,
  type Implementation,
  type JSONRPCMessage,
  type JSONRPCResponse,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { textAt } from '../gate/free-form.ts';
import type { TextOf } from '../gate/input.ts';
import { parseJson } from '../gate/request.ts';
import { instructions } from './instructions.ts';

const versions = ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS];

/** Members of a result by name, each as JSON text. */
export type Members = Record<string, string>;

export type Call = { name: string; given: unknown; textOf: TextOf };

/** What the tools do once the SDK has understood a message. What they throw is thrown on, unless it is a ProtocolError. */
export type Tools = {
  list(): Promise<Members>;
  call(call: Call): Promise<Members>;
};

export type Answer = { status: number; json: string | null; method: string | null };

type Message = { id?: unknown; method: string; params?: unknown };

/** Answers the message in the body of a request. */
export async function answer(
  server: Implementation,
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  tools: Tools,
): Promise<Answer> {
  let sent: ReturnType<typeof parseJson>;
  try {
    sent = parseJson(bytes);
  } catch {
    return refused(null, new ProtocolError(ProtocolErrorCode.ParseError, 'The body is not valid JSON.'));
  }
  const problem = problemOf(sent.value, headers);
  if (problem) return refused(sent.value, problem);

  const message = sent.value as Message;
  const exchange = new Exchange(server, message, sent.text, tools);
  const { status, answered } = await exchange.serve(messageFor(message), headers);
  if (exchange.failure) throw exchange.failure;
  const json = answered ? written(answered, idOf(message), exchange.members) : null;
  return { status, method: message.method, json };
}

/** What the SDK answers: nothing to a notification. */
type Answered = { status: number; answered: JSONRPCResponse | null };

/** One message and what our side of the SDK's handlers made of it. */
class Exchange {
  members: Members = {};
  failure: unknown;
  readonly #info: Implementation;
  readonly #message: Message;
  readonly #text: string;
  readonly #tools: Tools;

  constructor(info: Implementation, message: Message, text: string, tools: Tools) {
    this.#info = info;
    this.#message = message;
    this.#text = text;
    this.#tools = tools;
  }

  async serve(body: unknown, headers: IncomingHttpHeaders): Promise<Answered> {
    const header = (name: string) => headers[name] as string | undefined;
    const route = classifyInboundRequest({
      httpMethod: 'POST',
      protocolVersionHeader: header('mcp-protocol-version'),
      mcpMethodHeader: header('mcp-method'),
      mcpNameHeader: header('mcp-name'),
      body,
    });
    if (route.kind === 'legacy') return this.#serveWithHandshake(body as JSONRPCMessage);
    // No subscriptions: they would be streams that stay open.
    const handler = createMcpHandler(() => this.#server(), { legacy: 'reject', maxSubscriptions: 0 });
    const request = new Request('http://localhost/', { method: 'POST', headers: headersFor(headers) });
    const response = await handler.fetch(request, { parsedBody: body });
    const text = await response.text();
    return { status: response.status, answered: text ? JSON.parse(text) : null };
  }

  async #serveWithHandshake(message: JSONRPCMessage): Promise<Answered> {
    const transport = new OneAnswer();
    await this.#server().connect(transport);
    const answer = transport.take(message);
    return 'id' in message ? { status: 200, answered: await answer } : { status: 202, answered: null };
  }

  #server(): Server {
    const server = new Server(this.#info, {
      capabilities: { tools: { listChanged: false } },
      instructions,
      cacheHints: { 'server/discover': cacheHint, 'tools/list': cacheHint },
    });
    server.setRequestHandler('tools/list', async () => {
      await this.#keep(this.#tools.list());
      return { tools: [] };
    });
    server.setRequestHandler('tools/call', async ({ params }) => {
      await this.#keep(this.#tools.call(this.#callOf(params)));
      return { content: [] };
    });
    return server;
  }

  async #keep(members: Promise<Members>): Promise<void> {
    try {
      this.members = await members;
    } catch (error) {
      // The SDK would tell the client the message of any error.
      if (!(error instanceof ProtocolError)) this.failure = error;
      throw error;
    }
  }

  #callOf({ name }: CallToolRequest['params']): Call {
    const { arguments: given = {} } = this.#message.params as { arguments?: unknown };
    return { name, given, textOf: (field) => textAt(this.#text, ['params', 'arguments', field]) };
  }
}

/** A transport of the SDK that takes one message and keeps the answer. */
class OneAnswer implements Transport {
  onmessage?: Transport['onmessage'];
  readonly #answer = Promise.withResolvers<JSONRPCResponse>();

  take(message: JSONRPCMessage): Promise<JSONRPCResponse> {
    this.onmessage?.(message);
    return this.#answer.promise;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    // Our tools ask clients for nothing, so all that is sent is the answer.
    this.#answer.resolve(message as JSONRPCResponse);
  }

  async start(): Promise<void> {}
  async close(): Promise<void> {}
}

/** Which tools there are changes with our releases; what a key may use never does. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'private' } as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with a body where the SDK would find nothing, or say less. */
function problemOf(body: unknown, headers: IncomingHttpHeaders): ProtocolError | null {
  const invalid = (text: string) => new ProtocolError(ProtocolErrorCode.InvalidRequest, text);
  if (Array.isArray(body)) return invalid('Batches are not supported: send one message per request.');
  if (!isObject(body) || typeof body.method !== 'string') {
    return invalid('The body is not a JSON-RPC 2.0 request or notification.');
  }
  if (body.id === undefined && !body.method.startsWith('notifications/')) {
    return invalid(`${body.method.slice(0, 100)} needs an id: it is not a notification.`);
  }
  const meta = isObject(body.params) && isObject(body.params._meta) ? body.params._meta : {};
  for (const version of [meta[PROTOCOL_VERSION_META_KEY], headers['mcp-protocol-version']]) {
    const requested = typeof version === 'string' ? version.trim() : '';
    if (requested && !versions.includes(requested)) {
      return new UnsupportedProtocolVersionError({ supported: versions, requested });
    }
  }
  return null;
}

/** The message as the SDK gets it: see the top of this file. */
function messageFor({ id, params = {}, ...message }: Message): unknown {
  return {
    ...message,
    ...(id !== undefined && { id: Number.isFinite(id) ? 1 : id }),
    params: isObject(params)
      ? {
          ...(message.method === 'initialize' && leftOut),
          // Without it the SDK says that `_meta` is missing, not what it must hold.
          _meta: {},
          ...params,
          ...(message.method === 'tools/call' && { arguments: {} }),
        }
      : params,
  };
}

const leftOut = { protocolVersion: '', capabilities: {}, clientInfo: { name: '', version: '' } };

/** The headers that the SDK looks at. */
function headersFor(sent: IncomingHttpHeaders): Headers {
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    if (typeof sent[name] === 'string') headers.set(name, sent[name]);
  }
  return headers;
}

const idOf = (body: unknown) =>
  isObject(body) && (typeof body.id === 'string' || Number.isFinite(body.id)) ? body.id : null;

function refused(body: unknown, { code, message, data }: ProtocolError): Answer {
  const json = JSON.stringify({ jsonrpc: '2.0', id: idOf(body), error: { code, message, data } });
  return { status: 400, json, method: null };
}

/** The SDK's answer with the id that was sent and with our members, which are JSON text already. */
function written(answered: JSONRPCResponse, id: unknown, ours: Members): string {
  if ('error' in answered) return JSON.stringify({ jsonrpc: '2.0', id, error: answered.error });
  const members = Object.entries(answered.result).map(([name, value]) => [name, JSON.stringify(value)]);
  const all = Object.entries({ ...Object.fromEntries(members), ...ours });
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${all.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}}`;
}
