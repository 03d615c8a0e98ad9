// What follows from other rows is worked out again where the audit finds it broken: npm run haat -- repair <what>.
import { z } from 'zod';
import { type Command, command, company, findCompany } from './command.ts';
import type { Operator, Row } from './operator.ts';

const kinds = ['levels', 'orders', 'counts', 'products'] as const;

export const repairCommands: Record<string, Command> = {
  repair: command({
    cells: 'each',
    does: 'works out again what the audit finds broken: levels, orders, counts or products; says what, and writes with --yes',
    options: z.strictObject({
      what: z.enum(kinds, { error: `must be one of ${kinds.join(', ')}` }).describe(kinds.join(', ')),
      company: company.optional(),
      yes: z.boolean().default(false).describe('a flag: writes it'),
    }),
    words: ['what'],
    run: async (operator, o) => {
      const only = o.company && (await findCompany(operator, o.company)).id;
      const before = await broken(operator, o.what, only);
      if (!o.yes) return before.map((row) => ({ ...row, result: 'would be mended' }));
      for (const companyId of new Set(before.map(({ company_id }) => company_id as string))) {
        await operator.enterAsOperator(companyId);
        await operator.asOwner('select ledger.repair($1)', [o.what]);
      }
      const left = new Set((await broken(operator, o.what, only)).map(({ object }) => object));
      return before.map((row) => ({ ...row, result: left.has(row.object) ? 'still broken' : 'mended' }));
    },
  }),
};

/** What the checks of a repair find. The copy that a company left behind is not written any more. */
async function broken(operator: Operator, what: string, companyId?: string): Promise<Row[]> {
  const found: Row[] = [];
  for (const { name, query } of await operator.look(
    'select c.name, c.query from ledger.repairs r join ledger.checks c on c.name = r.check_name where r.what = $1 order by 1',
    [what],
  ))
    found.push(
      ...(await operator.look(
        `select $1::text as check_name, k.company_id, k.object, k.found, k.expected from (${query}) k
         where k.company_id = coalesce($2::uuid, k.company_id) and not internal.has_moved(k.company_id)`,
        [name, companyId ?? null],
      )),
    );
  return found;
}
