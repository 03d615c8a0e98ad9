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
import { execute, hookArgs } from 'postgraphile/grafast';
import { type DocumentNode, type ExecutionResult, type GraphQLError, parse, validate } from 'postgraphile/graphql';
import type { OutboundRule } from '../process/address-ranges.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { toPublicError, withCode } from './errors.ts';
import { checkLimits, findOperation, limits, limitsOf } from './limits.ts';
import { makePreset } from './preset.ts';

declare global {
  namespace Grafast {
    interface RequestContext {
      /** The settings of every transaction of the request: role and fence. */
      pgSettings?: Record<string, string>;
    }
  }
}

export type GraphqlRequest = {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | null;
};

/** `refused`: the request was not executed. */
export type GraphqlAnswer = { refused: boolean; body: { data?: unknown; errors?: readonly GraphQLError[] } };

export type Executor = {
  run(request: GraphqlRequest, settings: Record<string, string>, requestId: string): Promise<GraphqlAnswer>;
  release(): Promise<void>;
};

const maxStoredDocuments = 500;

export async function createExecutor(
  pool: pg.Pool,
  role: 'haat_staff' | 'haat_anonymous',
  { log, ...options }: { log: Logger; outboundAllow: OutboundRule[]; secrets: SecretBox; mediaUrl: string },
): Promise<Executor> {
  const instance = postgraphile(makePreset(pool, role, options));
  const { schema, resolvedPreset } = await instance.getSchemaResult();
  const documents = new Map<string, DocumentNode>();

  /** Returns the same object for the same text, because grafast stores plans by document object. */
  const readDocument = (query: string): DocumentNode => {
    const known = documents.get(query);
    if (known) return known;
    return parse(query, { maxTokens: limits.documentTokens });
  };

  const keep = (query: string, document: DocumentNode): void => {
    if (documents.size >= maxStoredDocuments) documents.delete(documents.keys().next().value!);
    documents.set(query, document);
  };

  return {
    async run({ query, variables, operationName }, settings, requestId) {
      let document: DocumentNode;
      try {
        document = readDocument(query);
        checkLimits(document, findOperation(document, operationName), variables, limitsOf[role]);
      } catch (error) {
        return { refused: true, body: { errors: [withCode(error as GraphQLError, requestId)] } };
      }
      if (!documents.has(query)) {
        const errors = validate(schema, document, undefined, { maxErrors: 10 });
        if (errors.length > 0) {
          return { refused: true, body: { errors: errors.map((error) => withCode(error, requestId)) } };
        }
        keep(query, document);
      }
      const args = await hookArgs({
        schema,
        document,
        variableValues: variables,
        operationName,
        contextValue: {},
        resolvedPreset,
        requestContext: { pgSettings: { role, statement_timeout: '5s', ...settings } },
      });
      const { data, errors } = (await execute(args)) as ExecutionResult;
      return {
        refused: false,
        body: { ...(errors && { errors: errors.map((error) => toPublicError(error, log, requestId)) }), data },
      };
    },
    release: async () => {
      await instance.release();
    },
  };
}
