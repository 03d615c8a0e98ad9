// Moves a company to another database while it is in use. Its rows are written there in one open transaction, which no
// other session sees: all of them, then what has changed meanwhile, until that is little. Then the company's writes wait
// for the moment in which the rest follows and both sides are counted; the database that it leaves says for good that it
// has gone, and the transaction of the other is committed. Whatever ends the command before that leaves the company where
// it was, since an open transaction goes with its session, and so does the lock for which writes wait.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withClient, withOwnSettings } from '../connect/connection.ts';
import { Refusal, type Row, requireSuperuser, requireUsableDatabase } from './operator.ts';

/** A database that holds whole companies. */
export interface Cell {
  name: string;
  url: string;
}

/** What has been done, in this order; told, so that a test can end it there. */
export const steps = ['begun', 'copied', 'compared', 'waiting', 'applied', 'sealed', 'opened'] as const;
export type Step = (typeof steps)[number];

export interface Move {
  cells: readonly Cell[];
  company: string;
  to: string;
  reached?: (step: Step) => unknown;
  say?: (text: string) => void;
}

interface Table {
  name: string;
  counts: string;
  reads: string;
  removes: string | null;
  writes: string;
  keys: string;
  strays: string;
  facts: string;
  sizes: string;
}

/** What goes along beside the rows. */
interface Facts {
  sequences: Row[];
  /** As JSON. */
  windows: string;
  plan: string;
  clock: Date;
}

export interface Found {
  cell: Cell;
  id: string;
  name: string;
  /** Where it has gone from there. */
  moved_to: string | null;
  moved_at: Date | null;
  /** The other one has not said that it has it. */
  is_unsettled: boolean;
}

/** So many rows are held at once. */
const batch = 2_000;
/** Before its writes wait, no more than so many rows are to have changed since the last look. */
const few = 500;
const mostLooks = 8;
/** How long those of the company who write already may take to end; meanwhile others are refused. */
const patienceMs = 2_000;
const mostTries = 5;
/** Older than any row: the frozen transaction. Any other is, after 2^31 more, in the future. */
export const everything = '2';

export async function moveCompany(move: Move): Promise<Row> {
  const target = cellOf(move.cells, move.to);
  const found = await findCompany(move.cells, move.company);
  const { id, name } = found[0]!;
  const served = found.filter(({ moved_to }) => !moved_to).map(({ cell }) => cell);
  if (served.length > 1)
    throw new Refusal(
      `${name} is served by ${served.map((cell) => cell.name).join(' and by ')}: move nothing, and ask`,
    );
  if (served[0] === target) return { company: id, name, cell: target.name, state: 'served there already' };
  const source = served[0] ?? latest(found).cell;
  return withSession(source, (hold) =>
    withSession(source, (read) =>
      withSession(target, async (take) => {
        await holdAlone(hold, id, `another command moves ${name}`);
        await holdAlone(take, id, `another command still works on ${name} at ${target.name}`);
        if (!served[0]) await settle(move, id, hold, take);
        if (!(await isThere(hold, id)) || (await isThere(take, id)))
          throw new Refusal(`${name} was moved meanwhile: "company moves" tells where it is`);
        for (const { cell, moved_at } of served[0] ? found.filter((one) => one.is_unsettled) : [])
          await withSession(cell, (client) => tellOpened(client, id, moved_at));
        return new Mover(move, { id, name, source, target, hold, read, take }).run();
      }),
    ),
  );
}

