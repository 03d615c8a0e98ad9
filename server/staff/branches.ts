// The databases that staff work in: of a session its own, where there are several (CELLS), and of a sign-in that of the email
// or the passkey.
// Each has its connections and turns. With one database every request goes there, and nothing is looked up.
import type pg from 'pg';
import type { Logger } from 'pino';
import { type ApiError, errorOf, unavailable } from '../gate/errors.ts';
import { foundInAny, type Gone, Homes, inTime, type Place } from '../gate/homes.ts';
import { sqlstateOf } from '../gate/infrastructure-errors.ts';
import { type Limits, LoadShedder } from '../gate/load-shedding.ts';
import type { Reads } from '../gate/personal-data-reads.ts';
import { Problem } from '../problems/problem.ts';
import { type InTurn, Shares } from './requests/shares.ts';
import type { SigningIn } from './requests/sign-ins.ts';

/** One database, as staff use it. The pool connects as haat_staff_gateway. */
export type StaffDatabase = {
  pool: pg.Pool;
  /** Notes who was shown personal data. */
  reads?: Reads | undefined;
};

export type Branch = StaffDatabase & { shedder: LoadShedder; shares: Shares; inTurn: InTurn };

type Settings = Record<string, string>;

/** How long a database may take to give a challenge, before a passkey is asked without it. */
const challengeMs = 1_000;

/** What a request may come to. `gone`: its company is in another database by now, and nothing was done. */
export type Attempt = { gone?: boolean };

export type Branches = {
  /** Works where the session is, with the settings of its transactions. Throws when there is no such session. */
  inSession<T extends object>(
    tokenHash: Buffer,
    requestId: string,
    work: (branch: Branch, settings: Settings) => Promise<T>,
  ): Promise<T>;
  /** Where accounts and sessions are told apart by their database; null with one. */
  several: Several | null;
  /** One of them, for what concerns no company. */
  any(): Branch;
  validSessions(tokenHashes: Buffer[]): Promise<Buffer[]>;
};

export type Several = {
  /** Signs in where the email or the passkey is. `isUnclear`: it may be in a database that does not answer. */
  signingIn<T extends Attempt>(
    by: SigningIn,
    work: (branch: Branch) => Promise<T>,
  ): Promise<{ found: T; isUnclear: boolean }>;
  /** Whether the email has an account in another database than this. */
  isTaken(email: string, here: Branch): Promise<boolean>;
  /** A challenge for a passkey of each but this, one after the other, in base64url: it is not known yet whose it is. */
  otherChallenges(here: Branch): Promise<string>;
};

/** Connections are taken in turns, like those of calls of the API: the pool itself would let any number wait. */
function branchOf<Database extends StaffDatabase>(database: Database, waits?: Partial<Limits>): Database & Branch {
  const { max = 10 } = database.pool.options;
  const shedder = new LoadShedder(max, waits);
  const shares = new Shares(max);
  const inTurn: InTurn = (company, work) => shares.run(company, () => shedder.run([], work));
  return { ...database, shedder, shares, inTurn };
}

export function oneBranch(database: StaffDatabase, waits?: Partial<Limits>): Branches {
  const branch = branchOf(database, waits);
  return {
    async inSession(tokenHash, requestId, work) {
      const { settings } = await enter(branch, tokenHash, requestId);
      if (!settings) throw signedOut();
      return work(branch, settings);
    },
    several: null,
    any: () => branch,
    validSessions: (tokenHashes) => validSessions(branch, tokenHashes),
  };
}

