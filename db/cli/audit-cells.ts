// npm run audit where there are several databases (CELLS): each is audited as one alone, one after the other, and then it is
// looked at what they have in common. Ends like the audit of one: with 1 when something is broken anywhere, else with 2 when one
// could not be looked at, else with 3 when there are remarks.
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { CellSettings } from '../../server/process/settings.ts';
import { endings } from '../../server/process/signals.ts';
import { compareCells } from './haat-cells.ts';
import type { Row } from './operator.ts';
import { table } from './table.ts';

/** The gravest first. */
const codes = [1, 2, 3, 0];

/** Gives the exit code. */
export async function auditCells(cells: readonly CellSettings[], flags: string[], asJson: boolean): Promise<number> {
  const found: Record<string, unknown> = {};
  const ended: number[] = [];
  for (const cell of cells) {
    if (!asJson) console.log(`\nCell ${cell.name}`);
    const { code, out } = await auditOne(cell, flags, asJson);
    ended.push(code);
    found[cell.name] = asJson && code !== 2 ? JSON.parse(out) : { state: 'not looked at' };
  }
  let alike: Row[] | null = null;
  try {
    alike = await compareCells(cells);
    ended.push(alike.length > 0 ? 1 : 0);
  } catch (error) {
    console.error(`haat: ${(error as Error).message}`);
    ended.push(2);
  }
  if (asJson) console.log(JSON.stringify({ cells: found, between_cells: alike }, null, 2));
  else if (alike) {
    const words = 'The cells agree, and no company or email is in two of them.';
    console.log(
      `\n${alike.length === 0 ? words : `Between the cells, BROKEN:\n${table(Object.keys(alike[0]!), alike)}`}`,
    );
  }
  return codes.find((code) => ended.includes(code)) ?? 2;
}

/** The same command, for this database alone. A signal ends it too. */
async function auditOne(
  { url }: CellSettings,
  flags: string[],
  asJson: boolean,
): Promise<{ code: number; out: string }> {
  const { CELLS, DATABASE_STAFF_URL, DATABASE_REPLICA_URL, ...others } = process.env;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'audit.ts'), ...flags], {
    env: { ...others, DATABASE_URL: url },
    stdio: ['inherit', asJson ? 'pipe' : 'inherit', 'inherit'],
  });
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of Object.keys(endings)) process.on(signal, pass);
  let out = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...how) => resolve(how));
  });
  for (const name of Object.keys(endings)) process.off(name, pass);
  // Told to end, it ends as a whole, by the number that a shell gives the signal.
  if (signal !== null || (code !== null && code > 128)) process.exit(code ?? 1);
  return { code: code ?? 2, out };
}