/** What it would move: rows and bytes. */
export async function weighCompany({ cells, company, to }: Move): Promise<Row[]> {
  const target = cellOf(cells, to);
  const found = await findCompany(cells, company);
  const source = found.find(({ moved_to }) => !moved_to) ?? latest(found);
  if (source.cell === target) throw new Refusal(`--to: ${source.name} is at ${to} already`);
  return withSession(source.cell, async (client) => {
    const tables = await tablesOf(client, source.id);
    await withSession(target, (other) => requireAlike(client, other, target, source.id));
    const rows = await all(client, tables, ({ sizes }) => sizes);
    const total = { name: 'in all', rows: sum(rows, 'rows'), bytes: sum(rows, 'bytes') };
    return [...rows, total].map((row) => ({
      table: row.name,
      rows: Number(row.rows),
      bytes: Number(row.bytes),
      seconds: Math.ceil(Number(row.rows) / rowsPerSecond),
    }));
  });
}

/** As `npm run bench -- move` has measured. */
const rowsPerSecond = 35_000;
const sum = (rows: Row[], field: string): number => rows.reduce((total, row) => total + Number(row[field]), 0);

/** The moves that each database tells of. */
export async function listMoves(cells: readonly Cell[]): Promise<Row[]> {
  const lists = await Promise.all(
    cells.map((cell) =>
      withSession(cell, async (client) => {
        const { rows } = await client.query(`
          select m.company_name as company, m.company_id, m.to_cell, case
              when m.state <> 'copying' then m.state
              when exists (select from pg_catalog.pg_locks l where l.locktype = 'advisory' and l.granted
                and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
                and (l.classid::bigint << 32 | l.objid::bigint) = internal.mover_lock(m.company_id)) then 'copying'
              else 'ended early: it stays; move it again' end as state,
            m.started_at, m.moved_at, m.opened_at, m.removed_at, m.row_count::integer as rows, m.pause_ms
          from internal.company_moves m order by m.started_at`);
        return rows.map(({ company, company_id, ...row }) => ({ company, company_id, from: cell.name, ...row }));
      }),
    ),
  );
  return lists.flat();
}

class Mover {
  readonly #move: Move;
  readonly #id: string;
  readonly #name: string;
  readonly #source: Cell;
  readonly #target: Cell;
  /** Holds what keeps others off, and says at the end that it has gone. */
  readonly #hold: pg.Client;
  readonly #read: pg.Client;
  readonly #take: pg.Client;
  #tables: Table[] = [];
  /** The oldest transaction that the last look may not have seen. */
  #floor = everything;
  #nextFloor = everything;
  /** How many rows the last look has seen. */
  #there: Row[] = [];
  /** How many rows are there, table by table. */
  #here: number[] | undefined;

  constructor(
    move: Move,
    at: { id: string; name: string; source: Cell; target: Cell; hold: pg.Client; read: pg.Client; take: pg.Client },
  ) {
    this.#move = move;
    this.#id = at.id;
    this.#name = at.name;
    this.#source = at.source;
    this.#target = at.target;
    this.#hold = at.hold;
    this.#read = at.read;
    this.#take = at.take;
  }

