// Every parameter and every field of every operation, with values made to break it: whatever is sent, the answer is a
// success or a refusal that says why, never an error on our side. Every request is read here as the server reads it; of those
// that this refuses in the same words, the first is sent. All others are sent.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { ApiError } from '../../server/gate/errors.ts';
import { Problems, type Sent } from '../../server/gate/input.ts';
import { checkSent, readQuery, typedText } from '../../server/gate/request.ts';
import { operations } from '../../server/operations/index.ts';
import type { NamedOperation } from '../../server/operations/types.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { isLong, slice } from '../helpers/long.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import {
  complete,
  type NastyShop,
  nastyTexts,
  nastyValues,
  openNastyShop,
  pathOf,
  roomForMore,
  variations,
} from '../helpers/shops/nasty-shop.ts';

let db: TestDatabase;
let api: TestApi;
let house: NastyShop;

test.before(async () => {
  db = await borrowDatabase();
  api = await startApi({ pool: db.as('haat_gateway') });
  house = await openNastyShop(db, api);
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

/** What the server says of a request before it asks the database; null when it asks. */
function refusalOf(operation: NamedOperation, ids: Record<string, string>, query: string, raw?: string): string | null {
  const problems = new Problems();
  const body = raw === undefined ? typedText(readQuery(query, problems), operation.input) : JSON.parse(raw);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  try {
    checkSent(operation, body as Sent, ids, problems);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return JSON.stringify([error.status, error.message, error.fields]);
  }
}

for (const [name, { method, path, input }] of Object.entries(operations)) {
  // One after another: sixty at once on a busy machine are told 503.
  test.serial(`${name} has an answer for every value`, async (t) => {
    const { key } = house.shop.storeKey;
    const failures: string[] = [];
    let successes = 0;
    const { path: real, parameters: inPath } = pathOf(house, name);
    const refused = new Set<string>();
    const send = async (target: string, body?: unknown) => {
      const raw = JSON.stringify(body)?.replaceAll('{unique}', () => randomUUID());
      const [place, query = ''] = target.split('?');
      const refusal =
        place === real ? refusalOf({ ...operations[name]!, name }, inPath as Record<string, string>, query, raw) : null;
      if (refusal !== null && refused.has(refusal)) return;
      if (refusal !== null) refused.add(refusal);
      const answer = await api.request(method, target, { key, raw, idempotencyKey: randomUUID() });
      if (answer.status < 300) successes++;
      if (/^(create_video|import_video|create_export)$/.test(name)) await roomForMore(db, house);
      const shown = JSON.stringify(body ?? target).slice(0, 300);
      if (answer.status >= 500) failures.push(`${answer.status} ${shown}`);
      else if (answer.status === 422 && !answer.body.error.fields) failures.push(`no fields ${shown}`);
    };
    const requests: [string, unknown?][] = [];
    if (method === 'GET') {
      for (const text of nastyTexts.filter((text) => text.length < 10_000).map((text) => text.toWellFormed())) {
        for (const parameter of Object.keys(input.shape)) {
          const query = `${parameter}=${encodeURIComponent(text)}`;
          requests.push([`${real}?${query}`]);
        }
        requests.push([path.replace(/\{\w+\}/, encodeURIComponent(text))]);
      }
    } else {
      for (const value of nastyValues) {
        for (const body of variations(complete(house)[name], value)) requests.push([real, body]);
      }
    }
    for (const request of slice(requests, 60)) await send(...request);
    t.deepEqual(failures, []);
    // Were most refused for one and the same reason, little would have been tried.
    // An import has one field only, of which hardly any value is a link.
    const isTried = successes > 10 || !isLong;
    t.true(path.includes('{') || name === 'import_video' || isTried, `only ${successes} went through`);
  });
}
