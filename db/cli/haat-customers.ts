// What an operator does for a customer of a company who asks to be forgotten.
import fs from 'node:fs';
import pg from 'pg';
import { z } from 'zod';
import { type Command, command, company, findCompany, id, yes } from './command.ts';
import { type Operator, Refusal, type Row } from './operator.ts';

const erasureList = z.array(z.object({ company_id: z.uuid(), customer_id: z.uuid() }));

export const customerCommands: Record<string, Command> = {
  'customer erase': command({
    does: 'makes a customer unrecognisable, for ever; orders, money and stock stay',
    options: z.strictObject({
      company: company.optional(),
      phone: z.string().optional().describe('with --company: in every store of it, in any Bangladeshi spelling'),
      customer: id.optional().describe('or the id of one customer'),
      yes,
      again: z.string().optional().describe('or, after a restore, the file of "customer erasures --json"'),
    }),
    warns: async (operator, o) => {
      const found = await findAll(operator, o);
      const which = found.filter(({ erased_at }) => !erased_at);
      if (which.length === 0) return [];
      return [
        ...(await operator.look(described, [which.map(({ id: one }) => one)])).map(({ line }) => line),
        'Name, phone, email, gender, addresses and notes are erased for ever, there and in timelines, events and logs.',
      ];
    },
    run: async (operator, o) => {
      if (o.again !== undefined) return eraseAgain(operator, o.again);
      const erased: Row[] = [];
      for (const one of await findAll(operator, o)) erased.push(await erase(operator, one));
      return erased;
    },
  }),
  'customer erasures': command({
    cells: 'each',
    does: 'every erasure; keep the list, as JSON, beside the backups',
    options: z.strictObject({ company: company.optional() }),
    run: async (operator, o) =>
      operator.look(
        `select company_id, store_id, customer_id, erased_at, actor, rows::integer from ledger.erasures
         where company_id = coalesce($1, company_id) and not internal.has_moved(company_id) order by erased_at, erasure_id`,
        [o.company && (await findCompany(operator, o.company)).id],
      ),
  }),
};

const columns = 'id, company_id, store_id, erased_at';

/** One line for each customer who is to go. */
const described = `
  select format('%s, %s, customer of %s (%s) since %s, with %s orders: %s', c.full_name, coalesce(c.phone, 'no phone'), s.name,
    m.name, c.created_at::date, (select count(*) from app.orders o where o.customer_id = c.id), c.id) as line
  from app.customers c
  join app.stores s on s.id = c.store_id
  join app.companies m on m.id = c.company_id
  where c.id = any ($1) order by c.id`;

type Which = { company?: string; phone?: string; customer?: string; again?: string };

/** Whom the options name; of a list, those who are in this database. */
async function findAll(operator: Operator, { company: text, phone, customer, again }: Which): Promise<Row[]> {
  if ([phone, customer, again].filter((one) => one !== undefined).length !== 1 || !text !== !phone)
    throw new Refusal('give --company and --phone, or --customer, or --again');
  if (again !== undefined)
    return operator.look(`select ${columns} from app.customers where id = any ($1) order by id`, [
      readList(again).map(({ customer_id }) => customer_id),
    ]);
  return phone ? findByPhone(operator, text!, phone) : findById(operator, customer!);
}

async function findByPhone(operator: Operator, text: string, phone: string): Promise<Row[]> {
  const { id: companyId } = await findCompany(operator, text);
  const [canonical] = await operator.look('select internal.canonical_phone($1) as phone', [phone]);
  if (!canonical!.phone) throw new Refusal('--phone: must be a Bangladeshi mobile number');
  const found = await operator.look(
    `select ${columns} from app.customers where company_id = $1 and phone = $2 order by id`,
    [companyId, canonical!.phone],
  );
  if (found.length === 0) throw new Refusal('--phone: no customer of this company has it');
  return found;
}

async function findById(operator: Operator, customerId: string): Promise<Row[]> {
  const found = await operator.look(`select ${columns} from app.customers where id = $1`, [customerId]);
  if (found.length === 0) throw new Refusal('--customer: no such customer');
  return found;
}

async function erase(operator: Operator, { id: customerId, company_id }: Row): Promise<Row> {
  await operator.enterAsOperator(company_id);
  return operator.asStaff('select id, store_id, erased_at from staff.erase_customer($1)', [customerId]);
}

/**
 * A restored database knows again the customers erased since its backup. A customer who cannot be erased yet stops no
 * other.
 */
async function eraseAgain(operator: Operator, file: string): Promise<Row[]> {
  const results: Row[] = [];
  for (const { customer_id } of readList(file)) {
    const [found] = await operator.look(`select ${columns} from app.customers where id = $1`, [customer_id]);
    if (!found) results.push({ customer_id, result: 'not in this database' });
    else {
      try {
        await operator.attempt(() => erase(operator, found));
        results.push({ customer_id, result: found.erased_at ? 'was erased' : 'erased' });
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('HT')) throw error;
        process.exitCode = 1;
        results.push({ customer_id, result: `refused: ${error.message}` });
      }
    }
  }
  return results;
}

function readList(file: string): z.infer<typeof erasureList> {
  try {
    return erasureList.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    throw new Refusal('--again: is not a file that "customer erasures --json" wrote');
  }
}
