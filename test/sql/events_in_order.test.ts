// One reader of a store's events, while others write, commit in any order and undo: nothing is lost, nothing comes twice,
// and what comes rises.
import test from 'ava';
import type pg from 'pg';
import type { TestDatabase } from '../helpers/database.ts';
import { runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestKey, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let shop: TestShop;
const writers = 4;

test.before(async () => {
  db = await borrowDatabase();
});
test.after.always(() => db?.drop());

/** Reads on from where it stood, as a client does. */
class Reader {
  readonly seen: { id: string; sequence: number }[] = [];
  readonly #key: TestKey;
  readonly #limit: number;

  constructor(key: TestKey, limit: number) {
    this.#key = key;
    this.#limit = limit;
  }

  async read(): Promise<boolean> {
    const input = { limit: this.#limit, starting_after: this.seen.at(-1)?.id };
    const { rows } = await db
      .as('haat_gateway')
      .query(`select outcome, result from gate.run($1, 'list_events', $2, null, null, 'test')`, [
        this.#key.hash,
        JSON.stringify(input),
      ]);
    if (rows[0].outcome.sqlstate) throw new Error(JSON.stringify(rows[0].outcome));
    const { data, meta } = JSON.parse(rows[0].result);
    this.seen.push(...data);
    return meta.has_more;
  }

  async readAll(): Promise<void> {
    while (await this.read());
  }
}

async function committed(storeIds: string[]): Promise<string[]> {
  const { rows } = await db.admin.query('select id from app.events where store_id = any ($1) order by sequence', [
    storeIds,
  ]);
  return rows.map(({ id }) => id);
}

const emit = (client: pg.ClientBase, store: number) =>
  client.query(`select internal.emit_event($1, 'order.updated', uuidv7(), '{}')`, [shop.stores[store]!.id]);

const enter = (client: pg.ClientBase) => client.query('select internal.act_as($1)', [shop.companyId]);

type Step = { writer: number; does: 'event' | 'savepoint' | 'undo' | 'commit' | 'rollback'; store: number };

const step: fc.Arbitrary<Step> = fc.record({
  writer: fc.nat(writers - 1),
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constant('event' as const) },
    { weight: 1, arbitrary: fc.constantFrom('savepoint' as const, 'undo' as const) },
    { weight: 3, arbitrary: fc.constantFrom('commit' as const, 'commit' as const, 'rollback' as const) },
  ),
  store: fc.nat(1),
});

test.serial('whatever the order of commits, the reader gets every event once and in order', async (t) => {
  const clients = await Promise.all(
    Array.from({ length: writers }, () => db.as('haat_owner', { max: writers }).connect()),
  );
  t.teardown(() => {
    for (const client of clients) client.release(true);
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, limit) => {
        shop = await createShop(db.admin);
        const readers = [new Reader(shop.storeKey, limit), new Reader(shop.companyKey, limit)];
        const isOpen = clients.map(() => false);
        const saved = clients.map(() => false);
        for (const { writer, does, store } of steps) {
          const client = clients[writer]!;
          const ends = does === 'commit' || does === 'rollback';
          if (!isOpen[writer] && (ends || does === 'undo')) continue;
          if (!isOpen[writer]) {
            await client.query('begin');
            await enter(client);
            [isOpen[writer], saved[writer]] = [true, false];
          }
          if (does === 'event') await emit(client, store);
          if (does === 'savepoint') await client.query('savepoint s');
          if (does === 'undo' && saved[writer]) await client.query('rollback to s');
          saved[writer] ||= does === 'savepoint';
          if (ends) {
            await client.query(does);
            isOpen[writer] = false;
          }
          for (const reader of readers) await reader.read();
        }
        for (const [writer, client] of clients.entries()) if (isOpen[writer]) await client.query('commit');
        for (const [index, storeIds] of [[shop.stores[0].id], shop.stores.map(({ id }) => id)].entries()) {
          const reader = readers[index]!;
          await reader.readAll();
          if (!isSame(reader, await committed(storeIds))) return false;
        }
        return true;
      },
    ),
    { numRuns: runs(12) },
  );
  t.pass();
});

const isSame = ({ seen }: Reader, ids: string[]) => seen.map(({ id }) => id).join() === ids.join();

test.serial('writers at full speed, some of which undo: none is lost beside a reader that never rests', async (t) => {
  shop = await createShop(db.admin);
  const pool = db.as('haat_owner', { max: writers });
  const reader = new Reader(shop.storeKey, 100);
  let writing = writers;
  const write = async (writer: number) => {
    const client = await pool.connect();
    for (let nth = 0; nth < 60; nth++) {
      await client.query('begin');
      await enter(client);
      for (let event = 0; event <= (nth + writer) % 3; event++) await emit(client, 0);
      await client.query((nth + writer) % 5 === 0 ? 'rollback' : 'commit');
    }
    client.release();
    writing--;
  };
  const writes = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  let readsWhileWriting = 0;
  for (; writing > 0; readsWhileWriting++) await reader.read();
  await writes;
  await reader.readAll();
  const ids = await committed([shop.stores[0].id]);
  t.is(ids.length, writers * 60 * 0.8 * 2);
  t.true(isSame(reader, ids));
  t.true(readsWhileWriting > 10, String(readsWhileWriting));
});
