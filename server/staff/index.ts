// The staff's admin: GraphQL at /admin/graphql over the same tables and procedures, and the pages at /admin that use it.
// The database looks up the session in every transaction and decides, by grants, fence and procedures, what it may see and
// do. This process only passes on the session token.
import type { Context, Middleware } from 'koa';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { GraphQLError } from 'postgraphile/graphql';
import { ApiError, errorOf, invalid, methodNotAllowed, rateLimited, unavailable } from '../gate/errors.ts';
import { isRepeated, repeatedNames } from '../gate/free-form.ts';
import { sqlstateOf } from '../gate/infrastructure-errors.ts';
import { type Limits, LoadShedder, Shed } from '../gate/load-shedding.ts';
import type { Reads } from '../gate/personal-data-reads.ts';
import { givenIdempotencyKey, readBody, requireOneKey } from '../gate/request.ts';
import { presentedSession } from '../gate/session-token.ts';
import type { ImageStore } from '../media/images/store.ts';
import type { VideoFiles } from '../media/videos/files.ts';
import type { ReadKind } from '../operations/types.ts';
import { Problem } from '../problems/problem.ts';
import type { OutboundRule } from '../process/address-ranges.ts';
import { inSpan } from '../process/tracing.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { importExport } from './files/import-export.ts';
import { uploads } from './files/uploads.ts';
import type { DemoOwner } from './pages/demo-owner.ts';
import { adminPages } from './pages/site.ts';
import type { createExecutor, Executor, GraphqlRequest } from './requests/execute.ts';
import { withMeanings } from './requests/meanings.ts';
import { type InTurn, Shares, type Spend } from './requests/shares.ts';
import type { Timeouts } from './schema/preset.ts';
import { passkeySiteOf } from './secrets/passkey-site.ts';

export const graphqlPath = '/admin/graphql';

/** The largest body of a caller without a session; staff may send what the API takes. */
const strangerBytes = 100_000;

export type Staff = {
  /** The middleware for GraphQL and the pages. */
  door(videos: VideoFiles): Middleware;
  /** The middleware for imports and exports. */
  importExport(): Middleware;
  /** The middleware for their images. */
  uploads(images: ImageStore): Middleware;
  /** Those of the hashes that belong to a session that is good now. */
  validSessions(tokenHashes: Buffer[]): Promise<Buffer[]>;
  release(): Promise<void>;
};

/** A member of staff, or a person before the sign-in. */
type Role = Parameters<typeof createExecutor>[1];

type StaffOptions = {
  /** Connects as haat_staff_gateway. */
  pool: pg.Pool;
  log: Logger;
  outboundAllow: OutboundRule[];
  /** Encrypts what the database keeps of secrets. */
  secrets: SecretBox;
  /** The address that people open: passkeys are bound to its host name. */
  publicUrl: string;
  /** The URL of our media origin: descriptions may show pictures from there. */
  mediaUrl: string;
  /** Notes who was shown personal data. */
  reads?: Reads;
  /** Signs the owner of the demo in by one click, where that may be. */
  demo?: DemoOwner | undefined;
  /** For tests, which take no busy machine for a question that is too much. */
  timeouts?: Timeouts;
  /** How long requests may wait for their turn; for tests as well. */
  waits?: Partial<Limits>;
};

