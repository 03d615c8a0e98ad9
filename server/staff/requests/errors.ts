// Turns errors into GraphQL errors with our code and fields, without internal details. The codes are in
// server/gate/errors.ts.

import type { Logger } from 'pino';
import { isSafeError } from 'postgraphile/grafast';
import { GraphQLError } from 'postgraphile/graphql';
import { ApiError, errorOf, rateLimited } from '../../gate/errors.ts';
import { sqlstateOf } from '../../gate/infrastructure-errors.ts';
import type { Meanings } from '../../problems/meaning.ts';
import { meaningsIn, Problem } from '../../problems/problem.ts';
import type { InputNames } from '../inputs/input-names.ts';
import { withMeanings } from './meanings.ts';

type DatabaseError = { message: string; detail?: string; constraint?: string; table?: string; where?: string };

/** Some inputs are not in the registry, so these errors (constraint, invalid value) are caused by the input. */
const staffInput = /^(22|23502|23514)/;

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export function toPublicError(error: GraphQLError, inputs: InputNames, log: Logger, requestId: string): GraphQLError {
  const cause = error.originalError;
  // Written for the client, by the library or by us: syntax, types, limits, refused sign-ins.
  if (!cause || cause instanceof GraphQLError) return withCode(error, requestId);
  const answer = cause instanceof ApiError ? cause : toApiError(cause, log, requestId);
  const retryAfter = answer.headers['Retry-After'];
  const message = inputs.inText(namedAsHere(answer));
  return retold(error, message, {
    code: answer.code,
    ...(retryAfter && { retry_after: Number(retryAfter) }),
    ...(answer.fields && { fields: inputs.inFields(inCamelCase(answer.fields), error, message) }),
    request_id: requestId,
    ...withMeanings(meaningsHere(answer, message, inputs)),
  });
}

/** Errors of the library have no code of ours. They get VALIDATION_ERROR. */
export function withCode(error: GraphQLError, requestId: string): GraphQLError {
  return retold(error, error.message, { code: 'VALIDATION_ERROR', ...error.extensions, request_id: requestId });
}

function retold(error: GraphQLError, message: string, extensions: Record<string, unknown>): GraphQLError {
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

/** The meanings, by the sentences as they are told here. */
const meaningsHere = (answer: ApiError, message: string, inputs: InputNames): Meanings =>
  Object.fromEntries(
    Object.entries(answer.meanings).map(([sentence, { field, ...meaning }]) => [
      sentence === answer.message ? message : inputs.inText(sentence),
      { ...meaning, ...(field && { field: camelCase(field) }) },
    ]),
  );

/** A message of a procedure begins with the SQL name of the argument. Replaces it with the GraphQL name. */
function namedAsHere({ message, fields }: ApiError): string {
  const name = Object.keys(fields ?? {}).find((field) => message.startsWith(`${field}: `));
  return name ? camelCase(name) + message.slice(name.length) : message;
}

export function toApiError(cause: Error, log: Logger, requestId: string): ApiError {
  // A message of the planner for the client, mostly that planning took too long.
  if (isSafeError(cause))
    return new ApiError(400, /too long|timeout/i.test(cause.message) ? 'TIMEOUT' : 'VALIDATION_ERROR', cause.message);
  // Of the plugin of filters, which calls it no message for clients.
  if (/^Null literals are forbidden in filter/.test(cause.message))
    return new ApiError(422, 'VALIDATION_ERROR', 'filter: null is not allowed: leave it out, or ask with isNull.', {
      fields: { filter: ['has null in it: leave that out, or ask with isNull'] },
    });
  const sqlstate = sqlstateOf(cause);
  const { message, detail, constraint, table, where } = cause as DatabaseError;
  if (staffInput.test(sqlstate)) return refusedInput(constraint, table);
  if (sqlstate === '57014')
    return new ApiError(503, 'TIMEOUT', 'This took longer than 5 seconds. Ask for less data in one request.');
  const { retry_after: retryAfter = null, ...said } = sqlstate.startsWith('HT') && detail ? JSON.parse(detail) : {};
  const meanings = meaningsIn({ message, ...said });
  if (retryAfter !== null && sqlstate === 'HT005') return rateLimited(message, retryAfter, meanings);
  const answer = errorOf({ sqlstate, message, fields: said.fields ?? null, meanings, constraint: constraint ?? null });
  // A company that moves is no fault.
  if (answer.status >= 500 && !/^HT01[89]$/.test(sqlstate))
    log.error({ err: cause, sqlstate, where, request_id: requestId }, 'staff request failed');
  return answer;
}

/** The name of the constraint tells the rule: `orders_note_check` contains the column, other names are sentences. */
function refusedInput(constraint: string | undefined, table: string | undefined): ApiError {
  const rest = table && constraint?.startsWith(`${table}_`) ? constraint.slice(table.length + 1) : constraint;
  const column = /^(\w+?)_check\d*$/.exec(rest ?? '')?.[1];
  if (column) {
    return new ApiError(422, 'VALIDATION_ERROR', new Problem('notAllowed.theValue').of(camelCase(column)), {
      fields: { [column]: [new Problem('notAllowed')] },
    });
  }
  const rule = rest?.replaceAll('_', ' ');
  return new ApiError(422, 'VALIDATION_ERROR', rule ? new Problem('rule', { rule }) : new Problem('rule.value'));
}

const inCamelCase = (fields: Record<string, unknown[]>) =>
  Object.fromEntries(Object.entries(fields).map(([name, problems]) => [camelCase(name), problems]));
