// Runs one GraphQL request: parses it, checks the limits, validates, plans and executes it as the given role inside the
// given fence. Valid documents are stored, so that the same query is planned only once.
//
// Why not grafserv, the HTTP server of PostGraphile (grafserv 1.0, grafserv/koa/v3): it would replace about 40 of these
// lines and break behaviour that tests require. It parses without a limit on tokens. Its validation rules do not see the
// variables, so the page limits would have to parse every document again. It answers HTTP 200 to invalid requests of
// clients that accept application/json. It parses and writes JSON itself, where ours is passed on unchanged (json.ts).
// It writes unexpected errors to the console, without the request id.
import type pg from 'pg';
import type { Logger } from 'pino';
import { postgraphile } from 'postgraphile';
import { makePgAdaptorWithPgClient } from 'postgraphile/adaptors/pg';
import { execute, hookArgs } from 'postgraphile/grafast';
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'postgraphile/graphql';
import { ApiError } from '../../gate/errors.ts';
import { sqlstateOf } from '../../gate/infrastructure-errors.ts';
import { requestHash } from '../../gate/request-hash.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { asInputError } from '../inputs/input-errors.ts';
import { InputNames } from '../inputs/input-names.ts';
import type { InputOptions } from '../inputs/inputs.ts';
import { ClosedLists } from '../schema/closed-lists.ts';
import { makePreset, type Timeouts, usualTimeouts } from '../schema/preset.ts';
import type { PasskeySite } from '../secrets/passkey-site.ts';
import { toApiError, toPublicError, withCode } from './errors.ts';
import { askedProcedures, type Executed, IdempotentMutation, type WithPgClient } from './idempotency.ts';
import { checkDocumentDepth } from './input-limits.ts';
import { checkLimits, findOperation, limits, limitsOf } from './limits.ts';
import type { Spend } from './shares.ts';
import { type Place, placesOf, type Shown, shownIn } from './shown-people.ts';

declare global {
  namespace Grafast {
    interface RequestContext {
      /** The settings of every transaction of the request: role and fence. */
      pgSettings?: Record<string, string>;
    }
    interface Context {
      /** The connections to the database of the request. */
      pool: pg.Pool;
      /** Where there are several databases: whether an email has an account in another one. */
      isTakenElsewhere?: ((email: string) => Promise<boolean>) | undefined;
      /** And what they give for a passkey to sign, one after the other, in base64url. */
      otherChallenges?: (() => Promise<string>) | undefined;
    }
  }
}

/** The database of a request, where there are several. */
export type Home = Pick<Grafast.Context, 'pool' | 'isTakenElsewhere' | 'otherChallenges'>;

export type GraphqlRequest = {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | null;
  /** The header, when the caller is signed in. */
  idempotencyKey: string | null;
};

type Body = { data?: unknown; errors?: readonly GraphQLError[]; extensions?: object };

/**
 * `refused`: the request was not executed. `kept`: the text of an answer that an Idempotency-Key keeps. `shown`: what it
 * shows of people. `gone`: the company is in another database by now, and nothing was done.
 */
export type GraphqlAnswer = {
  refused: boolean;
  body: Body;
  kept?: { text: string; isReplay: boolean };
  shown?: Shown;
  gone?: boolean;
};

export type Executor = {
  /** `spend` hears what it takes of the thread. Without a home: in the database that the schema was made of. */
  run(
    request: GraphqlRequest,
    settings: Record<string, string>,
    requestId: string,
    spend?: Spend,
    home?: Home | undefined,
  ): Promise<GraphqlAnswer>;
  release(): Promise<void>;
};

const maxStoredDocuments = 500;

type Engine = {
  documents: Map<string, DocumentNode>;
  places: WeakMap<OperationDefinitionNode, Place[]>;
  schema: GraphQLSchema;
  inputs: InputNames;
};

/** One schema serves all databases of a process: each request takes its connections from its own. */
const ways = new WeakMap<pg.Pool, WithPgClient>();

function wayTo(pool: pg.Pool): WithPgClient {
  const way = ways.get(pool) ?? makePgAdaptorWithPgClient(pool);
  ways.set(pool, way);
  return way;
}

/** Refused because the company has moved, before any field did anything: what did is not null. */
const isGone = ({ data }: Body, cause: Error | undefined): boolean =>
  sqlstateOf(cause) === 'HT019' && Object.values(data ?? {}).every((value) => value === null);

