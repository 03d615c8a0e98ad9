// The SDK speaks the protocol, for both generations of clients: initialize, discovery, negotiation, ping, listing, unknown
// methods and the errors of all these. Each request gets a server of its own, so nothing is kept between two requests. It
// is the low-level `Server`: `McpServer` would convert the schemas of all tools again for each request.
//
// What the SDK (2.4.0) cannot do is done here:
// - Results as JSON text. The SDK validates and serialises every result; ours come from Postgres as text and may be large.
//   So its handlers answer with an empty result, and our members are put in when the answer is written.
// - Arguments to the letter. The SDK copies them through zod, which loses the order of keys and the digits of numbers, and
//   refuses arguments that are no object; here that is a result with isError, so that the model can mend its call.
// - One JSON answer a request, cheaply. `createMcpHandler` answers clients with a handshake in an event stream only, and its
//   way through Request, Response and their JSON takes 110 µs of CPU a call, the parts of the SDK that it is made of 35;
//   a tool call is to stay within 1.3 of its REST twin (`npm run bench -- tools`). Of its rules for HTTP these are then
//   ours: the headers of 2026-07-28 must be there (the SDK compares those that are), and 404 for its unknown methods.
// - Batches, posted responses and requests without an id: the SDK accepts them from clients with a handshake.
// - Unknown versions: the SDK tells the client the versions of one generation only.
// - Ids with a fraction, which JSON-RPC allows, and clients that leave members of `initialize` out.
//
// What comes before the message is in index.ts: keys and rate windows count before a message is understood, and 401, 403,
// 405, 413, 415 and 429 have REST's error object. The SDK's check of Origin compares host names only (origin.ts). A call
// that has begun runs to its end, as its REST twin does; so there is nothing to cancel.
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
import { isRepeated, repeatedNames, textAt } from '../gate/free-form.ts';
import type { TextOf } from '../gate/input.ts';
import { parseJson } from '../gate/request.ts';
import { instructions } from './instructions.ts';

const statelessVersion = '2026-07-28';
const versions = [statelessVersion, ...SUPPORTED_PROTOCOL_VERSIONS];
const headerMismatch = -32020;

/** Members of a result by name, each as JSON text. */
export type Members = Record<string, string>;

/** What the tools do once the SDK has understood a message. What they throw is thrown on, unless it is a ProtocolError. */
export type Tools = {
  list(): Promise<Members>;
  call(name: string, given: unknown, textOf: TextOf, repeated: string[]): Promise<Members>;
  /** Whether the value at this path of a message is kept as it is sent. */
  isFreeForm(path: string[]): boolean;
};

export type Answer = { status: number; json: string | null; method: string | null };

const inArguments = 'params.arguments.';

type Message = { id?: unknown; method: string; params?: Record<string, unknown> };
type Header = (name: string) => string | undefined;
type Route = ReturnType<typeof classifyInboundRequest>;
type Refusal = Pick<ProtocolError, 'code' | 'message' | 'data'>;

/** Answers the message in the body of a request. */
export async function answer(
  info: Implementation,
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
  const repeated = repeatedNames(sent.text, sent.value, (path) => tools.isFreeForm(path));
  // Those of a tool are its own to refuse, so that the model can mend its call.
  const ofMessage = repeated.filter((path) => !path.startsWith(inArguments));
  if (ofMessage.length > 0) {
    const names = ofMessage.slice(0, 10).join(', ');
    return refused(sent.value, new ProtocolError(ProtocolErrorCode.InvalidRequest, `${names}: ${isRepeated}.`));
  }
  const header: Header = (name) => headers[name.toLowerCase()] as string | undefined;
  const body = messageFor(sent.value);
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: header('MCP-Protocol-Version'),
    mcpMethodHeader: header('Mcp-Method'),
    mcpNameHeader: header('Mcp-Name'),
    body,
  });
  const problem = problemOf(sent.value, route, header);
  if (problem) return refused(sent.value, problem);

  const message = sent.value as Message;
  const { method } = message;
  if (message.id === undefined) return { status: 202, json: null, method };
  const classification: MessageClassification = route.kind === 'modern' ? route.classification : { era: 'legacy' };
  const { answered, members } = await ask(info, classification, body as JSONRPCRequest, {
    list: tools.list,
    call: (name) =>
      tools.call(
        name,
        message.params?.arguments,
        (field) => textAt(sent.text, ['params', 'arguments', field]),
        repeated.map((path) => path.slice(inArguments.length)),
      ),
  });
  const isUnknown = 'error' in answered && answered.error.code === ProtocolErrorCode.MethodNotFound;
  const status = isUnknown && classification.era === 'modern' ? 404 : 200;
  return { status, json: written(answered, idOf(message), members), method };
}

