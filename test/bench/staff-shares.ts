// What the staff of one company feel of another whose six connections ask for as much as one question may: the median of a small
// question, alone and beside them, in turns. Target: at most 1.5 times.
import { Pool as HttpPool } from 'undici';
import { openPool } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { signInAs } from '../helpers/staff.ts';
import { median, progress, type Scenario, table } from './scenario.ts';
import { fill, startServer } from './service.ts';

const connections = 6;
const rounds = 5;
const roundMs = 3_000;
const target = 1.5;

/** Asked all day by the pages of staff. */
const small = '{ orders(first: 20) { nodes { id number status dueAmount } } }';

/** Each text is new, so that each is planned anew; with as many terms and fields as one may have, or with as many rows. */
const hostile: Record<string, (n: number) => string> = {
  'terms and plans': (n) =>
    `{ orders(filter: { or: [${Array.from({ length: 480 }, (_, k) => `{ number: { equalTo: "${n}-${k}" } }`).join(' ')}] }) { totalCount } }`,
  'fields and plans': (n) =>
    `{ ${Array.from({ length: 60 }, (_, k) => `a${n}_${k}: orders(first: 1) { nodes { id number status store { id name } } }`).join(' ')} }`,
  rows: () =>
    `{ ${Array.from({ length: 10 }, (_, k) => `a${k}: orders(first: 100) { nodes { id number status totalAmount dueAmount createdAt store { name } } }`).join(' ')} }`,
};

export const run: Scenario = async (cluster, print) => {
  await migrate(cluster.url('bench'), { includeCurrent: true });
  const admin = openPool(cluster.url('bench'));
  const db = { admin } as never;
  const [victim, other] = [await createShop(admin), await createShop(admin)];
  for (const shop of [victim, other]) await fill(admin, shop);
  const tokenOf = (shop: TestShop) => signInAs(db, shop.companyId, 'owner');
  const server = await startServer(cluster.url('bench'), 20);
  const http = new HttpPool(server.origin, { connections: connections + 1, pipelining: 1 });
  const ask = async (token: string, query: string) => {
    const { statusCode, body } = await http.request({
      method: 'POST',
      path: '/admin/graphql',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return { statusCode, text: await body.text() };
  };
  const [mine, theirs] = [await tokenOf(victim), await tokenOf(other)];
  let n = 0;
  const refused = new Map<string, number>();
  const answered = new Map<string, number>();

  /** Milliseconds of each small question during `roundMs`. */
  const measure = async (): Promise<number[]> => {
    const times: number[] = [];
    for (const end = performance.now() + roundMs; performance.now() < end; ) {
      const started = performance.now();
      const { statusCode, text } = await ask(mine, small);
      if (statusCode !== 200 || text.includes('"errors"')) throw new Error(text.slice(0, 300));
      times.push(performance.now() - started);
      // As people and pages do, who ask now and then.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return times;
  };
  const beside = async (kind: string): Promise<number[]> => {
    let goesOn = true;
    const attackers = Array.from({ length: connections }, async () => {
      while (goesOn) {
        const { statusCode, text } = await ask(theirs, hostile[kind]!(n++));
        if (statusCode === 400) throw new Error(text.slice(0, 300));
        const counts = statusCode === 200 ? answered : refused;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    });
    try {
      return await measure();
    } finally {
      goesOn = false;
      await Promise.all(attackers);
    }
  };

  const found: (string | number)[][] = [];
  await ask(theirs, small);
  await measure();
  for (const [k, kind] of Object.keys(hostile).entries()) {
    // What a company may be ahead of its share is used up first.
    await beside(kind);
    const [alone, pressed]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      progress.at(`measuring beside ${kind}`, k * rounds + round, Object.keys(hostile).length * rounds);
      alone.push(median(await measure()));
      pressed.push(median(await beside(kind)));
    }
    const ratio = median(pressed.map((ms, round) => ms / alone[round]!));
    found.push([
      kind,
      median(alone).toFixed(1),
      median(pressed).toFixed(1),
      ratio.toFixed(2),
      ratio <= target ? 'ok' : `above ${target}`,
      `${answered.get(kind) ?? 0} and ${refused.get(kind) ?? 0}`,
    ]);
  }
  print(
    `\n${table(['six connections ask for', 'alone, ms', 'beside them, ms', 'ratio', '', 'answered and refused of theirs'], found)}`,
  );
  await http.close();
  await server.stop();
  await admin.end();
};
