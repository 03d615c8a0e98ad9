// Private parts of pg: the connection below a client, whether a query runs on it, and the end of a client that its pool
// has lent. pg has no public way to notice a connection that is lost without an error, to close one at once, or to see the
// errors of a query that another caller made.
// private: pg 8.23.1
import type { Socket } from 'node:net';
import type pg from 'pg';

interface Inner {
  connection: { stream: Socket; on(event: 'errorMessage', listener: (error: { code?: string }) => void): void };
  processID: number;
  readyForQuery: boolean;
  end(): Promise<void>;
}

const inner = (client: pg.ClientBase) => client as unknown as Inner;

export const socketOf = (client: pg.ClientBase): Socket => inner(client).connection.stream;

/** The process of the server, or the number that a pooler tells instead. */
export const backendOf = (client: pg.ClientBase): number => inner(client).processID;

/** True while a query runs. */
export const isBusy = (client: pg.ClientBase): boolean => !inner(client).readyForQuery;

/** Calls `listener` with the SQLSTATE of each error that the server answers. */
export function onServerError(client: pg.ClientBase, listener: (sqlstate: string | undefined) => void): void {
  inner(client).connection.on('errorMessage', ({ code }) => listener(code));
}

/** The pool drops a client that is ending. */
export function endLent(client: pg.ClientBase): void {
  void inner(client).end();
}
