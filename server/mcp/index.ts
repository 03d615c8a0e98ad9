// The tool server: a pure function of the registry, over streamable HTTP without sessions. One POST holds one JSON-RPC
// message and gets one JSON answer. Keys, scopes, fence, rate windows and idempotency are REST's own, by the same gate.
// What stops a call before it is a call (401, 429, a database that is away) is answered as REST answers it; what a tool
// refuses, its arguments first of all, is a result with isError, so that the model reads it and mends its call; an unknown
// tool or method and what is no message are errors of the protocol.
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import type { Context, Middleware } from 'koa';
import packageFile from '../../package.json' with { type: 'json' };
import { ApiError, envelope, errorOf, forbidden, methodNotAllowed } from '../gate/errors.ts';
import { type Gate, presentedKey } from '../gate/gate.ts';
import type { CallPipeline } from '../gate/pipeline.ts';
import { readBytes } from '../gate/request.ts';
import { note, settle } from '../gate/settle.ts';
import type { Bucket } from '../operations/types.ts';
import { bucketOf } from '../operations/types.ts';
import { instructions } from './instructions.ts';
import { manifestOf } from './manifest.ts';
import { Origins } from './origin.ts';
import { codes, type Message, ProtocolError, readMessage, reply, versions } from './protocol.ts';
import { grants, type Registry, readArguments, type ServedTool, toolsOf } from './tools.ts';

export const toolsPath = '/ext/mcp/v1';

const serverInfo = { name: 'haat', title: 'Haat', version: packageFile.version };
const serverMeta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
/** Which tools there are changes with our releases; what a key may use never does. */
const listLifetimeMs = 3_600_000;

export function toolServer(registry: Registry, gate: Gate, pipeline: CallPipeline, publicUrl: string): Middleware {
  const tools = toolsOf(registry);
  const manifest = JSON.stringify(manifestOf({ name: serverInfo.name, version: serverInfo.version }, tools.values()));
  const server = new ToolServer(tools, gate, pipeline, new Origins(publicUrl));

  return async (ctx, next) => {
    if (ctx.path === toolsPath) {
      ctx.state.route = toolsPath;
      return server.serve(ctx);
    }
    if (ctx.path !== `${toolsPath}/manifest`) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, 'GET, HEAD');
    ctx.type = 'application/json';
    ctx.body = manifest;
  };
}

class ToolServer {
  readonly #tools: Map<string, ServedTool>;
  readonly #gate: Gate;
  readonly #pipeline: CallPipeline;
  readonly #origins: Origins;

  constructor(tools: Map<string, ServedTool>, gate: Gate, pipeline: CallPipeline, origins: Origins) {
    this.#tools = tools;
    this.#gate = gate;
    this.#pipeline = pipeline;
    this.#origins = origins;
  }

  async serve(ctx: Context): Promise<void> {
    if (ctx.method !== 'POST') return this.#refuseMethod(ctx);
    try {
      await this.#answer(ctx);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      ctx.status = error.status;
      send(ctx, error.body);
    }
  }

  /** There is no stream to open and no session to end. Clients try a GET when they connect, so it costs what a GET costs. */
  async #refuseMethod(ctx: Context): Promise<void> {
    const authorization = ctx.get('Authorization');
    if (authorization)
      settle(ctx, await this.#gate.admitOnly(presentedKey(authorization), [], bucketOf(ctx.method), 1));
    if (ctx.method !== 'OPTIONS') throw methodNotAllowed(ctx.method, 'OPTIONS, POST');
    ctx.set('Allow', 'OPTIONS, POST');
    ctx.status = 204;
  }

  async #answer(ctx: Context): Promise<void> {
    const keyHash = presentedKey(ctx.get('Authorization'));
    let message: Message;
    try {
      if (!this.#origins.isOurHost(ctx.get('Host'))) throw forbidden('This Host is not served here.');
      const origin = ctx.get('Origin');
      if (origin && !this.#origins.isOurOrigin(origin)) throw forbidden('Pages of this Origin are not served.');
      message = readMessage(await readBytes(ctx), (name) => ctx.get(name));
    } catch (problem) {
      // What is wrong is told only to a caller who is admitted.
      await this.#count(ctx, keyHash, 'write');
      throw problem;
    }
    if (message.id !== null && message.method === 'tools/call') return this.#callTool(ctx, keyHash, message);

    const method = methodOf(message);
    ctx.state.operation = method && message.method;
    const held = await this.#count(ctx, keyHash, method ? 'read' : 'write');
    if (message.id === null) {
      ctx.body = null;
      ctx.status = 202;
      return;
    }
    if (!method) {
      const text = `There is no method ${message.method.slice(0, 100)}.`;
      throw new ProtocolError(message.stateless ? 404 : 200, codes.methodNotFound, text, message);
    }
    const shown = [...this.#tools.values()].filter(({ operation }) =>
      operation.scopes.every((scope) => grants(held, scope)),
    );
    send(ctx, reply(message, method.result(message, shown)));
  }

  /** Counts one call that reaches no operation; gives the scopes of the key. */
  async #count(ctx: Context, keyHash: Buffer, bucket: Bucket): Promise<string[]> {
    const outcome = await this.#gate.admitOnly(keyHash, [], bucket, 1);
    settle(ctx, outcome);
    return outcome.key!.scopes;
  }