  async run(): Promise<Row> {
    await requireAlike(this.#read, this.#take, this.#target, this.#id);
    await this.#hold.query(
      `insert into internal.company_moves as m (company_id, company_name, to_cell, state, started_at)
       values ($1, $2, $3, 'copying', clock_timestamp())
       on conflict (company_id) do update set company_name = excluded.company_name, to_cell = excluded.to_cell,
         state = 'copying', started_at = excluded.started_at, moved_at = null, opened_at = null, removed_at = null,
         row_count = null, pause_ms = null`,
      [this.#id, this.#name, this.#target.name],
    );
    try {
      await this.#begin();
      await this.#copyAll();
      await this.#catchUp();
      return await this.#finish();
    } catch (error) {
      await this.#hold
        .query(`delete from internal.company_moves where company_id = $1 and state = 'copying'`, [this.#id])
        .catch(() => {});
      throw error;
    }
  }

  async #begin(): Promise<void> {
    await this.#take.query('begin');
    // One after the other, and with imports: each makes seals (internal.seal_arrival).
    await this.#take.query(`select pg_advisory_xact_lock(hashtextextended('company import', 0))`);
    const { rows } = await this.#take.query(
      `select state from internal.company_moves where company_id = $1 for update`,
      [this.#id],
    );
    if (rows[0]?.state === 'moved') {
      this.#say('what was left of it there is removed');
      await this.#take.query('select internal.remove_old_copy($1, true)', [this.#id]);
    }
    await this.#take.query('delete from internal.company_moves where company_id = $1', [this.#id]);
    await this.#take.query(`set local session_replication_role = replica`);
    this.#tables = await tablesOf(this.#read, this.#id);
    await this.#reached('begun');
  }

  /** Each table as it is when its turn comes: so no old snapshot keeps dead rows, and what changes meanwhile follows. */
  async #copyAll(): Promise<void> {
    const floor = await floorOf(this.#read);
    let rows = 0;
    for (const table of this.#tables) {
      if (table.removes === null) continue;
      await this.#look(async () => {
        try {
          rows += await this.#copy(table, everything, table.writes);
        } catch (error) {
          const { code, detail } = error as pg.DatabaseError;
          throw code === '23505' ? new Refusal(`${table.name} at ${this.#target.name}: ${detail}`) : error;
        }
      });
    }
    this.#floor = floor;
    this.#say(`${rows} rows are there; what has changed meanwhile follows`);
    await this.#reached('copied');
  }

  /** Until little is left; then all rows of both sides are compared, and most of the history is sealed. */
  async #catchUp(): Promise<void> {
    for (let looks = 1; looks < mostLooks; looks++) if ((await this.#look(() => this.#follow())) <= few) break;
    for (const { name } of this.#tables) if (this.#isLarge.has(name)) await this.#take.query(`analyze ${name}`);
    await this.#look(async () => {
      await this.#follow();
      await this.#compare();
    });
    // That its plan is there was asked before; it takes the one of the same code when it settles.
    const { rows } = await this.#take.query(
      `select * from internal.arrival_orphans($1) where table_name || problem not like 'app.companiesplan\\_id = %' limit 5`,
      [this.#id],
    );
    const [orphan] = rows;
    if (orphan) throw new Refusal(`${orphan.table_name} ${orphan.object}: ${orphan.problem}`);
    await this.#sealPart();
    await this.#rehearse();
    await this.#reached('compared');
  }

  readonly #isLarge = new Set<string>();

