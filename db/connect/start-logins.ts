// The logins of `npm start` on a Postgres of your own. Its DATABASE_URL is an administrator's, since it migrates; requests and
// jobs are not to run in sessions that could become superuser, so they log in as the roles that the migration has made. Where
// the server asks these roles for a password and they have none, they get one here, which is kept in DATA_DIR.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type Database, serviceLogins, withClient, withDatabase, withLogin } from './connection.ts';

type Options = {
  dataDir: string;
  /** Of haat_staff_gateway, where it is given. */
  staffUrl: string | undefined;
  /** The roles that were there before the migration: what they have for a password is not known. */
  before: string[];
};

/** Which of the logins the server has; the migration may have to make the database itself. */
export async function findLogins(adminUrl: string): Promise<string[]> {
  const look = async (admin: pg.Client) => {
    const text = 'select rolname from pg_catalog.pg_roles where rolname = any ($1)';
    const { rows } = await admin.query(text, [serviceLogins]);
    return rows.map(({ rolname }) => rolname);
  };
  try {
    return await withClient(adminUrl, look);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '3D000') throw error;
    return withClient(withDatabase(adminUrl, 'postgres'), look);
  }
}

/** The database, with a URL for each login of the service. */
export async function openLogins(adminUrl: string, { dataDir, staffUrl, before }: Options): Promise<Database> {
  const file = path.join(dataDir, 'logins.json');
  const server = new URL(adminUrl).host;
  const kept = read(file);
  const urls: Record<string, string> = staffUrl ? { haat_staff_gateway: staffUrl } : {};
  for (const login of serviceLogins.filter((name) => !urls[name])) {
    const known = kept[server]?.[login];
    const found =
      (known && (await opens(withPassword(adminUrl, login, known)))) ||
      (await opens(withPassword(adminUrl, login, '')));
    if (found) {
      urls[login] = found;
      continue;
    }
    if (before.includes(login) && (await mayHavePassword(adminUrl, login)))
      throw new Error(
        `${login} has a password that this start does not know. Either run "npm run migrate" with this DATABASE_URL and then ` +
          `"npm run api" and "npm run worker" with their own, or put the password into a pgpass file, or let this start set ` +
          `another: alter role ${login} password null`,
      );
    const password = randomBytes(32).toString('base64url');
    kept[server] = { ...kept[server], [login]: password };
    write(file, kept);
    const statement = `alter role ${login} password ${pg.escapeLiteral(verifierOf(password))}`;
    await withClient(adminUrl, (admin) => admin.query(statement));
    urls[login] = withPassword(adminUrl, login, password);
  }
  return { url: adminUrl, loginsPerRole: false, urls };
}

function withPassword(adminUrl: string, login: string, password: string): string {
  const url = new URL(withLogin(adminUrl, login));
  url.password = password;
  return url.href;
}

/** The URL itself when it opens the database, null when the password is wrong or missing. */
async function opens(url: string): Promise<string | null> {
  try {
    await withClient(url, async () => {});
    return url;
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    if (code === '28P01' || /^SASL: .*password must be/.test(message)) return null;
    throw error;
  }
}

/** Only a superuser sees that a role has no password; to others every role may have one. */
function mayHavePassword(adminUrl: string, login: string): Promise<boolean> {
  return withClient(adminUrl, async (admin) => {
    const { rows: me } = await admin.query('select rolsuper from pg_catalog.pg_roles where rolname = current_user');
    if (!me[0].rolsuper) return true;
    const { rows } = await admin.query('select rolpassword from pg_catalog.pg_authid where rolname = $1', [login]);
    return rows[0].rolpassword !== null;
  });
}

/** What Postgres keeps of a password (RFC 5803), so that the password itself passes no log of statements. */
function verifierOf(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** By server and login. */
type Kept = Record<string, Record<string, string>>;

function read(file: string): Kept {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Kept) : {};
}

/** A start that is killed here leaves the file as it was, or as it is to be. */
function write(file: string, kept: Kept): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flush: true });
  fs.renameSync(`${file}.new`, file);
}