  async #callTool(ctx: Context, keyHash: Buffer, message: Message): Promise<void> {
    const { name, arguments: given = {} } = message.params;
    const tool = this.#tools.get(name as string);
    if (!tool) {
      await this.#count(ctx, keyHash, 'write');
      throw new ProtocolError(200, codes.invalidParams, `Unknown tool: ${String(name).slice(0, 100)}`, message);
    }
    const { operation } = tool;
    ctx.state.operation = operation.name;
    const caller = { keyHash, operation, requestId: ctx.state.requestId, outOfScopeBucket: 'write' as const };
    const { outcome, result, problem } = await this.#pipeline.answer(caller, async () =>
      readArguments(tool, given, message.textOf),
    );
    note(ctx, outcome);
    if (outcome.sqlstate !== null) {
      const refusal = errorOf(outcome);
      // Not admitted: no tool was called.
      if (outcome.rate === null || refusal.status === 429) throw refusal;
      return refuse(ctx, message, refusal);
    }
    if (problem instanceof ApiError) return refuse(ctx, message, problem);
    if (problem) throw problem;
    if (result === null) throw new Error(`api.${operation.name} returned null`);
    send(ctx, reply(message, toolResult(message, result, false)));
  }
}

/** REST's error object as the result of a call, where a model reads it. */
function refuse(ctx: Context, message: Message, refusal: ApiError): void {
  ctx.set(refusal.headers);
  const document = JSON.stringify(envelope(refusal, ctx.state.requestId));
  send(ctx, reply(message, toolResult(message, document, true)));
}

/** `document` is JSON text: it is passed on, once as it is and once as the text that older clients read. */
function toolResult({ stateless }: Message, document: string, isError: boolean): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(document)}}]`;
  // An error has no place in the output schema that clients hold structured content to.
  const rest = isError ? '"isError":true' : `"structuredContent":${document}`;
  return `{${stateless ? '"resultType":"complete",' : ''}${content},${rest}}`;
}

type Method = {
  /** Whether the method exists in the version that the message is spoken in. */
  isFor(message: Message): boolean;
  result(message: Message, tools: ServedTool[]): string;
};

const always = () => true;
const withHandshake = ({ stateless }: Message) => !stateless;
const notification: Method = { isFor: ({ id }) => id === null, result: () => '{}' };

const methods = new Map<string, Method>([
  ['initialize', { isFor: withHandshake, result: ({ params }) => JSON.stringify(initialized(params.protocolVersion)) }],
  ['ping', { isFor: withHandshake, result: () => '{}' }],
  ['server/discover', { isFor: always, result: () => JSON.stringify(discovery) }],
  ['tools/list', { isFor: always, result: ({ stateless }, tools) => listed(stateless, tools) }],
  ['notifications/initialized', notification],
  ['notifications/cancelled', notification],
  ['notifications/progress', notification],
  ['notifications/roots/list_changed', notification],
]);

function methodOf(message: Message): Method | undefined {
  const method = methods.get(message.method);
  return method?.isFor(message) ? method : undefined;
}

const capabilities = { tools: { listChanged: false } };

function initialized(asked: unknown) {
  const spoken = SUPPORTED_PROTOCOL_VERSIONS.find((version) => version === asked);
  return { protocolVersion: spoken ?? LATEST_PROTOCOL_VERSION, capabilities, serverInfo, instructions };
}

const caching = { resultType: 'complete', ttlMs: listLifetimeMs, cacheScope: 'private', _meta: serverMeta };

const discovery = { ...caching, supportedVersions: versions, capabilities, instructions };

function listed(stateless: boolean, tools: ServedTool[]): string {
  const head = stateless ? `${JSON.stringify(caching).slice(0, -1)},` : '{';
  return `${head}"tools":[${tools.map(({ listing }) => listing).join(',')}]}`;
}

function send(ctx: Context, json: string): void {
  ctx.type = 'application/json';
  // As bytes: of a text Koa would first count them and then make them again.
  ctx.body = Buffer.from(json);
}
