// The statement of a call: one row of an outcome and a result, known beforehand. So Postgres is not asked to describe it, and
// nothing is made that pg makes for any statement: a list of fields, a reader of each, an emitter of rows. A call sends it in
// one write. It is a "submittable" of pg, as its cursors and streams are.
import type pg from 'pg';
import type { Answer } from './outcome.ts';

type Value = Buffer | readonly string[] | string | number | null | undefined;

/** The part of a pg connection that a statement is written to. */
type Connection = pg.Connection & {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
};

type Callback = (error: Error | null, result?: { rows: Answer[] }) => void;

export class CallStatement implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  readonly values: Value[];
  /** Set by pg. */
  declare callback: Callback;
  #rows: Answer[] = [];
  #problem: Error | null = null;

  constructor(name: string, text: string, values: Value[]) {
    this.name = name;
    this.text = text;
    this.values = values;
  }

  submit(given: pg.Connection): void {
    const connection = given as Connection;
    const { name, text } = this;
    connection.stream.cork();
    try {
      if (connection.parsedStatements[name] === undefined && connection.submittedNamedStatements[name] === undefined) {
        connection.parse({ name, text, types: [] }, true);
        connection.submittedNamedStatements[name] = text;
      }
      connection.bind({ statement: name, values: this.values.map(written) }, true);
      connection.execute({}, true);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleDataRow({ fields: [outcome, result] }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push({ outcome: JSON.parse(outcome!), result: result! });
    } catch (error) {
      this.#problem = error as Error;
    }
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#problem) this.callback(this.#problem);
    else this.callback(null, { rows: this.#rows });
  }
}

/** Names of scopes, the only lists here, have nothing that needs quotes. */
const written = (value: Value): Buffer | string | null => {
  if (value === null || value === undefined || typeof value === 'string' || Buffer.isBuffer(value))
    return value ?? null;
  return typeof value === 'number' ? String(value) : `{${value.join(',')}}`;
};
