// Ends the last step of moves of companies that were cut off between its two commits, where a process works for several
// databases: the one that a company leaves says that it has gone, then the other one that it has it. Until both have, neither
// serves it. Who holds the company in all databases knows that no move is under way: so the other one has it by now, or never
// will, and then it works again where it was.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../server/process/log.ts';

export interface Cell {
  name: string;
  pool: pg.Pool;
}

type Unsettled = { company_id: string; to_cell: string };

const lookMs = 2_000;

/** Until the process is stopped. */
export async function keepSettling(cells: readonly Cell[], log: Logger, stopping: AbortSignal): Promise<void> {
  let said = '';
  while (!stopping.aborted) {
    try {
      await settleMoves(cells, log);
      said = '';
    } catch (error) {
      // A database that is away may be the one that has it.
      const reason = String(error);
      if (reason !== said) log.warn({ reason }, 'moves that ended early could not be looked at; they are tried again');
      said = reason;
    }
    await sleep(lookMs, undefined, { signal: stopping }).catch(() => {});
  }
}

/** Looks once. Safe beside the command that moves, and beside other processes that do the same. */
export async function settleMoves(cells: readonly Cell[], log: Logger): Promise<void> {
  for (const cell of cells) {
    const { rows } = await cell.pool.query<Unsettled>('select company_id, to_cell from internal.unsettled_moves()');
    for (const { company_id, to_cell } of rows) {
      if (!cells.some(({ name }) => name === to_cell))
        throw new Error(`CELLS lacks ${to_cell}, to which ${company_id} goes from ${cell.name}`);
      const outcome = await settle(cells, cell, company_id);
      if (outcome) log.warn({ company_id, cell: cell.name, to_cell }, `a move that ended early is settled: ${outcome}`);
    }
  }
}

/** Null where a move holds it, or somebody else has settled it meanwhile. */
async function settle(cells: readonly Cell[], left: Cell, id: string): Promise<string | null> {
  const held: { cell: Cell; client: pg.PoolClient; says: string | null }[] = [];
  try {
    for (const cell of cells) {
      const client = await cell.pool.connect();
      held.push({ cell, client, says: null });
      await client.query('begin');
      const { rows } = await client.query('select internal.hold_move($1) as says', [id]);
      held.at(-1)!.says = rows[0].says;
      if (rows[0].says === null) return null;
    }
    const source = held.find(({ cell }) => cell === left);
    const serving = held.find(({ says }) => says === 'served')?.cell;
    if (!serving && held.filter(({ says }) => says === 'unsettled').length > 1)
      throw new Error(`${id} has left two databases and came to none: move nothing, and ask`);
    const { rows } = await source!.client.query('select internal.settle_move($1, $2) as is_done', [
      id,
      Boolean(serving),
    ]);
    for (const { client } of held) await client.query('commit');
    if (!rows[0].is_done) return null;
    return serving ? `it is at ${serving.name}` : `it stays at ${left.name}`;
  } finally {
    await Promise.all(
      held.map(({ client }) =>
        client.query('rollback').then(
          () => client.release(),
          (error) => client.release(error),
        ),
      ),
    );
  }
}