export function cellBranches(
  databases: readonly (StaffDatabase & Place)[],
  log: Logger,
  waits?: Partial<Limits>,
): Branches {
  const branches = databases.map((one) => {
    const branch = branchOf({ pool: one.pool, reads: one.reads }, waits);
    return { ...branch, name: one.name, isOpen: () => one.isOpen() };
  });
  const sessions = new Homes(branches, (branch) => (hashes) => validSessions(branch, hashes), log, waits?.queueMs);
  const emails = new Homes(branches, (branch) => (given) => knownEmails(branch, given, false), log, waits?.queueMs);
  const taken = new Homes(branches, (branch) => (given) => knownEmails(branch, given, true), log, waits?.queueMs);
  const passkeys = new Homes(branches, (branch) => (given) => knownPasskeys(branch, given), log, waits?.queueMs);
  return {
    async inSession(tokenHash, requestId, work) {
      const { found, gone } = await orUnavailable(() =>
        sessions.run(
          tokenHash,
          async (branch) => {
            const { settings, gone } = await enter(branch, tokenHash, requestId);
            const found = settings && (await work(branch, settings));
            return { found, gone: found ? wentAway(found as Attempt) : gone };
          },
          ({ gone }) => gone,
        ),
      );
      if (found) return found;
      throw gone === 'moved' ? unavailable(1) : signedOut();
    },
    several: {
      async signingIn(by, work) {
        const [homes, asked] =
          'email' in by ? [emails, asBytes(by.email)] : [passkeys, Buffer.from(by.credentialId.slice(0, 2_000))];
        const { cells, isUnclear } = await homes.everywhere(asked);
        const [first, ...others] = cells.length > 0 ? cells : [await orUnavailable(async () => homes.ofNone(asked))];
        let found = await work(first!);
        // A company that has moved leaves its accounts behind, sealed.
        for (const branch of others) if (found.gone) found = await work(branch);
        return { found, isUnclear };
      },
      async isTaken(email, here) {
        const { cells, isUnclear } = await taken.everywhere(asBytes(email));
        if (isUnclear) throw unavailable();
        return cells.some(({ pool }) => pool !== here.pool);
      },
      async otherChallenges(here) {
        const others = branches.filter(({ pool, isOpen }) => pool !== here.pool && isOpen());
        // People of one that does not answer cannot sign in now anyway.
        const given = await Promise.allSettled(others.map((branch) => inTime(newChallenge(branch), challengeMs)));
        return Buffer.concat(given.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))).toString(
          'base64url',
        );
      },
    },
    any: () => branches.find((branch) => branch.isOpen()) ?? branches[0]!,
    validSessions: (tokenHashes) => foundInAny(branches, (branch) => validSessions(branch, tokenHashes)),
  };
}

const wentAway = (found: Attempt): Gone => (found.gone ? 'moved' : null);

const asBytes = (email: string): Buffer => Buffer.from(email.trim().toLowerCase().slice(0, 400));

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw sqlstateOf(error) === '57P03' ? unavailable() : error;
  }
}

/** The settings of the session's transactions, null where it is not good. */
async function enter(
  { pool, shedder }: Branch,
  tokenHash: Buffer,
  requestId: string,
): Promise<{ settings: Settings | null; gone: Gone }> {
  const query = {
    name: 'find_staff_context',
    text: 'select internal.find_staff_context($1, $2) as settings',
    values: [tokenHash, requestId],
  };
  return shedder.run([], async () => {
    try {
      const { rows } = await pool.query<{ settings: Settings | null }>(query);
      const { settings } = rows[0]!;
      return { settings, gone: settings ? null : 'unknown' };
    } catch (error) {
      const sqlstate = sqlstateOf(error);
      if (sqlstate === 'HT019') return { settings: null, gone: 'moved' };
      throw errorOf({ sqlstate });
    }
  });
}

async function validSessions({ pool, shedder }: Branch, tokenHashes: Buffer[]): Promise<Buffer[]> {
  const query = { name: 'valid_sessions', text: 'select internal.valid_sessions($1) as valid', values: [tokenHashes] };
  const { rows } = await shedder.run([], () => pool.query<{ valid: Buffer[] }>(query));
  return rows[0]!.valid;
}

async function knownEmails({ pool, shedder }: Branch, emails: Buffer[], areTaken: boolean): Promise<Buffer[]> {
  const values = [emails.map((email) => email.toString().replaceAll('\0', '')), areTaken];
  const query = { name: 'known_emails', text: 'select internal.known_emails($1, $2) as known', values };
  const { rows } = await shedder.run([], () => pool.query<{ known: string[] }>(query));
  return rows[0]!.known.map((email) => Buffer.from(email));
}

async function knownPasskeys({ pool, shedder }: Branch, ids: Buffer[]): Promise<Buffer[]> {
  const values = [ids.map((id) => id.toString().replaceAll('\0', ''))];
  const query = { name: 'known_passkeys', text: 'select internal.known_passkeys($1) as known', values };
  const { rows } = await shedder.run([], () => pool.query<{ known: string[] }>(query));
  return rows[0]!.known.map((id) => Buffer.from(id));
}

async function newChallenge({ pool, shedder }: Branch): Promise<Buffer> {
  const text = 'select internal.new_sign_in_challenge() as challenge';
  const { rows } = await shedder.run([], () =>
    pool.query<{ challenge: Buffer }>({ name: 'new_sign_in_challenge', text }),
  );
  return rows[0]!.challenge;
}

/** Tells a caller without a session to sign in, and why the request was refused. Does not tell whether a field exists. */
export function signedOut(reason = ''): ApiError {
  const message = String(new Problem('signedOut'));
  return errorOf({ sqlstate: 'HT015', message: reason ? `${message} (${reason})` : message });
}
