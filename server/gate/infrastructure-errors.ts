// Errors of the database and of the connection to it, and the answer that each kind becomes. All interfaces ask here.
// The lists name every code of their classes that Postgres has (test/unit/infrastructure_errors.test.ts compares them
// with its own list).

/** `unavailable`: it passes, so 503 with Retry-After. `internal`: a mistake of ours, so 500 and a line in the log. */
export type Becomes = 'unavailable' | 'internal';

const each = (becomes: Becomes, codes: string): Record<string, Becomes> =>
  Object.fromEntries(codes.split(' ').map((code) => [code, becomes]));

/** SQLSTATE to what it becomes. What is in no list is a mistake of ours. */
export const infrastructureErrors: Readonly<Record<string, Becomes>> = {
  // 08: the connection broke, was refused, or never came about. 08P01 is what poolers answer when they are full.
  ...each('unavailable', '08000 08001 08003 08004 08006 08007 08P01'),
  // 25: the server only reads (a standby, or a primary that was taken down a rank); the session or the transaction took
  // too long. The others are statements that we sent at the wrong moment.
  ...each('unavailable', '25006 25P03 25P04'),
  ...each('internal', '25000 25001 25002 25003 25004 25005 25007 25008 25P01 25P02'),
  // 40: a conflict that outlived its retries (server/gate/gate.ts).
  ...each('unavailable', '40000 40001 40003 40P01'),
  ...each('internal', '40002'),
  // 53: disk, memory or connections are used up.
  ...each('unavailable', '53000 53100 53200 53300 53400'),
  // 55: a lock that was not given in time. The others are objects that were not as our statement needs them.
  ...each('unavailable', '55P03'),
  ...each('internal', '55000 55006 55P02 55P04'),
  // 57: the server starts or stops, the database goes, a person or a time limit cancelled.
  ...each('unavailable', '57000 57014 57P01 57P02 57P03 57P04 57P05'),
  // 58: disks that fail. Files that lack or that are there already are a broken installation.
  ...each('unavailable', '58000 58030'),
  ...each('internal', '58P01 58P02 58P03'),
};

/** What Node says of sockets and of the limits of this machine, as the SQLSTATE of the same trouble. */
export const systemErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: '08006',
  EHOSTDOWN: '08006',
  EHOSTUNREACH: '08006',
  ENETDOWN: '08006',
  ENETUNREACH: '08006',
  EADDRNOTAVAIL: '08006',
  ENOTFOUND: '08006',
  EAI_AGAIN: '08006',
  ECONNABORTED: '08006',
  ECONNRESET: '08006',
  ENETRESET: '08006',
  ENOTCONN: '08006',
  EPIPE: '08006',
  ETIMEDOUT: '08006',
  ERR_SOCKET_CLOSED: '08006',
  ERR_STREAM_DESTROYED: '08006',
  ERR_STREAM_WRITE_AFTER_END: '08006',
  EDQUOT: '53100',
  ENOSPC: '53100',
  ENOMEM: '53200',
  EMFILE: '53000',
  ENFILE: '53000',
  ENOBUFS: '53000',
};

/** What pg and its pool say without any code. */
export const messageErrors: readonly (readonly [RegExp, string])[] = [
  [/^timeout exceeded when trying to connect$/, '53300'],
  [/^Query read timeout$/, '08006'],
  [/^timeout expired$/, '08001'],
  [/^Connection terminated/, '08006'],
  [/^Client (was closed|has encountered a connection error) and is not queryable$/, '08006'],
  [/^Cannot use a pool after calling end on the pool$/, '57P01'],
  [/^The server does not support SSL connections$/, '08001'],
  [/^There was an error establishing an SSL connection/, '08001'],
];

/** HT018: a company that moves to another database, whose writes wait for a moment. */
export const isPassing = (sqlstate: string): boolean =>
  infrastructureErrors[sqlstate] === 'unavailable' || sqlstate === 'HT018';

/** The SQLSTATE of whatever work threw: its own, or that of a connection or a machine that failed. */
export function sqlstateOf(error: unknown): string {
  const { code, message, severity, syscall } = Object(error) as Partial<Record<string, unknown>>;
  if (typeof code === 'string' && typeof severity === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
    // The session ended with it: a wrong password or a database that accepts no connection is an infrastructure error.
    return /^(FATAL|PANIC)$/.test(severity) && !isPassing(code) ? '08004' : code;
  }
  if (typeof code === 'string') {
    // The socket of a server on this machine that is not there.
    if (code === 'ENOENT' && syscall === 'connect') return '08006';
    return systemErrors[code] ?? 'XX000';
  }
  const [, sqlstate] = messageErrors.find(([form]) => form.test(String(message))) ?? [];
  return sqlstate ?? 'XX000';
}
