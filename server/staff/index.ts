// The staff's admin: GraphQL at /admin/graphql over the same tables and procedures, and the pages at /admin that use it.
// The database looks up the session in every transaction and decides, by grants, fence and procedures, what it may see and
// do. This process only passes on the session token.
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import type { GraphQLError } from 'postgraphile/graphql';
import { ApiError, invalid, methodNotAllowed, rateLimited, unavailable } from '../gate/errors.ts';
import { isRepeated, repeatedNames } from '../gate/free-form.ts';
import type { Place } from '../gate/homes.ts';
import { type Limits, Shed } from '../gate/load-shedding.ts';
import { givenIdempotencyKey, readBody, requireOneKey } from '../gate/request.ts';
import { presentedSession } from '../gate/session-token.ts';
import type { ImageStore } from '../media/images/store.ts';
import type { VideoFiles } from '../media/videos/files.ts';
import type { ReadKind } from '../operations/types.ts';
import type { OutboundRule } from '../process/address-ranges.ts';
import { inSpan } from '../process/tracing.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { type Branch, cellBranches, oneBranch, type StaffDatabase, signedOut } from './branches.ts';
import { importExport } from './files/import-export.ts';
import { uploads } from './files/uploads.ts';
import type { DemoOwner } from './pages/demo-owner.ts';
import { adminPages } from './pages/site.ts';
import type { createExecutor, Executor, GraphqlAnswer, GraphqlRequest } from './requests/execute.ts';
import { withMeanings } from './requests/meanings.ts';
import type { Spend } from './requests/shares.ts';
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

/** `cells`: several databases, in place of one. */
type StaffOptions = (StaffDatabase | { cells: (StaffDatabase & Place)[] }) & {
  log: Logger;
  outboundAllow: OutboundRule[];
  /** Encrypts what the database keeps of secrets. */
  secrets: SecretBox;
  /** The address that people open: passkeys are bound to its host name. */
  publicUrl: string;
  /** The URL of our media origin: descriptions may show pictures from there. */
  mediaUrl: string;
  /** Signs the owner of the demo in by one click, where that may be. */
  demo?: DemoOwner | undefined;
  /** For tests, which take no busy machine for a question that is too much. */
  timeouts?: Timeouts;
  /** How long requests may wait for their turn; for tests as well. */
  waits?: Partial<Limits>;
};

