// The tool server, over streamable HTTP without sessions. The SDK handles the protocol (protocol.ts). This file connects it
// with the registry, the gate and HTTP. One POST contains one JSON-RPC message and gets one JSON answer. Keys, scopes, fence,
// rate windows and idempotency are those of REST, by the same gate.
// There are three kinds of errors. A call that is not admitted (401, 429, database unavailable) gets the answer of REST. What
// a tool refuses, such as wrong arguments, is a result with isError, so that the model can read it and correct the call. An
// unknown tool or method, or an invalid message, is an error of the protocol.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Context, Middleware } from 'koa';
import packageFile from '../../package.json' with { type: 'json' };
import { applyOutcome, setOutcomeHeaders } from '../gate/apply-outcome.ts';
import { ApiError, envelope, errorOf, forbidden, methodNotAllowed } from '../gate/errors.ts';
import { type Gates, presentedKey } from '../gate/gate.ts';
import type { CallPipeline } from '../gate/pipeline.ts';
import { type Request, readBytes, requireOneKey } from '../gate/request.ts';
import type { Bucket } from '../operations/types.ts';
import { bucketOf } from '../operations/types.ts';
import { manifestOf } from './manifest.ts';
import { Origins } from './origin.ts';
import { answer, type Members } from './protocol.ts';
import { freeFormNames, isShownTo, type Registry, readArguments, type ServedTool, toolsOf } from './tools.ts';

export const toolsPath = '/ext/mcp/v1';
export const manifestPath = `${toolsPath}/manifest`;

const serverInfo = { name: 'haat', title: 'Haat', version: packageFile.version };
/** Methods that count as a read, besides tools that read. see: guides/tools#how-calls-are-counted */
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

export function toolServer(registry: Registry, gate: Gates, pipeline: CallPipeline, publicUrl: string): Middleware {
  const tools = toolsOf(registry);
  let manifest: string | undefined;
  const server = new ToolServer(tools, gate, pipeline, new Origins(publicUrl));

  return async (ctx, next) => {
    if (ctx.path === toolsPath) {
      ctx.state.route = toolsPath;
      return server.serve(ctx);
    }
    if (ctx.path !== manifestPath) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, 'GET, HEAD');
    manifest ??= JSON.stringify(manifestOf({ name: serverInfo.name, version: serverInfo.version }, tools.values()));
    ctx.type = 'application/json';
    ctx.body = manifest;
  };
}

class ToolServer {
  readonly #tools: Map<string, ServedTool>;
  readonly #gate: Gates;
  readonly #pipeline: CallPipeline;
  readonly #origins: Origins;

  constructor(tools: Map<string, ServedTool>, gate: Gates, pipeline: CallPipeline, origins: Origins) {
    this.#tools = tools;
    this.#gate = gate;
    this.#pipeline = pipeline;
    this.#origins = origins;
  }

  async serve(ctx: Context): Promise<void> {
    if (ctx.method !== 'POST') return this.#refuseMethod(ctx);
    await this.#answer(ctx);
  }

  /** There are no streams and no sessions. Clients try a GET when they connect, so it counts like a GET. */
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
      if (!this.#origins.isOurHost(ctx.get('Host'))) throw forbidden('The Host header does not name this server.');
      const origin = ctx.get('Origin');
      if (origin && !this.#origins.isOurOrigin(origin)) throw forbidden('Requests from this Origin are not allowed.');
      requireOneKey(ctx);
      body = await readBytes(ctx);
    } catch (problem) {
      // Only an admitted caller may see what is wrong.
      await this.#count(ctx, keyHash, 'write');
      throw problem;
    }
    let isCounted = false;
    const { status, json, method } = await answer(serverInfo, body, ctx.headers, {
      list: async () => {
        isCounted = true;
        return { tools: this.#listFor(await this.#count(ctx, keyHash, 'read')) };
      },
      isFreeForm: ([params, args, field, ...deeper]) =>
        params === 'params' && args === 'arguments' && deeper.length === 0 && freeFormNames.has(field!),
      call: async (name, given, textOf, repeated) => {
        const tool = this.#tools.get(name);
        if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`);
        isCounted = true;
        return this.#callTool(ctx, keyHash, tool, () => readArguments(tool, given, textOf, repeated));
      },
    });
    const isKnown = status < 400 && method !== null && readMethods.has(method);
    if (isKnown) ctx.state.operation = method;
    // If nothing was counted, nothing has been done yet. Count now, because only an admitted caller may see the answer.
    if (!isCounted) await this.#count(ctx, keyHash, isKnown ? 'read' : 'write');
    if (json !== null) ctx.type = 'application/json';
    // As bytes, because Koa would encode a text twice: for its length and for the answer.
    ctx.body = json === null ? null : Buffer.from(json);
    ctx.status = status;
  }

  #listFor(held: string[]): string {
    const shown = [...this.#tools.values()].filter((tool) => isShownTo(held, tool));
    return `[${shown.map(({ listing }) => listing).join(',')}]`;
  }

  /** Counts one call that reaches no operation. Returns the scopes of the key. */
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
      // The call was not admitted, so no tool ran.
      if (outcome.rate === null || refusal.status === 429) throw refusal;
      return refused(ctx, refusal);
    }
    if (problem instanceof ApiError) return refused(ctx, problem);
    if (problem) throw problem;
    if (result === null) throw new Error(`api.${operation.name} returned null`);
    return { content: asText(result), structuredContent: result };
  }
}

/** The error object of REST as a result, so that the model can read it. */
function refused(ctx: Context, refusal: ApiError): Members {
  ctx.set(refusal.headers);
  // No structured content: clients would validate it with the output schema of the tool.
  return { content: asText(JSON.stringify(envelope(refusal, ctx.state.requestId))), isError: 'true' };
}

/** The document as text, for older clients. */
const asText = (document: string) => `[{"type":"text","text":${JSON.stringify(document)}}]`;