export async function createExecutor(
  pool: pg.Pool,
  role: 'haat_staff' | 'haat_anonymous',
  {
    log,
    timeouts = usualTimeouts,
    ...options
  }: {
    log: Logger;
    secrets: SecretBox;
    passkeySite: PasskeySite | null;
    timeouts?: Timeouts | undefined;
  } & InputOptions,
): Promise<Executor> {
  const lists = new ClosedLists(pool);
  const build = async () => {
    const instance = postgraphile(makePreset(pool, role, { lists, timeouts, ...options }));
    const { schema, resolvedPreset } = await instance.getSchemaResult();
    return {
      instance,
      schema,
      resolvedPreset,
      inputs: new InputNames(schema),
      documents: new Map<string, DocumentNode>(),
      places: new WeakMap<OperationDefinitionNode, Place[]>(),
    };
  };
  let engine = await build();
  const instances = [engine.instance];

  /** Builds the schema anew, if the database has got other lists of words since. True if it did. */
  const renew = async (): Promise<boolean> => {
    try {
      if (!(await lists.areOutdated())) return false;
      engine = await build();
      instances.push(engine.instance);
      return true;
    } catch (error) {
      log.error({ err: error }, 'the staff GraphQL schema cannot be renewed');
      return false;
    }
  };

  /** Returns the same object for the same text, because grafast stores plans by document object. */
  const readDocument = ({ documents }: Engine, query: string): DocumentNode => {
    const known = documents.get(query);
    if (known) {
      // Those in use stay, however many others come.
      documents.delete(query);
      documents.set(query, known);
      return known;
    }
    checkDocumentDepth(query, limits.documentTokens);
    return parse(query, { maxTokens: limits.documentTokens });
  };

  const keep = ({ documents }: Engine, query: string, document: DocumentNode): void => {
    if (documents.size >= maxStoredDocuments) documents.delete(documents.keys().next().value!);
    documents.set(query, document);
  };

  const placesIn = (used: Engine, document: DocumentNode, operation: OperationDefinitionNode): Place[] => {
    const known = used.places.get(operation) ?? placesOf(used.schema, document, operation);
    used.places.set(operation, known);
    return known;
  };

  const attempt = async (
    { query, variables, operationName, idempotencyKey }: GraphqlRequest,
    settings: Record<string, string>,
    requestId: string,
    spend: Spend,
    home: Home | undefined,
  ): Promise<GraphqlAnswer> => {
    const started = performance.now();
    const used = engine;
    const refused = (errors: readonly GraphQLError[]) => ({
      refused: true,
      body: { errors: errors.map((error) => withCode(error, requestId)) },
    });
    let document: DocumentNode;
    let once: IdempotentMutation | undefined;
    let operation: OperationDefinitionNode;
    let asked = '';
    try {
      document = readDocument(used, query);
      operation = findOperation(document, operationName);
      checkLimits(document, operation, variables, limitsOf[role]);
      if (operation.operation === 'mutation') asked = askedProcedures(document, operation);
      // As in REST, a read takes no notice of the header.
      if (idempotencyKey !== null && operation.operation === 'mutation')
        once = new IdempotentMutation(idempotencyKey, document, operation);
    } catch (error) {
      return refused([error as GraphQLError]);
    }
    if (!used.documents.has(query)) {
      const errors = validate(used.schema, document, undefined, { maxErrors: 10 });
      if (errors.length > 0) return refused(errors.map((error) => asInputError(error, document)));
      keep(used, query, document);
    }
    const places = placesIn(used, document, operation);
    spend(performance.now() - started);
    const pgSettings = {
      role,
      statement_timeout: String(timeouts.statement),
      // As the journal names what is asked for.
      'haat.operation': asked,
      ...settings,
    };
    const execution = async (withPgClient?: WithPgClient): Promise<Executed> => {
      const args = await hookArgs({
        schema: used.schema,
        document,
        variableValues: variables,
        operationName,
        contextValue: {},
        resolvedPreset: used.resolvedPreset,
        requestContext: { pgSettings },
      });
      const way = withPgClient ?? (home && wayTo(home.pool));
      Object.assign(args.contextValue as object, home ?? { pool }, way && { withPgClient: way });
      const planned = performance.now();
      // It is planned before the first await.
      const executed = execute(args);
      spend(performance.now() - planned);
      const { data, errors } = (await executed) as ExecutionResult;
      const told = errors?.map((error) => toPublicError(asInputError(error, document), used.inputs, log, requestId));
      const body = { ...(told && { errors: told }), data };
      return { body, cause: errors?.[0]?.originalError };
    };
    if (!once) {
      const { body, cause } = await execution();
      return { refused: false, body, shown: shownIn(places, body.data), gone: isGone(body, cause) };
    }
    Object.assign(pgSettings, { 'haat.idempotency_key': 'given' });
    const hash = requestHash('graphql', { query, variables, operationName });
    try {
      const found = await once.run(home?.pool ?? pool, pgSettings, hash, execution);
      const gone = isGone(found.body, found.cause);
      return { refused: false, ...found, shown: shownIn(places, found.body.data), gone };
    } catch (error) {
      throw error instanceof ApiError ? error : toApiError(error as Error, log, requestId);
    }
  };

  return {
    async run(request, settings, requestId, spend = () => {}, home) {
      await renew();
      const answer = await attempt(request, settings, requestId, spend, home);
      // Nothing ran. If a word was refused that the database knows by now, the next attempt takes it.
      const isRefused = answer.body.data === undefined && (await renew());
      return isRefused ? attempt(request, settings, requestId, spend, home) : answer;
    },
    release: async () => {
      for (const instance of instances) await instance.release();
    },
  };
}