export function createStaff({
  log,
  outboundAllow,
  secrets,
  publicUrl,
  mediaUrl,
  demo,
  timeouts,
  waits,
  ...databases
}: StaffOptions): Staff {
  const pages = adminPages(mediaUrl, demo);
  const branches = 'cells' in databases ? cellBranches(databases.cells, log, waits) : oneBranch(databases, waits);
  const executors = new Map<Role, { built: Promise<Executor>; pool: Branch['pool'] }>();

  /**
   * The engine takes 80 to 100 MB, and many processes never serve staff. So it is loaded, and the GraphQL schema of a role is
   * built from the database catalog, with its first request. If that fails, the next request tries again; so does one that
   * waited and whose own database is another: that from which it was built may be away.
   */
  const executorFor = async (role: Role, videos: VideoFiles, { pool }: Branch): Promise<Executor> => {
    const build = async () => {
      const { createExecutor } = await import('./requests/execute.ts');
      const passkeySite = passkeySiteOf(publicUrl);
      return createExecutor(pool, role, { log, outboundAllow, secrets, passkeySite, mediaUrl, videos, timeouts });
    };
    for (;;) {
      const executor = executors.get(role) ?? { built: build(), pool };
      executors.set(role, executor);
      try {
        return await executor.built;
      } catch (error) {
        if (executors.get(role) === executor) executors.delete(role);
        if (executor.pool !== pool) continue;
        log.error({ err: error }, 'the staff GraphQL schema cannot be built');
        throw unavailable();
      }
    }
  };

  type Ran = GraphqlAnswer & { text: string; branch: Branch };

  /** Runs the request in a database: as the member of staff whose settings these are, or as a stranger. */
  const runAt = async (
    branch: Branch,
    settings: Record<string, string> | null,
    request: GraphqlRequest,
    ctx: Context,
    videos: VideoFiles,
  ): Promise<Ran> => {
    const executor = await executorFor(settings ? 'haat_staff' : 'haat_anonymous', videos, branch);
    const { several } = branches;
    const home = several
      ? {
          pool: branch.pool,
          isTakenElsewhere: (email: string) => several.isTaken(email, branch),
          otherChallenges: () => several.otherChallenges(branch),
        }
      : undefined;
    const { stringify } = await import('./schema/json.ts');
    const run = async (spend: Spend = () => {}) => {
      const found = await branch.shedder.run(
        [],
        () => executor.run(request, { ...settings, ...placeOf(ctx) }, ctx.state.requestId, spend, home),
        { goesOn: settings !== null },
      );
      const started = performance.now();
      const text = found.kept?.text ?? stringify(found.body);
      // To read many rows and bring them into their shape takes about seven times as long as to write them, in many small
      // pieces (npm run bench -- staff-shares).
      spend(8 * (performance.now() - started));
      return { ...found, text, branch };
    };
    const company = settings?.['haat.company_id'];
    return inSpan('graphql', { kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, () =>
      company ? branch.shares.run(company, run) : run(),
    );
  };

  /** Where there are several databases, a sign-in belongs to that of its email or passkey, whoever sends it. */
  const signIn = async (request: GraphqlRequest, ctx: Context, videos: VideoFiles): Promise<Ran | null> => {
    const { several } = branches;
    const by = several && (await import('./requests/sign-ins.ts')).signingInBy(request);
    if (!several || !by) return null;
    const as = { ...request, idempotencyKey: null };
    const { found, isUnclear } = await several.signingIn(by, (branch) => runAt(branch, null, as, ctx, videos));
    // Of a refusal it must not be told whether the email is unknown, or only in a database that does not answer.
    const isWrong = found.body.errors?.some(
      ({ extensions }) => extensions.code === 'UNAUTHENTICATED' && !extensions.fields,
    );
    if (isUnclear && isWrong) throw unavailable();
    return found;
  };

  const answer = async (ctx: Context, videos: VideoFiles): Promise<void> => {
    ctx.state.route = graphqlPath;
    if (ctx.method !== 'POST') throw methodNotAllowed(ctx.method, 'POST');
    const tokenHash = presentedToken(ctx);
    let read: GraphqlRequest | undefined;
    /** Read once, though it may be run again elsewhere. */
    const requestOf = async (isStaff: boolean): Promise<GraphqlRequest> => {
      if (read) return read;
      const { body: sent, text } = await readBody(ctx, isStaff ? undefined : strangerBytes);
      const { rememberTexts } = await import('./schema/json.ts');
      refuseRepeatedNames(sent, text);
      rememberTexts(sent, text);
      read = { ...readRequest(sent), idempotencyKey: isStaff ? givenIdempotencyKey(ctx) : null };
      return read;
    };
    const {
      refused,
      body,
      kept,
      shown = {},
      text: written,
      branch: { reads },
    } = tokenHash
      ? await branches.inSession(tokenHash, ctx.state.requestId, async (branch, settings) => {
          ctx.state.companyId = settings['haat.company_id'];
          const request = await requestOf(true);
          return (await signIn(request, ctx, videos)) ?? (await runAt(branch, settings, request, ctx, videos));
        })
      : await requestOf(false).then(
          async (request) =>
            (await signIn(request, ctx, videos)) ?? (await runAt(branches.any(), null, request, ctx, videos)),
        );
    const request = read!;
    ctx.state.operation = request.operationName ?? 'graphql';
    if (tokenHash)
      for (const [kind, records] of Object.entries(shown)) reads?.note(tokenHash, kind as ReadKind, records);
    ctx.state.refusedSignIn = body.errors?.some((error) => error.extensions.code === 'UNAUTHENTICATED');
    if (refused && !tokenHash) throw signedOut(body.errors?.map((error) => error.message).join(' '));
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
        images,
        async homeOf(ctx) {
          const tokenHash = requiredToken(ctx);
          // With one database the upload itself is refused to a stranger.
          if (!branches.several) return { tokenHash, branch: branches.any() };
          return branches.inSession(tokenHash, ctx.state.requestId, async (branch) => ({ tokenHash, branch }));
        },
      }),
    importExport: () =>
      importExport({
        mediaUrl,
        homeOf: (ctx) =>
          branches.inSession(requiredToken(ctx), ctx.state.requestId, async (branch, settings) => {
            ctx.state.companyId = settings['haat.company_id'];
            return { branch, settings };
          }),
      }),
    validSessions: (tokenHashes) => branches.validSessions(tokenHashes),
    async release() {
      const built = await Promise.allSettled([...executors.values()].map(({ built }) => built));
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

function requiredToken(ctx: Context): Buffer {
  const hash = presentedToken(ctx);
  if (!hash) throw signedOut();
  return hash;
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