  /** Of what was sealed where it comes from, no row can still come in: that is sealed now, the rest in the pause. */
  async #sealPart(): Promise<void> {
    const { rows } = await this.#read.query(`
      select (array_agg(l.upto_id order by l.upto_id))[1] as upto_id, count(l.upto_id) as count
      from unnest(array['order_timeline', 'activity_log', 'events', 'changes']) g (log)
      left join lateral (
        select s.upto_id from internal.history_seals s where s.log = g.log and s.company_id is null
        order by s.upto_id desc limit 1) l on true`);
    if (Number(rows[0].count) < 4) return;
    await this.#take.query(`set local session_replication_role = origin`);
    await this.#take.query('select internal.seal_arrival($1, $2)', [this.#id, rows[0].upto_id]);
    await this.#take.query(`set local session_replication_role = replica`);
  }

  /** What is done while writes wait is done once before: what would fail fails now, and is planned when it counts. */
  async #rehearse(): Promise<void> {
    const facts = await this.#look(async () => {
      await this.#follow();
      this.#count();
      return this.#lastFacts();
    });
    await this.#take.query('savepoint rehearsal');
    await this.#settle(facts);
    await this.#take.query('rollback to savepoint rehearsal');
  }

  async #finish(): Promise<Row> {
    const began = await this.#holdWrites();
    await this.#reached('waiting');
    let facts: (Facts & { rows: number }) | undefined;
    await this.#look(async () => {
      await this.#follow();
      facts = { rows: this.#count(), ...(await this.#lastFacts()) };
    });
    await this.#settle(facts!);
    await this.#reached('applied');
    const pause = Math.round(performance.now() - began);
    const { rowCount } = await this.#hold.query(
      `update internal.company_moves set state = 'moved', moved_at = clock_timestamp(), row_count = $2, pause_ms = $3
       where company_id = $1 and state = 'copying'`,
      [this.#id, facts!.rows, pause],
    );
    if (rowCount !== 1) throw new Error('the move was forgotten meanwhile');
    try {
      await this.#reached('sealed');
      await this.#take.query('commit');
    } catch (error) {
      await this.#resolve(error);
    }
    const pauseMs = Math.round(performance.now() - began);
    await this.#reached('opened');
    // Else a worker asks the other side, and says it.
    await tellOpened(this.#hold, this.#id).catch(() => {});
    const { id, name, source, target } = { id: this.#id, name: this.#name, source: this.#source, target: this.#target };
    return { company: id, name, from: source.name, to: target.name, rows: facts!.rows, pause_ms: pauseMs };
  }

  /** The commit was not answered: the other side says whether it was done. */
  async #resolve(error: unknown): Promise<void> {
    await this.#take.end().catch(() => {});
    const has = await withSession(this.#target, async (client) => {
      await holdAlone(client, this.#id, 'the last transaction has not ended');
      return isThere(client, this.#id);
    }).catch(() => {
      throw new Refusal(
        `${this.#target.name} did not say whether it has ${this.#name} now: run the same command again, which asks it`,
      );
    });
    if (has) return;
    // Both sessions may be lost.
    await reopen(this.#hold, this.#id).catch(() =>
      withSession(this.#source, async (client) => {
        await holdAlone(client, this.#id, `the lost session has not ended at ${this.#source.name}`);
        await reopen(client, this.#id);
      }),
    );
    throw error;
  }

  /** The moment, by performance.now(), since which nothing is written for the company. */
  async #holdWrites(): Promise<number> {
    await this.#hold.query(`set lock_timeout = ${patienceMs}`);
    for (let tries = 1; ; tries++) {
      const began = performance.now();
      try {
        await this.#hold.query('select pg_advisory_lock(internal.moving_lock($1))', [this.#id]);
        return began;
      } catch (error) {
        if ((error as pg.DatabaseError).code !== '55P03') throw error;
        if (tries === mostTries)
          throw new Refusal(
            `a transaction of ${this.#name} did not end within ${patienceMs / 1000} s, ${tries} times: it stays at ${this.#source.name}`,
          );
        this.#say('a transaction of the company takes long; it is tried again');
        await sleep(1_000);
        await this.#look(() => this.#follow());
      }
    }
  }

  /** In one snapshot of the database that it leaves. */
  async #look<T>(work: () => Promise<T>): Promise<T> {
    this.#nextFloor = await floorOf(this.#read);
    await this.#read.query('begin transaction isolation level repeatable read read only');
    try {
      return await work();
    } finally {
      await this.#read.query('rollback');
    }
  }

  /** Brings what the last look has not seen. Gives how many rows. */
  async #follow(): Promise<number> {
    const [there, here] = await Promise.all([
      countsOf(this.#read, this.#tables, this.#floor),
      // Only these statements change them there: they are counted once.
      this.#here ??
        countsOf(this.#take, this.#tables, everything).then((counts) => counts.map(({ rows }) => Number(rows))),
    ]);
    let followed = 0;
    for (const [n, table] of this.#tables.entries()) {
      const [changed, rows] = [Number(there[n]!.changed), Number(there[n]!.rows)];
      if (rows > few) this.#isLarge.add(table.name);
      const floor = table.removes === null ? everything : this.#floor;
      const isNew = table.removes === null ? rows > 0 : changed > 0;
      if (!isNew && rows === here[n]) continue;
      const changes = (more: number) => (count: number) => {
        here[n]! += more * count;
      };
      if (table.removes === null) {
        const { rowCount } = await this.#take.query(table.strays);
        changes(-1)(rowCount ?? 0);
      } else {
        const removes = table.removes;
        const count = isNew ? await this.#copy(table, floor, removes, changes(-1)) : 0;
        // What was deleted is still there, and may stand in the way of what has its place now.
        if (here[n]! + count !== rows) {
          const { rows: keys } = await this.#read.query(table.keys);
          const { rowCount } = await this.#take.query(table.strays, [keys[0].keys ?? '[]']);
          changes(-1)(rowCount ?? 0);
        }
      }
      if (isNew) followed += await this.#copy(table, floor, table.writes, changes(1));
    }
    this.#floor = this.#nextFloor;
    this.#there = there;
    this.#here = here;
    return followed;
  }

  /** Sends the rows to a statement of the other side, while the next ones are read. Gives how many. */
  async #copy(table: Table, floor: string, statement: string, changes?: (count: number) => void): Promise<number> {
    const fetch = () => this.#read.query(`fetch ${batch} from moving_rows`);
    await this.#read.query(`declare moving_rows no scroll cursor for ${table.reads.replaceAll('{}', floor)}`);
    let count = 0;
    let next = fetch();
    for (;;) {
      const { rows } = await next;
      const isLast = rows.length < batch;
      if (!isLast) {
        next = fetch();
        next.catch(() => {});
      }
      if (rows.length > 0) {
        const json = `[${rows.map(({ row }) => row).join(',')}]`;
        const { rowCount } = await this.#take.query(statement, [json]);
        changes?.(rowCount ?? 0);
      }
      count += rows.length;
      if (isLast) break;
    }
    await this.#read.query('close moving_rows');
    return count;
  }

  /** Every row of both sides, by the sums of their hashes. */
  async #compare(): Promise<void> {
    const [there, here] = await Promise.all([
      all(this.#read, this.#tables, ({ facts }) => facts),
      all(this.#take, this.#tables, ({ facts }) => facts),
    ]);
    const other = there.filter(({ rows, digest }, n) => rows !== here[n]!.rows || digest !== here[n]!.digest);
    if (other.length > 0)
      throw new Error(`what came there is not what is here: ${other.map((table) => table.name).join(', ')}`);
  }

  /** Compares how many rows both sides have after the last look. */
  #count(): number {
    const other = this.#there.filter(({ rows }, n) => Number(rows) !== this.#here![n]);
    if (other.length > 0) throw new Error(`not all rows came there: ${other.map((table) => table.name).join(', ')}`);
    return this.#here!.reduce((total, rows) => total + rows, 0);
  }

  async #lastFacts(): Promise<Facts> {
    const { rows } = await this.#read.query(
      `select clock_timestamp() as clock,
         (select p.code from app.companies c join app.plans p on p.id = c.plan_id where c.id = $1) as plan,
         (select coalesce(json_agg(json_build_object('store_id', s.id, 'last_value', q.last_value)), '[]')
          from app.stores s join internal.sequence_values() q on q.store_id = s.id where s.company_id = $1) as sequences,
         (select coalesce(json_agg(w), '[]')::text
          from gate.rate_windows w join app.api_keys k on k.id = w.key_id where k.company_id = $1) as windows`,
      [this.#id],
    );
    return rows[0];
  }

  async #settle({ sequences, windows, plan, clock }: Facts): Promise<void> {
    // Ids rise with the clock: those that are made there come after those that were made here.
    const { rows } = await this.#take.query('select extract(epoch from $1 - clock_timestamp())::float8 as behind', [
      clock,
    ]);
    if (rows[0].behind > 1) throw new Refusal(`the clock of ${this.#target.name} is behind: set it first`);
    if (rows[0].behind > 0) await sleep(Math.ceil(rows[0].behind * 1000));
    await this.#take.query(
      `insert into gate.rate_windows select * from json_populate_recordset(null::gate.rate_windows, $1)
       on conflict on constraint rate_windows_pkey do update set minute = excluded.minute, used = excluded.used`,
      [windows],
    );
    await this.#take.query('select internal.settle_arrival($1, $2, $3)', [this.#id, JSON.stringify(sequences), plan]);
    await this.#take.query(`select internal.log_activity(null, 'company.moved', 'company', $1)`, [this.#id]);
  }

  async #reached(step: Step): Promise<void> {
    await this.#move.reached?.(step);
  }

  #say(text: string): void {
    this.#move.say?.(text);
  }
}