export function createStaff({
  pool,
  log,
  outboundAllow,
  secrets,
  publicUrl,
  mediaUrl,
  reads,
  demo,
  timeouts,
  waits,
}: StaffOptions): Staff {
  const pages = adminPages(mediaUrl, demo);
  // They take turns at the connections, like calls of the API: the pool itself would let any number wait.
  const shedder = new LoadShedder(pool.options.max ?? 10, waits);
  const shares = new Shares(pool.options.max ?? 10);
  const inTurn: InTurn = (company, work) => shares.run(company, () => shedder.run([], work));
  const executors = new Map<Role, Promise<Executor>>();

  /**
   * The engine takes 80 to 100 MB, and many processes never serve staff. So it is loaded, and the GraphQL schema of a role is
   * built from the database catalog, with its first request. If that fails, the next request tries again.
   */
  const executorFor = async (role: Role, videos: VideoFiles): Promise<Executor> => {
    const build = async () => {
      const { createExecutor } = await import('./requests/execute.ts');
      const passkeySite = passkeySiteOf(publicUrl);
      return createExecutor(pool, role, { log, outboundAllow, secrets, passkeySite, mediaUrl, videos, timeouts });
    };
    const executor = executors.get(role) ?? build();
    executors.set(role, executor);
    try {
      return await executor;
    } catch (error) {
      executors.delete(role);
      log.error({ err: error }, 'the staff GraphQL schema cannot be built');
      throw unavailable();
    }
  };

  const answer = async (ctx: Context, videos: VideoFiles): Promise<void> => {
    ctx.state.route = graphqlPath;
    if (ctx.method !== 'POST') throw methodNotAllowed(ctx.method, 'POST');
    const { requestId } = ctx.state;
    const tokenHash = presentedToken(ctx);
    const settings = tokenHash && (await shedder.run([], () => findContext(pool, tokenHash, requestId)));
    ctx.state.companyId = settings?.['haat.company_id'];
    const { body: sent, text } = await readBody(ctx, settings ? undefined : strangerBytes);
    const { rememberTexts, stringify } = await import('./schema/json.ts');
    refuseRepeatedNames(sent, text);
    rememberTexts(sent, text);
    const request = { ...readRequest(sent), idempotencyKey: settings && givenIdempotencyKey(ctx) };
    const executor = await executorFor(settings ? 'haat_staff' : 'haat_anonymous', videos);
    const company = settings?.['haat.company_id'];
    const run = async (spend: Spend = () => {}) => {
      const found = await shedder.run(
        [],
        () => executor.run(request, { ...settings, ...placeOf(ctx) }, requestId, spend),
        { goesOn: settings !== null },
      );
      const started = performance.now();
      const text = found.kept?.text ?? stringify(found.body);
      // To read many rows and bring them into their shape takes about seven times as long as to write them, in many small
      // pieces (npm run bench -- staff-shares).
      spend(8 * (performance.now() - started));
      return { ...found, text };
    };
    const {
      refused,
      body,
      kept,
      shown = {},
      text: written,
    } = await inSpan('graphql', { kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, () =>
      company ? shares.run(company, run) : run(),
    );
    ctx.state.operation = request.operationName ?? 'graphql';
    if (tokenHash)
      for (const [kind, records] of Object.entries(shown)) reads?.note(tokenHash, kind as ReadKind, records);
    ctx.state.refusedSignIn = body.errors?.some((error) => error.extensions.code === 'UNAUTHENTICATED');
    if (refused && !settings) throw signedOut(body.errors?.map((error) => error.message).join(' '));
    if (refused) ctx.status = 400;
    // All of it failed with a temporary error: answered as everywhere, for clients and balancers that try again.
    const passing = passingError(body.errors ?? []);
    if (passing) {
      ctx.status = passing.status;
      ctx.set(passing.headers);
    }
    ctx.type = 'application/json';
    if (kept?.isReplay) ctx.set('Idempotent-Replayed', 'true');
    ctx.body = written;
  };

  return {
    door: (videos) => async (ctx, next) => {
      if (ctx.path !== graphqlPath) return pages(ctx, next);
      try {
        await answer(ctx, videos);
      } catch (thrown) {
        if (thrown instanceof Shed) ctx.app.emit('shed', 'staff', thrown.reason);
        const error = thrown instanceof Shed ? unavailable() : thrown;
        if (!(error instanceof ApiError)) throw error;
        // The same errors as in REST, in the format of GraphQL.
        ctx.status = error.status;
        ctx.set(error.headers);
        if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
        const extensions = {
          code: error.code,
          ...(error.fields && { fields: error.fields }),
          ...withMeanings(error.meanings),
          request_id: ctx.state.requestId,
        };
        ctx.body = { errors: [{ message: error.message, extensions }] };
      }
    },
    uploads: (images) =>
      uploads({
        pool,
        shedder,
        images,
        tokenHashOf(ctx) {
          const hash = presentedToken(ctx);
          if (!hash) throw signedOut();
          return hash;
        },
      }),
    importExport: () =>
      importExport({
        pool,
        inTurn,
        mediaUrl,
        async settingsOf(ctx) {
          const tokenHash = presentedToken(ctx);
          if (!tokenHash) throw signedOut();
          const settings = await shedder.run([], () => findContext(pool, tokenHash, ctx.state.requestId));
          ctx.state.companyId = settings['haat.company_id'];
          return settings;
        },
      }),
    async validSessions(tokenHashes) {
      const query = {
        name: 'valid_sessions',
        text: 'select internal.valid_sessions($1) as valid',
        values: [tokenHashes],
      };
      const { rows } = await shedder.run([], () => pool.query<{ valid: Buffer[] }>(query));
      return rows[0]!.valid;
    },
    async release() {
      const built = await Promise.allSettled(executors.values());
      for (const one of built) if (one.status === 'fulfilled') await one.value.release();
    },
  };
}

/** The SHA-256 of the session token, or null without one. An API key is not accepted here. */
function presentedToken(ctx: Context): Buffer | null {
  requireOneKey(ctx);
  const authorization = ctx.get('Authorization');
  if (authorization === '') return null;
  const hash = presentedSession(authorization);
  if (!hash) throw signedOut();
  return hash;
}

async function findContext(pool: pg.Pool, tokenHash: Buffer, requestId: string): Promise<Record<string, string>> {
  let settings: Record<string, string> | null;
  try {
    const { rows } = await pool.query({
      name: 'find_staff_context',
      text: 'select internal.find_staff_context($1, $2) as settings',
      values: [tokenHash, requestId],
    });
    settings = rows[0].settings;
  } catch (error) {
    throw errorOf({ sqlstate: sqlstateOf(error) });
  }
  if (!settings) throw signedOut();
  return settings;
}

/** Tells a caller without a session to sign in, and why the request was refused. Does not tell whether a field exists. */
function signedOut(reason = ''): ApiError {
  const message = String(new Problem('signedOut'));
  return errorOf({ sqlstate: 'HT015', message: reason ? `${message} (${reason})` : message });
}

/** Where the request comes from: noted at a sign-in, and wrong passwords are counted by it. */
const placeOf = (ctx: Context) => ({
  'haat.client_address': ctx.ip,
  // Postgres takes no NUL, and a longer text is not needed.
  'haat.user_agent': ctx.get('User-Agent').replaceAll('\0', '').slice(0, 400),
});

/** The answer to a request whose every error is over after a while, if it is one. */
function passingError(errors: readonly GraphQLError[]): ApiError | undefined {
  const codes = new Set(errors.map(({ extensions }) => extensions.code));
  if (codes.size !== 1) return undefined;
  if (codes.has('UNAVAILABLE')) return unavailable();
  const [first] = errors;
  return codes.has('RATE_LIMITED')
    ? rateLimited(first!.message, Number(first!.extensions.retry_after ?? 1))
    : undefined;
}

/** Names that stand twice, but for those within free JSON, which is kept as it was written: other variables, other objects. */
function refuseRepeatedNames(body: Record<string, unknown>, text: string): void {
  const input = (body.variables as { input?: Record<string, unknown> } | null | undefined)?.input;
  const isFree = ([, variable, field, ...deeper]: string[]) =>
    variable !== undefined &&
    (variable !== 'input' || (field !== undefined && !Array.isArray(input?.[field]))) &&
    deeper.length === 0;
  const twins = repeatedNames(text, body, isFree);
  if (twins.length > 0) throw invalid(Object.fromEntries(twins.map((path) => [path, [isRepeated]])));
}

function readRequest(body: Record<string, unknown>): Omit<GraphqlRequest, 'idempotencyKey'> {
  const { query, variables, operationName } = body;
  if (typeof query !== 'string') throw invalid({ query: ['must be the text of a GraphQL document'] });
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) {
    throw invalid({ variables: ['must be an object'] });
  }
  if (operationName != null && typeof operationName !== 'string') throw invalid({ operationName: ['must be a text'] });
  return { query, variables: (variables ?? {}) as Record<string, unknown>, operationName: operationName ?? null };
}
