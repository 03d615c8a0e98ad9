// A mutation that happens once for each Idempotency-Key of a member of staff, by the rules of REST (db/code/gate/idempotency):
// the same request again gets the first answer, another one is refused, and so is one that comes while the first still runs.
//
// The engine takes a connection for each statement. Here it gets one connection, inside one transaction that also keeps the
// answer: both are there, or, when a process or a connection dies on the way, neither.
import type pg from 'pg';
import { makeWithPgClientViaPgClientAlreadyInTransaction } from 'postgraphile/adaptors/pg';
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  Kind,
  type OperationDefinitionNode,
} from 'postgraphile/graphql';
import { badHeader } from '../../gate/errors.ts';
import { sqlstateOf } from '../../gate/infrastructure-errors.ts';
import { meaningsOf, Problem } from '../../problems/problem.ts';
import { stringify } from '../schema/json.ts';
import { withMeanings } from './meanings.ts';

export type WithPgClient = ReturnType<typeof makeWithPgClientViaPgClientAlreadyInTransaction>;

/** `cause`: what the database said of the first error. */
export type Executed = {
  body: { data?: unknown; errors?: readonly GraphQLError[]; extensions?: object };
  cause: Error | undefined;
};

type Done = Executed & { kept?: { text: string; isReplay: boolean } };

/** What they give is shown once. It is not kept, so a second request is told that it is done. */
const shownOnce = ['createApiKey', 'rotateApiKey', 'createWebhookEndpoint', 'rotateWebhookSecret'];

/** What they take or give are passwords and codes, of which not even a hash may be kept. None does harm when it runs twice. */
const keepNothing = [
  'addPasskey',
  'beginPasskey',
  'beginPasskeySignIn',
  'changeOwnPassword',
  'confirmTwoFactor',
  'inviteStaff',
  'removePasskey',
  'removeTwoFactor',
  'renewRecoveryCodes',
  'resetStaffPassword',
  'setUpTwoFactor',
  'signIn',
  'signInWithPasskey',
];

/** A refusal by the procedure itself is its answer. Everything else may be tried again with the same key, as in REST. */
const isAnswer = (sqlstate: string) => sqlstate.startsWith('HT1') || sqlstate === '23505';

export class IdempotentMutation {
  readonly #key: string;
  readonly #mutation: string;
  /** Its name in the answer. */
  readonly #alias: string;

  /** Throws when the operation is not one mutation that takes a key. */
  constructor(key: string, document: DocumentNode, operation: OperationDefinitionNode) {
    const [field, ...others] = rootFields(document, operation);
    if (!field || others.length > 0)
      throw badHeader(
        'Idempotency-Key',
        'is for an operation with one mutation; send each mutation in a request of its own',
      );
    this.#key = key;
    this.#mutation = field.name.value;
    this.#alias = field.alias?.value ?? this.#mutation;
    if (keepNothing.includes(this.#mutation))
      throw badHeader('Idempotency-Key', `is not for ${this.#mutation}: nothing of its passwords and codes is kept`);
  }

  /** Executes it on one connection, or gives the answer that is kept. Throws what the database refuses of the key. */
  async run(
    pool: pg.Pool,
    settings: Record<string, string>,
    hash: Buffer,
    execute: (withPgClient: WithPgClient) => Promise<Executed>,
  ): Promise<Done> {
    const client = await pool.connect();
    // A connection that breaks between two statements says so here too; the next statement fails.
    const ignore = () => {};
    client.on('error', ignore);
    let isSound = false;
    try {
      await client.query('begin');
      await client.query('select set_config(s.key, s.value, true) from json_each_text($1) s', [
        JSON.stringify(settings),
      ]);
      const { rows } = await client.query('select r.result from gate.recall($1, $2) r', [this.#key, hash]);
      const text: string | null = rows[0].result;
      if (text !== null) {
        await client.query('rollback');
        isSound = true;
        return { body: {}, cause: undefined, kept: { text, isReplay: true } };
      }
      const watched = watch(client);
      const { body, cause } = await execute(watched.withPgClient);
      // The time was up before the database was ready: what still runs there goes with the connection.
      if (watched.isBusy()) return { body, cause };
      const sqlstate = watched.hasEffect() ? null : sqlstateOf(cause);
      const isKept = sqlstate === null || isAnswer(sqlstate);
      const answer = stringify(body);
      if (isKept) {
        await client.query('select gate.remember($1, $2, $3, $4, $5)', [
          this.#key,
          hash,
          `mutation ${this.#mutation}`,
          { sqlstate },
          sqlstate === null && shownOnce.includes(this.#mutation) ? this.#withoutSecret() : answer,
        ]);
      }
      await client.query(isKept ? 'commit' : 'rollback');
      isSound = true;
      return isKept ? { body, cause, kept: { text: answer, isReplay: false } } : { body, cause };
    } catch (error) {
      isSound = await client.query('rollback').then(
        () => true,
        () => false,
      );
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(!isSound);
    }
  }

  #withoutSecret(): string {
    const message = new Problem('doneAlready', { mutation: this.#mutation });
    const extensions = { code: 'CONFLICT', ...withMeanings(meaningsOf([message])) };
    const error = { message, path: [this.#alias], extensions };
    return JSON.stringify({ errors: [error], data: { [this.#alias]: null } });
  }
}

/** The engine's way to the connection, and what became of the first thing it did there, which is the mutation. */
function watch(client: pg.PoolClient) {
  const inTransaction = makeWithPgClientViaPgClientAlreadyInTransaction(client, true);
  let running = 0;
  let first: 'done' | 'failed' | undefined;
  const withPgClient: WithPgClient = async (settings, callback) => {
    running += 1;
    try {
      const result = await inTransaction(settings, callback);
      first ??= 'done';
      return result;
    } catch (error) {
      first ??= 'failed';
      throw error;
    } finally {
      running -= 1;
    }
  };
  withPgClient.release = inTransaction.release;
  return { withPgClient, isBusy: () => running > 0, hasEffect: () => first === 'done' };
}

/** The procedures that a mutation asks for, by their names in SQL: update_product. Whole: the activity is named by them. */
export function askedProcedures(document: DocumentNode, operation: OperationDefinitionNode): string {
  const names = rootFields(document, operation).map(({ name }) =>
    name.value.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  return [...new Set(names)].join(' ');
}

/** The fields of the operation itself, also those in fragments. */
export function rootFields(document: DocumentNode, { selectionSet }: OperationDefinitionNode) {
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const fieldsOf = ({ selections }: typeof selectionSet, seen: readonly string[]): FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection];
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, seen);
      const name = selection.name.value;
      const fragment = fragments.get(name);
      return fragment && !seen.includes(name) ? fieldsOf(fragment.selectionSet, [...seen, name]) : [];
    });
  return fieldsOf(selectionSet, []).filter(({ name }) => !name.value.startsWith('__'));
}