/**
 * The last move said here that the company has gone, and was ended before the other side had it, or before it could tell.
 * Where it has it, that was found; where it has not, and its session is gone, the company works here again.
 */
async function settle(move: Move, id: string, hold: pg.Client, take: pg.Client): Promise<void> {
  const { rows } = await hold.query(`select to_cell, opened_at from internal.company_moves where company_id = $1`, [
    id,
  ]);
  const other = cellOf(move.cells, rows[0].to_cell);
  if (rows[0].opened_at)
    throw new Refusal(`${other.name} had opened it and has it no more: restore ${other.name}, what is here is older`);
  const has =
    other.name === move.to
      ? await isThere(take, id)
      : await withSession(other, async (client) => {
          await holdAlone(client, id, `the last move has not ended at ${other.name}`);
          return isThere(client, id);
        });
  if (has) throw new Refusal(`it is at ${other.name} now: run the command again`);
  await reopen(hold, id);
}

/** What a company has left says so for good, before it leaves the next one: else it could open again where it was. */
async function tellOpened(client: pg.Client, id: string, movedAt: Date | null = null): Promise<void> {
  await client.query(
    `update internal.company_moves set opened_at = clock_timestamp()
     where company_id = $1 and state = 'moved' and opened_at is null
       and date_trunc('milliseconds', moved_at) = coalesce($2, date_trunc('milliseconds', moved_at))`,
    [id, movedAt],
  );
}

