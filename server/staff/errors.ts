// What a failed field says: our code and fields, never what is inside. The codes are those of server/gate/errors.ts.

import type { Logger } from 'pino';
import { isSafeError } from 'postgraphile/grafast';
import { GraphQLError } from 'postgraphile/graphql';
import { ApiError, errorOf } from '../gate/errors.ts';
import { sqlstateOf } from '../gate/trouble.ts';

type DatabaseError = { message: string; detail?: string; constraint?: string; table?: string; where?: string };

/** Staff input goes to the procedures unread, so here a broken constraint or a value that does not fit is theirs. */
const staffInput = /^(22|23502|23514)/;

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export function toPublicError(error: GraphQLError, log: Logger, requestId: string): GraphQLError {
  const cause = error.originalError;
  // Made by the library or by us for the client: syntax, types, limits, refused sign-ins.
  if (!cause || cause instanceof GraphQLError) return withCode(error, requestId);
  const answer = cause instanceof ApiError ? cause : toApiError(cause, log, requestId);
  return retold(error, namedAsHere(answer), {
    code: answer.code,
    ...(answer.fields && { fields: inCamelCase(answer.fields) }),
    request_id: requestId,
  });
}

/** What the library says of a request has no code of ours: it is one that was not valid. */
export function withCode(error: GraphQLError, requestId: string): GraphQLError {
  return retold(error, error.message, { code: 'VALIDATION_ERROR', ...error.extensions, request_id: requestId });
}

function retold(error: GraphQLError, message: string, extensions: Record<string, unknown>): GraphQLError {
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

/** Procedures begin a message with the argument it is about, by its SQL name. */
function namedAsHere({ message, fields }: ApiError): string {
  const name = Object.keys(fields ?? {}).find((field) => message.startsWith(`${field}: `));
  return name ? camelCase(name) + message.slice(name.length) : message;
}

function toApiError(cause: Error, log: Logger, requestId: string): ApiError {
  // What the planner says to the client: that a question was too hard for it, mostly.
  if (isSafeError(cause))
    return new ApiError(400, /too long|timeout/i.test(cause.message) ? 'TIMEOUT' : 'VALIDATION_ERROR', cause.message);
  const sqlstate = sqlstateOf(cause);
  const { message, detail, constraint, table, where } = cause as DatabaseError;
  if (staffInput.test(sqlstate)) return refusedInput(constraint, table);
  if (sqlstate === '57014')
    return new ApiError(503, 'TIMEOUT', 'This took longer than 5 seconds: ask for less at once.');
  const answer = errorOf({
    sqlstate,
    message,
    fields: sqlstate.startsWith('HT') && detail ? JSON.parse(detail).fields : null,
    constraint: constraint ?? null,
  });
  if (answer.status >= 500) log.error({ err: cause, sqlstate, where, request_id: requestId }, 'staff request failed');
  return answer;
}

/** The constraint is the rule; its name says which: `orders_note_check` the column, others a sentence. */
function refusedInput(constraint: string | undefined, table: string | undefined): ApiError {
  const rest = table && constraint?.startsWith(`${table}_`) ? constraint.slice(table.length + 1) : constraint;
  const column = /^(\w+?)_check\d*$/.exec(rest ?? '')?.[1];
  if (column) {
    return new ApiError(422, 'VALIDATION_ERROR', `${camelCase(column)}: not an allowed value.`, {
      fields: { [column]: ['is not an allowed value'] },
    });
  }
  const sentence = rest?.replaceAll('_', ' ');
  return new ApiError(
    422,
    'VALIDATION_ERROR',
    sentence ? `Refused by the rule "${sentence}".` : 'A value does not fit.',
  );
}

const inCamelCase = (fields: Record<string, unknown[]>) =>
  Object.fromEntries(Object.entries(fields).map(([name, problems]) => [camelCase(name), problems]));
