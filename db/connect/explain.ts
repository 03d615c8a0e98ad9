// Says in one line what is wrong with a database or with the way to it, and what to do. A stack shows nothing of this.
import pg from 'pg';

/** Null for an error that is no matter of the database. */
export function explain(error: unknown): string | null {
  if (error instanceof pg.DatabaseError) return explainAnswer(error);
  const { code = '', message, syscall, address, port, hostname, errors } = error as Unreachable;
  // A name with several addresses gives an error for each of them.
  const [first] = errors ?? [];
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${hostname} has no address (${code}): correct DATABASE_URL`;
  if (syscall === 'connect' || unreachable.includes(code)) {
    const place = address ?? first?.address;
    const where = [place, port ?? first?.port].filter(Boolean).join(':') || 'that address';
    return `no Postgres answers at ${where} (${code}): start it, or correct DATABASE_URL`;
  }
  if (/certificate|self-signed/i.test(message ?? '') || /^(CERT|DEPTH|SELF_SIGNED|UNABLE_TO)_/.test(code))
    return `the certificate of the database server is not trusted (${message}): name its authority in DATABASE_URL, as in ?sslrootcert=/path/ca.pem`;
  if (/^SASL: .*password must be/.test(message ?? ''))
    return 'the database server asks for a password: give it in DATABASE_URL, PGPASSWORD or a pgpass file';
  if (message === 'The server does not support SSL connections')
    return 'the database server offers no TLS: without sslmode in DATABASE_URL it is reached in the clear';
  return null;
}

type Unreachable = NodeJS.ErrnoException & {
  address?: string;
  port?: number;
  hostname?: string;
  errors?: { address?: string; port?: number }[];
};

const unreachable = ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'];

const administrator = 'run "npm run migrate" with the DATABASE_URL of an administrator';

/** What to do about an answer of Postgres, by its SQLSTATE. */
const advice: Record<string, string> = {
  '28P01': "correct the password in DATABASE_URL, or set that of the role: alter role … password '…'",
  '28000': `where the role is missing, the database is not migrated: ${administrator}; else correct DATABASE_URL, or let the server accept this login (pg_hba.conf)`,
  '3D000': `${administrator}, which makes it`,
  '3F000': `the database is not migrated, or is older than this version: ${administrator}`,
  '42P01': `the database is not migrated, or is older than this version: ${administrator}`,
  '42883': `the database is not migrated, or is older than this version: ${administrator}`,
  '42501': `${administrator}, which grants each login what it needs, and let every process use its own login`,
  '25006': 'the server only reads, as a standby does: give the address of the primary in DATABASE_URL',
  '08P01': 'give the address of Postgres itself in DATABASE_URL: a pooler does not pass the options of a session on',
  '53300': 'the server has no connection left: lower POOL_SIZE, end other sessions, or raise max_connections',
  '57P03': 'the server is starting or stopping: try again when it accepts connections',
};

function explainAnswer({ message, code = '', hint }: pg.DatabaseError): string {
  return [`${message} (${code})`, hint, advice[code]].filter(Boolean).join(': ');
}