async function reopen(client: pg.Client, id: string): Promise<void> {
  await client.query(`delete from internal.company_moves where company_id = $1 and state = 'moved'`, [id]);
}

export async function isThere(client: pg.Client, id: string): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select from app.companies where id = $1) and not internal.has_moved($1) as is_there`,
    [id],
  );
  return rows[0].is_there;
}

function cellOf(cells: readonly Cell[], name: string): Cell {
  const cell = cells.find((one) => one.name === name);
  if (!cell) throw new Refusal(`--to: must be one of ${cells.map((one) => one.name).join(', ')}, as CELLS has them`);
  return cell;
}

export async function withSession<T>(cell: Cell, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(withOwnSettings(cell.url), async (client) => {
    try {
      await requireUsableDatabase(client);
      await requireSuperuser(client);
      // What one side has said must outlive its crash before the other acts on it.
      await client.query('set synchronous_commit = on');
    } catch (error) {
      throw error instanceof Refusal ? new Refusal(`${cell.name}: ${error.message}`) : error;
    }
    return work(client);
  });
}

/** Until the session ends. That of a command which was killed ends at once, or with its last statement. */
export async function holdAlone(client: pg.Client, id: string, problem: string): Promise<void> {
  await client.query(`set lock_timeout = '3s'`);
  try {
    await client.query('select pg_advisory_lock(internal.mover_lock($1))', [id]);
  } catch (error) {
    throw (error as pg.DatabaseError).code === '55P03' ? new Refusal(`${problem}: try again when it has ended`) : error;
  }
  await client.query(`set lock_timeout = '30s'`);
}

/** In every database: one that does not answer may be the one that has it. */
export async function findCompany(cells: readonly Cell[], text: string): Promise<Found[]> {
  const lists = await Promise.all(
    cells.map((cell) =>
      withSession(cell, async (client) => {
        const { rows } = await client.query(
          `select c.id, c.name, m.to_cell as moved_to, m.moved_at,
             m.company_id is not null and m.opened_at is null as is_unsettled
           from app.companies c left join internal.company_moves m on m.company_id = c.id and m.state = 'moved'
           where c.id::text = lower($1) or c.name = $1`,
          [text],
        );
        return rows.map((row): Found => ({ cell, ...row }));
      }),
    ),
  );
  const found = lists.flat();
  if (found.length === 0) throw new Refusal('--company: no such company in any of CELLS');
  if (new Set(found.map(({ id }) => id)).size > 1) throw new Refusal('--company: several have this name; give the id');
  const [{ id }] = found as [Found];
  // It may have got another name where it is now.
  return text.toLowerCase() === id ? found : findCompany(cells, id);
}

const latest = (found: readonly Found[]): Found =>
  found.reduce((last, one) => (Number(one.moved_at) > Number(last.moved_at) ? one : last));

/** Both run the same release, and the other has its plan. */
async function requireAlike(client: pg.Client, other: pg.Client, target: Cell, id: string): Promise<void> {
  const release = async (one: pg.Client) =>
    (await one.query('select internal.release_name() as release')).rows[0].release as string;
  const [there, here] = await Promise.all([release(client), release(other)]);
  if (there !== here) throw new Refusal(`${target.name} runs another release: ${here}, here ${there}`);
  const [{ state }] = (await other.query('select internal.cell_state() as state')).rows;
  if (state !== 'open')
    throw new Refusal(`--to: ${target.name} is ${state}; "cells ${target.name} open" lets it take companies`);
  const { rows } = await client.query(
    'select p.code, internal.plan_facts(p) as facts from app.companies c join app.plans p on p.id = c.plan_id where c.id = $1',
    [id],
  );
  const { code, facts } = rows[0];
  const { rows: plans } = await other.query(
    'select internal.plan_facts(p) = $2 as is_same from app.plans p where p.code = $1',
    [code, JSON.stringify(facts)],
  );
  if (plans.length === 0) throw new Refusal(`there is no plan ${code} at ${target.name}; "plan create" makes it`);
  if (!plans[0].is_same)
    throw new Refusal(`the plan ${code} is another one at ${target.name}; "plan update" changes it`);
}

const tablesOf = async (client: pg.Client, id: string): Promise<Table[]> =>
  (await client.query('select * from internal.moving_statements($1)', [id])).rows;

/** Asks one thing of all tables by one statement; in their order. */
async function all(
  client: pg.Client,
  tables: Table[],
  asks: (table: Table) => string,
  more: { name?: string; values?: unknown[] } = {},
): Promise<Row[]> {
  const { rows } = await client.query({ text: tables.map(asks).join('\nunion all\n'), ...more });
  const byName = new Map(rows.map((row) => [row.name, row]));
  return tables.map(({ name }) => byName.get(name)!);
}

/** Planned once a session, since it is asked again while writes wait. */
const countsOf = (client: pg.Client, tables: Table[], floor: string): Promise<Row[]> =>
  all(client, tables, ({ counts }) => counts, { name: 'counts', values: [floor] });

/**
 * What is written by this transaction or a later one, a snapshot that is taken after this may not see: the oldest that
 * has written in this database and has not ended, or the one that is still to come. Those of other databases do not count,
 * such as the one of the move itself, where both are on one server.
 */
async function floorOf(client: pg.Client): Promise<string> {
  const { rows: next } = await client.query('select pg_snapshot_xmax(pg_current_snapshot())::xid::text as xid');
  const { rows } = await client.query(
    `select x.xid::text as floor
     from (
       select $1::text::xid as xid
       union all
       select a.backend_xid from pg_catalog.pg_stat_activity a
       where a.datid = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
         and a.backend_xid is not null
       union all
       select p.transaction from pg_catalog.pg_prepared_xacts p where p.database = current_database()) x
     order by age(x.xid) desc limit 1`,
    [next[0].xid],
  );
  return rows[0].floor;
}
