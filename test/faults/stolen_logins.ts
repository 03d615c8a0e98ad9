// A holder of one of our logins runs every function that it may run, with settings of their own choice and with
// arguments that name another company's rows: none shows or changes anything of that company.
// test/sql/stolen_logins.test.ts has the single cases.

import type pg from 'pg';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Generator, inRounds, type Row } from '../helpers/faults.ts';
import fc from '../helpers/properties.ts';
import { prepareTwoCompanies, type TwoCompanies } from '../helpers/shops/two-companies.ts';
import {
  argumentsFor,
  type Callable,
  call,
  callable,
  isDuty,
  leaksIn,
  optionsOf,
  rowsOf,
  type StolenLogin,
  say,
  seesAll,
  stolenLogins,
} from '../helpers/stolen-logins.ts';

const callsOfAFunction = 4;
/** A refusal of ours, or of Postgres to do what it was asked. */
const isRefusal = (error: unknown) => /^(HT|22|23|42|0A|P0|25|57)/.test((error as pg.DatabaseError).code ?? '');

type Found = Pick<Row, 'operations' | 'foreign' | 'gaveWay'> & { answered: Set<string> };

export const run: Generator = async (options) => {
  const db = await freshDatabase('reads whole tables');
  try {
    const companies = await prepareTwoCompanies(db);
    const { victim, secrets, own } = companies;
    return await inRounds(options, async (_random, seed) => {
      const found: Found = { operations: 0, foreign: 0, gaveWay: [], answered: new Set() };
      const before = await rowsOf(db, victim.companyId);
      for (const login of await stolenLogins(db)) {
        if (seesAll.includes(login.role)) continue;
        for (const one of await callable(db, login.role)) {
          if (isDuty(login, one)) continue;
          const drawn = fc.sample(argumentsFor(one, secrets, own.companyKey.hash), { numRuns: callsOfAFunction, seed });
          for (const [n, values] of drawn.entries()) {
            const session = login.role === 'haat_staff' && n % 2 ? companies.ownSession : '';
            await attempt(db, companies, login, one, values, session, found);
          }
        }
      }
      const after = await rowsOf(db, victim.companyId);
      const changed = after.filter((row) => !before.includes(row));
      if (changed.length > 0 || after.length !== before.length) found.gaveWay.push(`changed: ${changed.slice(0, 3)}`);
      // Were nothing answered, nothing would have been tried.
      if (found.answered.size <= 30) found.gaveWay.push(`only ${found.answered.size} functions gave an answer`);
      return { ...found, remarks: `${found.answered.size} functions gave an answer` };
    });
  } finally {
    await db.drop();
  }
};

async function attempt(
  db: TestDatabase,
  { forged, secrets }: TwoCompanies,
  { login, role }: StolenLogin,
  one: Callable,
  values: unknown[],
  session: string,
  found: Found,
): Promise<void> {
  const settings = { ...forged, 'haat.session': session };
  const client = await db.as(login, { options: optionsOf(one, settings) }).connect();
  found.operations++;
  try {
    if (!one.isProcedure) {
      await client.query('begin');
      if (role !== login) await client.query(`set local role ${role}`);
      await say(client, settings);
    }
    const answer = await call(client, one, values);
    found.answered.add(one.name);
    const given = new Set(JSON.stringify(values).match(/[0-9a-f-]{36}/g) ?? []);
    const leaks = leaksIn(answer, secrets).filter((id) => !given.has(id));
    if (leaks.length > 0) {
      found.foreign++;
      found.gaveWay.push(`${login} as ${role} runs ${one.name} and sees ${leaks}: ${answer}`);
    }
    if (!one.isProcedure) await client.query('commit');
  } catch (error) {
    if (!one.isProcedure) await client.query('rollback');
    if (!isRefusal(error)) found.gaveWay.push(`${login} as ${role} runs ${one.name}: ${error}`);
  } finally {
    client.release();
  }
}
