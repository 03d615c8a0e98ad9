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
// - One JSON answer a request, cheaply. `createMcpHandler` answers clients with a handshake in an event stream only, and
//   its way through Request, Response and their JSON takes 110 µs a call, the SDK's other HTTP transport 90: a quarter of
//   a tool call, which is to stay within 1.3 of its REST twin. With the SDK's parts that it is made of, below, it is 35.
//   Of its rules these are then ours: the headers of 2026-07-28 must be there (the SDK looks whether those that are there
//   agree with the body), and 404 for its unknown methods.
// - Batches, posted responses and requests without an id: the SDK accepts them from clients with a handshake.
// - An unknown version: the SDK names only the versions of one generation.
// - Ids with a fraction, which JSON-RPC allows, and clients that leave members of `initialize` out.
//
// Of HTTP, what comes before the message stays with index.ts: keys and rate windows count before a message is understood,
// and 401, 403, 405, 413, 415 and 429 have REST's error object. The SDK's check of Origin compares host names only.
import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  type Implementation,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { textAt } from '../gate/free-form.ts';
import type { TextOf } from '../gate/input.ts';
import { parseJson } from '../gate/request.ts';
import { instructions } from './instructions.ts';

const stateless = '2026-07-28';
const versions = [stateless, ...SUPPORTED_PROTOCOL_VERSIONS];
const headerMismatch = -32020;

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
type Header = (name: string) => string | undefined;

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
  const header: Header = (name) => headers[name] as string | undefined;
  const problem = problemOf(sent.value, header);
  if (problem) return refused(sent.value, problem);

  const message = sent.value as Message;
  const asked = messageFor(message);
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: header('mcp-protocol-version'),
    mcpMethodHeader: header('mcp-method'),
    mcpNameHeader: header('mcp-name'),
    body: asked,
  });
  if (route.kind === 'reject') return refused(message, route);
  const classification = route.kind === 'modern' ? route.classification : withHandshake;
  const isStateless = classification.era === 'modern';
  if (message.id === undefined) return { status: 202, method: message.method, json: null };
  const mismatch = isStateless ? headerProblem(message, header, stateless) : null;
  if (mismatch) return refused(message, mismatch);

  const { answered, members } = await ask(server, classification, asked as JSONRPCRequest, {
    list: tools.list,
    call: (name) => {
      const { arguments: given = {} } = message.params as { arguments?: unknown };
      return tools.call({ name, given, textOf: (field) => textAt(sent.text, ['params', 'arguments', field]) });
    },
  });
  const isUnknown = 'error' in answered && answered.error.code === ProtocolErrorCode.MethodNotFound;
  return {
    status: isStateless && isUnknown ? 404 : 200,
    method: message.method,
    json: written(answered, idOf(message), members),
  };
}

const withHandshake: MessageClassification = { era: 'legacy' };

/** Has the SDK answer a request. */
async function ask(
  info: Implementation,
  classification: MessageClassification,
  message: JSONRPCRequest,
  tools: { list(): Promise<Members>; call(name: string): Promise<Members> },
): Promise<{ answered: JSONRPCResponse; members: Members }> {
  let members: Members = {};
  let failure: unknown;
  const keep = async (made: Promise<Members>) => {
    try {
      members = await made;
    } catch (error) {
      // The SDK would tell the client the message of any error.
      if (!(error instanceof ProtocolError)) failure = error;
      throw error;
    }
  };
  const server = new Server(info, {
    supportedProtocolVersions: versions,
    capabilities: { tools: { listChanged: false } },
    instructions,
    cacheHints: { 'server/discover': cacheHint, 'tools/list': cacheHint },
  });
  server.setRequestHandler('tools/list', async () => {
    await keep(tools.list());
    return { tools: [] };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    await keep(tools.call(params.name));
    return { content: [] };
  });
  const transport = new OneAnswer({ classification });
  await server.connect(transport);
  const answered = await transport.take(message, classification);
  if (failure) throw failure;
  return { answered, members };
}

/** The SDK's transport of one request, which keeps the answer as it is before it becomes an HTTP response. */
class OneAnswer extends PerRequestHTTPServerTransport {
  readonly #answer = Promise.withResolvers<JSONRPCResponse>();

  take(message: JSONRPCRequest, classification: MessageClassification): Promise<JSONRPCResponse> {
    this.onmessage?.(message, { classification });
    return this.#answer.promise;
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    // Our tools ask clients for nothing, so all that is sent is the answer.
    this.#answer.resolve(message as JSONRPCResponse);
  }
}

/** Which tools there are changes with our releases; what a key may use never does. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'private' } as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with a body where the SDK would find nothing, or say less. */
function problemOf(body: unknown, header: Header): ProtocolError | null {
  const invalid = (text: string) => new ProtocolError(ProtocolErrorCode.InvalidRequest, text);
  if (Array.isArray(body)) return invalid('Batches are not supported: send one message per request.');
  if (!isObject(body) || typeof body.method !== 'string') {
    return invalid('The body is not a JSON-RPC 2.0 request or notification.');
  }
  if (body.id === undefined && !body.method.startsWith('notifications/')) {
    return invalid(`${body.method.slice(0, 100)} needs an id: it is not a notification.`);
  }
  const meta = isObject(body.params) && isObject(body.params._meta) ? body.params._meta : {};
  for (const version of [meta[PROTOCOL_VERSION_META_KEY], header('mcp-protocol-version')]) {
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

/** Whatever stands between client and server routes by these headers; a body that says otherwise would slip past it. */
function headerProblem({ method, params }: Message, header: Header, version: string): ProtocolError | null {
  const mirrored: [name: string, value: unknown][] = [
    ['MCP-Protocol-Version', version],
    ['Mcp-Method', method],
  ];
  if (method === 'tools/call') mirrored.push(['Mcp-Name', (params as { name?: unknown }).name]);
  for (const [name, value] of mirrored) {
    if (typeof value === 'string' && decoded(header(name.toLowerCase()) ?? '') !== value) {
      return new ProtocolError(headerMismatch, `The header ${name} must have the same value as the body.`);
    }
  }
  return null;
}

/** A header value that is no plain ASCII comes as `=?base64?…?=`. */
function decoded(value: string): string {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value.trim()) ?? [];
  return base64 === undefined ? value.trim() : Buffer.from(base64, 'base64').toString();
}

type Refusal = { code: number; message: string; data?: unknown };

const idOf = (body: unknown) =>
  isObject(body) && (typeof body.id === 'string' || Number.isFinite(body.id)) ? body.id : null;

function refused(body: unknown, { code, message, data }: Refusal): Answer {
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
