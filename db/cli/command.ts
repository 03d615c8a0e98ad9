// What the commands of npm run haat share: how one is written, its common options, and how it finds what they name.
import { z } from 'zod';
import { type Operator, Refusal, type Row } from './operator.ts';

/** What every command has. */
interface Usage {
  does: string;
  /** Named as they are written after the two hyphens. */
  options: z.ZodObject;
  /** Those of them that may also be written without their name, in this order; the last of them may be a list. */
  words?: string[];
}

/** A command that asks no database: it says itself what it does. */
export interface LoneCommand extends Usage {
  alone(options: never, asJson: boolean): Promise<void>;
}

export interface Command extends Usage {
  /** What is shown this once, and kept nowhere. */
  secret?: string;
  /**
   * Where there are several databases: it works in each, or makes a company in the one that is named or takes the next one.
   * Without it: where what it names is.
   */
  cells?: 'each' | 'new';
  /** The option with the email of a new account, which may have none in another database. */
  newEmail?: string;
  /** Says what will be gone, one line each, where it cannot be undone: it is asked about, unless --yes is given. */
  warns?(operator: Operator, options: never): Promise<string[]>;
  /** One record, or a list of them; null: it has written its answer itself. */
  run(operator: Operator, options: never): Promise<Row | Row[] | null>;
}

export const command = <S extends z.ZodObject>(
  entry: Omit<Command, 'options' | 'run' | 'warns'> & {
    options: S;
    warns?(operator: Operator, options: z.output<S>): Promise<string[]>;
    run(operator: Operator, options: z.output<S>): Promise<Row | Row[] | null>;
  },
): Command => entry;

export const loneCommand = <S extends z.ZodObject>(
  entry: Usage & { options: S; alone(options: z.output<S>, asJson: boolean): Promise<void> },
): LoneCommand => entry;

export const name = z.string().trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters');
export const email = z
  .string()
  .trim()
  .regex(/^[^@\s]+@[^@\s]+$/, 'must be an email address')
  .max(320, 'must have at most 320 characters');
export const id = z.uuid('must be an id, as the lists show it');
export const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);

/** Words with commas between them, each from a list. */
export const wordsOf = (allowed: readonly string[]) =>
  z
    .string()
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(
      z.array(z.string().refine((word) => allowed.includes(word), { error: `must be one of ${allowed.join(', ')}` })),
    );

export const yes = z.boolean().default(false).describe('a flag: does not ask');
export const company = name.describe('its id, or its name');
export const store = name.describe('its id, or its slug');
export const key = id.describe('its id');
export const planCode = z
  .string()
  .regex(/^[a-z0-9_]{1,50}$/, 'must be lower-case letters, digits and underscores')
  .describe('its code');

export async function findCompany(operator: Operator, text: string): Promise<{ id: string }> {
  const found = await operator.look('select id from app.companies where id::text = lower($1) or name = $1', [text]);
  if (found.length === 0) throw new Refusal('--company: no such company; "company list" shows them');
  if (found.length > 1) throw new Refusal('--company: several have this name; give the id');
  return found[0] as { id: string };
}

export async function findStore(operator: Operator, text: string): Promise<{ id: string; company_id: string }> {
  const [found] = await operator.look('select id, company_id from app.stores where id::text = lower($1) or slug = $1', [
    text,
  ]);
  if (!found) throw new Refusal('--store: no such store; "store list" shows them');
  return found as { id: string; company_id: string };
}

/** By its id or its name in the company; the refusal lists the names. */
export async function findStaffRole(operator: Operator, companyId: string, text: string): Promise<string> {
  const roles = await operator.look('select id, name from app.staff_roles where company_id = $1 order by name', [
    companyId,
  ]);
  const wanted = text.toLowerCase();
  const found =
    roles.find(({ name }) => name === text) ??
    roles.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  if (found) return found.id;
  throw new Refusal(`--staff-role: must be one of ${roles.map(({ name }) => name).join(', ')}`);
}

export async function enterForKey(operator: Operator, keyId: string): Promise<void> {
  const [found] = await operator.look('select company_id from app.api_keys where id = $1', [keyId]);
  if (!found) throw new Refusal('--key: no such key; "key list" shows them');
  await operator.enter(found.company_id, await firstOwner(operator, found.company_id));
}

/** What owners alone may do, an operator does for the first of them; the log says that it was the command line. */
export async function firstOwner(operator: Operator, companyId: string): Promise<string | undefined> {
  const [owner] = await operator.look(
    `select id from app.staff where company_id = $1 and role = 'owner' and status = 'active' order by created_at, id limit 1`,
    [companyId],
  );
  return owner?.id;
}
