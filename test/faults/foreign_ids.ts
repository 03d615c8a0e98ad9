// Calls with the ids of another company wherever an id can stand, over REST and as tools: the answer holds nothing of that
// company, and nothing of it is changed.
import { startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Generator, inRounds, oneOf, type Random, type Row } from '../helpers/faults.ts';
import { isLong } from '../helpers/long.ts';
import { callAsTool, callRoute, type Input, registry } from '../helpers/operations/call.ts';
import type { TestShop } from '../helpers/shop.ts';
import { fillCompany } from '../helpers/shops/full-company.ts';
import { complete, type NastyShop, openNastyShop, roomForMore } from '../helpers/shops/nasty-shop.ts';
import { idsOf, leaksIn, rowsOf } from '../helpers/stolen-logins.ts';

/** In a commit's run and in a round of a long one. */
const callsOfARound = (minutes: number) => (minutes > 0 ? 300 : isLong ? 150 : 60);
const callers = 6;

export const run: Generator = async (options) => {
  const db = await freshDatabase('reads whole tables');
  const api = await startApi({ pool: db.as('haat_gateway', { max: callers + 3 }) });
  try {
    const victim = await fillCompany(db);
    const calls = callsOfARound(options.minutes);
    return await inRounds(options, async (random) => {
      const house = await openNastyShop(db, api);
      const secrets = await idsOf(db, victim.companyId, house.shop.companyId);
      const before = await rowsOf(db, victim.companyId);
      const found = { operations: calls, foreign: 0, serverErrors: 0, gaveWay: [] as string[] };
      for (let n = 0; n < calls; n += callers)
        await Promise.all(
          Array.from({ length: callers }, () => attack({ db, api, house, victim, secrets }, random, found)),
        );
      const after = await rowsOf(db, victim.companyId);
      const changed = [
        ...after.filter((row) => !before.includes(row)),
        ...before.filter((row) => !after.includes(row)),
      ];
      found.gaveWay.push(...changed.slice(0, 4).map((row) => `changed: ${row}`));
      return found;
    });
  } finally {
    await api.stop();
    await db.drop();
  }
};

interface Scene {
  db: TestDatabase;
  api: TestApi;
  house: NastyShop;
  victim: TestShop;
  /** Ids that stand in rows of the victim only. */
  secrets: Set<string>;
}

async function attack(
  { db, api, house, victim, secrets }: Scene,
  random: Random,
  found: Pick<Row, 'foreign' | 'serverErrors' | 'gaveWay'>,
): Promise<void> {
  const name = oneOf(random, Object.keys(registry));
  const operation = registry[name]!;
  const input = withForeignIds(name, house, [...secrets], victim, random);
  const isRoute = 'path' in operation && (operation.tool === null || random() < 0.7);
  const { answer } = await (isRoute ? callRoute : callAsTool)(api, name, input, {
    key: oneOf(random, [house.shop.storeKey, house.shop.companyKey]).key,
    idempotencyKey: crypto.randomUUID(),
  });
  if (/^(create_video|import_video|create_export)$/.test(name)) await roomForMore(db, house);
  const sent = JSON.stringify(input);
  const leaks = leaksIn(answer.text, secrets).filter((id) => !sent.includes(id));
  if (leaks.length > 0) {
    found.foreign++;
    found.gaveWay.push(`${name} ${sent} shows ${leaks}: ${answer.text.slice(0, 3000)}`);
  }
  if (answer.status >= 500) {
    found.serverErrors++;
    found.gaveWay.push(`${answer.status} to ${name} ${sent}`);
  }
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/** A call that would succeed, most of its ids exchanged, and one more field that may hold an id. */
function withForeignIds(name: string, house: NastyShop, theirs: string[], victim: TestShop, random: Random): Input {
  const operation = registry[name]!;
  const parameters = 'path' in operation ? [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one!) : [];
  const first = 'path' in operation ? operation.path.split('/')[1]! : '';
  const input: Input = { ...complete(house)[name] };
  for (const parameter of parameters) input[parameter] = house.ids[parameter] ?? house.ids[first];
  const idFields = Object.keys(operation.input.shape).filter((field) => /(^|_)ids?$|identifier|_after$/.test(field));
  if (idFields.length > 0 && random() < 0.6) input[oneOf(random, idFields)] = oneOf(random, theirs);
  if ('store_id' in operation.input.shape && random() < 0.3) input.store_id = victim.stores[0].id;
  const written = JSON.stringify(input)
    .replaceAll(uuid, (id) => (random() < 0.7 ? oneOf(random, theirs) : id))
    .replaceAll('{unique}', () => crypto.randomUUID());
  return JSON.parse(written);
}
