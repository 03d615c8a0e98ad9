// Companies and the databases that hold them, from the command line: server/docs/guides/production.md.
import { z } from 'zod';
import { loadSettings } from '../../server/process/settings.ts';
import { company, type LoneCommand, loneCommand } from './command.ts';
import type { Cell } from './move-company.ts';
import { Refusal } from './operator.ts';
import { print } from './table.ts';

function cells(): readonly Cell[] {
  const { cells } = loadSettings(process.env);
  if (cells.length < 2) throw new Refusal('CELLS: name the databases, as in a=postgres://…,b=postgres://…');
  return cells;
}

export const moveCommands: Record<string, LoneCommand> = {
  'company move': loneCommand({
    does: 'moves a company to another database while it is in use; again after whatever ended it',
    words: ['company'],
    options: z.strictObject({
      company,
      to: z.string().describe('the database, by its name in CELLS'),
      'dry-run': z
        .boolean()
        .default(false)
        .describe('a flag: only says how many rows and bytes, and how long it takes'),
    }),
    async alone({ company, to, 'dry-run': isDry }, asJson) {
      const { moveCompany, weighCompany } = await import('./move-company.ts');
      const move = { cells: cells(), company, to, say: (text: string) => console.error(`haat: ${text}`) };
      print(isDry ? await weighCompany(move) : await moveCompany(move), asJson);
    },
  }),
  'company moves': loneCommand({
    does: 'the companies that move or have moved: from where, to where, and how it stands',
    options: z.strictObject({}),
    async alone(_, asJson) {
      const { listMoves } = await import('./move-company.ts');
      print(await listMoves(cells()), asJson);
    },
  }),
};
