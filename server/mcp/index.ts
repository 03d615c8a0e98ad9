// The tool server: a pure function of the registry, over streamable HTTP without sessions. The SDK speaks the protocol
// (protocol.ts); here are the registry, the gate and HTTP before there is a message. One POST holds one JSON-RPC message
// and gets one JSON answer. Keys, scopes, fence, rate windows and idempotency are REST's own, by the same gate.
// What stops a call before it is a call (401, 429, a database that is away) is answered as REST answers it; what a tool
// refuses, its arguments first of all, is a result with isError, so that the model reads it and mends its call; an unknown
// tool or method and what is no message are errors of the protocol.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Context, Middleware } from 'koa';
import packageFile from '../../package.json' with { type: 'json' };
import { applyOutcome, setOutcomeHeaders } from '../gate/apply-outcome.ts';
import { ApiError, envelope, errorOf, forbidden, methodNotAllowed } from '../gate/errors.ts';
import { type Gate, presentedKey } from '../gate/gate.ts';
import type { CallPipeline } from '../gate/pipeline.ts';
import { type Request, readBytes } from '../gate/request.ts';
import type { Bucket } from '../operations/types.ts';
import { bucketOf } from '../operations/types.ts';
import { manifestOf } from './manifest.ts';
import { Origins } from './origin.ts';
import { answer, type Members } from './protocol.ts';
import { grants, type Registry, readArguments, type ServedTool, toolsOf } from './tools.ts';

export const toolsPath = '/ext/mcp/v1';

const serverInfo = { name: 'haat', title: 'Haat', version: packageFile.version };
/** What counts as a read without being a tool. spec: Rate limits 6 */
const readMethods = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
]);

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
    await this.#answer(ctx);
  }

  /** There is no stream to open and no session to end. Clients try a GET when they connect, so it costs what a GET costs. */
  async #refuseMethod(ctx: Context): Promise<void> {
    const authorization = ctx.get('Authorization');
    if (authorization)
      applyOutcome(ctx, await this.#gate.admitOnly(presentedKey(authorization), [], bucketOf(ctx.method), 1));
    if (ctx.method !== 'OPTIONS') throw methodNotAllowed(ctx.method, 'OPTIONS, POST');
    ctx.set('Allow', 'OPTIONS, POST');
    ctx.status = 204;
  }

  async #answer(ctx: Context): Promise<void> {
    const keyHash = presentedKey(ctx.get('Authorization'));
    let body: Buffer;
    try {
      if (!this.#origins.isOurHost(ctx.get('Host'))) throw forbidden('This Host is not served here.');
      const origin = ctx.get('Origin');
      if (origin && !this.#origins.isOurOrigin(origin)) throw forbidden('Pages of this Origin are not served.');
      body = await readBytes(ctx);
    } catch (problem) {
      // What is wrong is told only to a caller who is admitted.
      await this.#count(ctx, keyHash, 'write');
      throw problem;
    }
    let isCounted = false;
    const { status, json, method } = await answer(serverInfo, body, ctx.headers, {
      list: async () => {
        isCounted = true;
        return { tools: this.#listFor(await this.#count(ctx, keyHash, 'read')) };
      },
      call: async (name, given, textOf) => {
        const tool = this.#tools.get(name);
        if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`);
        isCounted = true;
        return this.#callTool(ctx, keyHash, tool, () => readArguments(tool, given, textOf));
      },
    });
    const isKnown = status < 400 && method !== null && readMethods.has(method);
    if (isKnown) ctx.state.operation = method;
    // Nothing has been done yet where nothing is counted, and the answer is told only to a caller who is admitted.
    if (!isCounted) await this.#count(ctx, keyHash, isKnown ? 'read' : 'write');
    if (json !== null) ctx.type = 'application/json';
    // As bytes: of a text Koa would first count them and then make them again.
    ctx.body = json === null ? null : Buffer.from(json);
    ctx.status = status;
  }

  #listFor(held: string[]): string {
    const shown = [...this.#tools.values()].filter(({ operation }) =>
      operation.scopes.every((scope) => grants(held, scope)),
    );
    return `[${shown.map(({ listing }) => listing).join(',')}]`;
  }

  /** Counts one call that reaches no operation; gives the scopes of the key. */
  async #count(ctx: Context, keyHash: Buffer, bucket: Bucket): Promise<string[]> {
    const outcome = await this.#gate.admitOnly(keyHash, [], bucket, 1);
    applyOutcome(ctx, outcome);
    return outcome.key!.scopes;
  }

  async #callTool(ctx: Context, keyHash: Buffer, { operation }: ServedTool, read: () => Request): Promise<Members> {
    ctx.state.operation = operation.name;
    const caller = { keyHash, operation, requestId: ctx.state.requestId, outOfScopeBucket: 'write' as const };
    const { outcome, result, problem } = await this.#pipeline.answer(caller, async () => read());
    setOutcomeHeaders(ctx, outcome);
    if (outcome.sqlstate !== null) {
      const refusal = errorOf(outcome);
      // Not admitted: no tool was called.
      if (outcome.rate === null || refusal.status === 429) throw refusal;
      return refused(ctx, refusal);
    }
    if (problem instanceof ApiError) return refused(ctx, problem);
    if (problem) throw problem;
    if (result === null) throw new Error(`api.${operation.name} returned null`);
    return { content: asText(result), structuredContent: result };
  }
}

/** REST's error object as the result of a call, where a model reads it. */
function refused(ctx: Context, refusal: ApiError): Members {
  ctx.set(refusal.headers);
  // No structured content: clients would hold it to the tool's output schema.
  return { content: asText(JSON.stringify(envelope(refusal, ctx.state.requestId))), isError: 'true' };
}

/** A document as the text that older clients read. */
const asText = (document: string) => `[{"type":"text","text":${JSON.stringify(document)}}]`;