/** Has the SDK answer a request; gives the members that are to be put into its result. */
async function ask(
  info: Implementation,
  classification: MessageClassification,
  request: JSONRPCRequest,
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
  const answered = await transport.take(request, classification);
  if (failure) throw failure;
  return { answered, members };
}

/** Which tools there are changes with our releases; what a key may use never does. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'private' } as const;

/** The SDK's transport for one request, which keeps the answer as it is before it becomes an HTTP response. */
class OneAnswer extends PerRequestHTTPServerTransport {
  readonly #answer = Promise.withResolvers<JSONRPCResponse>();

  take(request: JSONRPCRequest, classification: MessageClassification): Promise<JSONRPCResponse> {
    this.onmessage?.(request, { classification });
    return this.#answer.promise;
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    // Our tools ask clients for nothing, so all that is sent is the answer.
    this.#answer.resolve(message as JSONRPCResponse);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body as the SDK gets it: see the top of this file. */
function messageFor(body: unknown): unknown {
  if (!isObject(body)) return body;
  const { id, method, params = {} } = body;
  return {
    ...body,
    ...(id !== undefined && { id: Number.isFinite(id) ? 1 : id }),
    params: isObject(params)
      ? {
          ...(method === 'initialize' && leftOut),
          // Without it the SDK says that `_meta` is missing, not what it must hold.
          _meta: {},
          ...params,
          ...(method === 'tools/call' && { arguments: {} }),
        }
      : params,
  };
}

const leftOut = { protocolVersion: '', capabilities: {}, clientInfo: { name: '', version: '' } };

/** What keeps a body from being answered, whether the SDK says so or we do. */
function problemOf(body: unknown, route: Route, header: Header): Refusal | null {
  const meta = isObject(body) && isObject(body.params) && isObject(body.params._meta) ? body.params._meta : {};
  for (const version of [meta[PROTOCOL_VERSION_META_KEY], header('MCP-Protocol-Version')]) {
    const requested = typeof version === 'string' ? version.trim() : '';
    if (requested && !versions.includes(requested)) {
      return new UnsupportedProtocolVersionError({ supported: versions, requested });
    }
  }
  if (route.kind === 'reject') return route;
  const invalid = (text: string) => new ProtocolError(ProtocolErrorCode.InvalidRequest, text);
  if (route.kind === 'legacy' && (route.reason === 'batch' || route.reason === 'response')) {
    return invalid('Send one JSON-RPC request or notification per HTTP request.');
  }
  const { id, method, params } = body as Message;
  if (id === undefined && !method.startsWith('notifications/')) {
    return invalid(`${method.slice(0, 100)} needs an id: it is not a notification.`);
  }
  if (id === undefined || route.kind !== 'modern' || route.classification.era !== 'modern') return null;
  // Whatever stands between client and server routes by these headers; a body that says otherwise would slip past it.
  const mirrored = { 'MCP-Protocol-Version': statelessVersion, 'Mcp-Method': method };
  const all = Object.entries(method === 'tools/call' ? { ...mirrored, 'Mcp-Name': params?.name } : mirrored);
  const wrong = all.find(([name, value]) => typeof value === 'string' && decoded(header(name) ?? '') !== value);
  return wrong
    ? new ProtocolError(headerMismatch, `The header ${wrong[0]} must have the same value as the body.`)
    : null;
}

/** A header value that is no plain ASCII comes as `=?base64?…?=`. */
function decoded(value: string): string {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value.trim()) ?? [];
  return base64 === undefined ? value.trim() : Buffer.from(base64, 'base64').toString();
}

const idOf = (body: unknown) =>
  isObject(body) && (typeof body.id === 'string' || Number.isFinite(body.id)) ? body.id : null;

function refused(body: unknown, { code, message, data }: Refusal): Answer {
  const json = JSON.stringify({ jsonrpc: '2.0', id: idOf(body), error: { code, message, data } });
  return { status: 400, json, method: null };
}

/** The SDK's answer with the id that was sent and with our members, which are JSON text already. */
function written(answered: JSONRPCResponse, id: unknown, ours: Members): string {
  if ('error' in answered) return JSON.stringify({ ...answered, id });
  const members = { ...answered.result, ...ours };
  const all = Object.entries(members).map(([name, value]) => `"${name}":${ours[name] ?? JSON.stringify(value)}`);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${all.join(',')}}}`;
}
