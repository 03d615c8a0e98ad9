// Companies and the databases that hold them, from the command line: server/docs/guides/production.md.
import { z } from 'zod';
import { loadSettings } from '../../server/process/settings.ts';
import { company, type LoneCommand, loneCommand, wholeNumber, yes } from './command.ts';
import type { Cell } from './move-company.ts';
import { Refusal, requireConsent } from './operator.ts';
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
  'company remove-copy': loneCommand({
    does: 'removes what a company left behind where it moved from, once it is proven to be whole where it is now',
    words: ['company'],
    options: z.strictObject({
      company,
      from: z.string().optional().describe('the database of the copy, by its name in CELLS; default: every one'),
      'after-days': wholeNumber.default(7).describe('how many days must have passed since it moved'),
      'dry-run': z.boolean().default(false).describe('a flag: only proves it, and says what would go'),
      yes,
    }),
    async alone({ company, from, 'after-days': days, 'dry-run': isDry, yes }, asJson) {
      const { removeCopies } = await import('./remove-copy.ts');
      const removal = { cells: cells(), company, from, days, say: (text: string) => console.error(`haat: ${text}`) };
      if (!isDry && !yes) {
        const rows = await removeCopies({ ...removal, isDry: true });
        await requireConsent(
          rows.map((row) => `${row.name}: ${row.rows} rows at ${row.from} go; it is at ${row.is_at}`),
        );
      }
      print(await removeCopies({ ...removal, isDry }), asJson);
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
