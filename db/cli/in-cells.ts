// The commands of an operator where there are several databases (CELLS): a command finds the one that has what it names, lists
// go over all of them, and a new company goes where --cell says, or to the open one with the fewest.
import type { CellSettings } from '../../server/process/settings.ts';
import { explain } from '../connect/explain.ts';
import { type Command, findCompany, findStore } from './command.ts';
import { asOperator, Refusal, type Row } from './operator.ts';

type Given = { company?: string; store?: string };
type Found = Row | Row[] | null;

/**
 * Runs a command where it belongs; what it gives says the cell. `run` runs it in the database of a URL. One that refuses to know
 * what is named, or whose company has gone to another, is passed over; the first other error ends it, with the cell's name.
 */
export async function runInCells(
  cells: readonly CellSettings[],
  { command, options, cell }: { command: Command; options: object; cell: string | undefined },
  run: (url: string) => Promise<Found>,
): Promise<Found> {
  const chosen = cell === undefined ? await cellsFor(cells, command, options as Given) : [named(cells, cell)];
  if (command.newEmail) await refuseTaken(cells, chosen[0]!, options as Record<string, string>, command.newEmail);
  const found: Row[] = [];
  let passedOver: unknown;
  let isList = false;
  for (const { name, url } of chosen) {
    try {
      const result = await run(url);
      if (result === null) return null;
      isList ||= Array.isArray(result);
      found.push(...[result].flat().map((row) => ({ cell: name, ...row })));
      if (command.cells !== 'each') break;
    } catch (error) {
      if (chosen.length > 1 && isNotHere(error)) passedOver = error;
      else throw inCell(name, error);
    }
  }
  if (found.length === 0 && passedOver) throw passedOver;
  return isList || found.length > 1 ? found : found[0]!;
}

/**
 * Asked each time: the answer may be wrong for as long as the one call takes, which the database then refuses itself. One that is
 * away takes no company.
 */
async function nextCell(cells: readonly CellSettings[]): Promise<CellSettings> {
  const counts = await Promise.all(
    cells.map(async (cell) => {
      const [found] = await asOperator(cell.url, (operator) =>
        operator.look(`
          select count(*)::integer as companies, internal.cell_state() as state
          from app.companies c where c.status = 'active' and not internal.has_moved(c.id)`),
      ).catch(() => []);
      return found?.state === 'open' ? [{ cell, companies: found.companies as number }] : [];
    }),
  );
  const [least] = counts.flat().sort((one, other) => one.companies - other.companies);
  if (!least) throw new Refusal('--cell: none of CELLS is open; "cells" tells how each stands');
  return least.cell;
}

function named(cells: readonly CellSettings[], name: string): CellSettings {
  const cell = cells.find((one) => one.name === name);
  if (!cell) throw new Refusal(`--cell: must be one of ${cells.map((one) => one.name).join(', ')}`);
  return cell;
}

/** A company and a store are looked for first, since two may have one name. */
async function cellsFor(
  cells: readonly CellSettings[],
  { cells: kind }: Command,
  { company, store }: Given,
): Promise<readonly CellSettings[]> {
  if (kind === 'new') return [await nextCell(cells)];
  const text = company ?? store;
  if (text === undefined) return cells;
  const having = await Promise.all(
    cells.map(async (cell) => {
      try {
        await asOperator(cell.url, async (operator) => {
          const { id } =
            company === undefined ? await companyOf(findStore(operator, text)) : await findCompany(operator, text);
          const [found] = await operator.look('select internal.has_moved($1) as is_gone', [id]);
          if (found!.is_gone) throw new Refusal('--company: no such company here any more');
        });
        return [cell];
      } catch (error) {
        if (isNotHere(error)) return [];
        throw inCell(cell.name, error);
      }
    }),
  );
  const found = having.flat();
  const option = company === undefined ? '--store' : '--company';
  if (found.length > 1)
    throw new Refusal(`${option}: ${found.map(({ name }) => name).join(' and ')} have one; give the id, or --cell`);
  if (found.length === 0) throw new Refusal(`${option}: no cell has it`);
  return found;
}

const companyOf = async (store: Promise<{ company_id: string }>) => ({ id: (await store).company_id });

const isNotHere = (error: unknown): boolean =>
  (error instanceof Refusal && /^--[\w-]+: no such /.test(error.message)) ||
  (error as { code?: string }).code === 'HT019';

/** A refusal stays one, which the command may tell by its options. */
function inCell(name: string, error: unknown): unknown {
  if (error instanceof Refusal) return new Refusal(`cell ${name}: ${error.message}`);
  const explained = explain(error);
  return explained && !/^HT|^23505$/.test((error as { code?: string }).code ?? '')
    ? new Refusal(`cell ${name}: ${explained}`)
    : error;
}

/** Within one database a unique key refuses it. */
async function refuseTaken(
  cells: readonly CellSettings[],
  here: CellSettings,
  options: Record<string, string>,
  option: string,
): Promise<void> {
  for (const { name, url } of cells.filter((cell) => cell !== here)) {
    const [found] = await asOperator(url, (operator) =>
      operator.look('select internal.known_emails(array[$1], true) as taken', [options[option]]),
    ).catch((error) => {
      throw inCell(name, error);
    });
    if ((found!.taken as string[]).length > 0) throw new Refusal(`--${option}: has an account in cell ${name}`);
  }
}
