// Databases that the files of a group share one after the other, each with companies of its own: a new one would be planned for
// anew by every connection. Two of them: who audits the books borrows the one whose books all its borrowers leave sound, and sees
// no rows that a neighbour wrote by hand.
import { freshDatabase, type TestDatabase } from './database.ts';
import { createShop, type TestShop } from './shop.ts';

type Kind = 'any' | 'sound';

const shared = new Map<Kind, Promise<TestDatabase>>();
/** Pools of databases whose books a neighbour may have damaged. */
const unsound = new WeakSet<object>();
let outlivesFiles = false;

/** The file that borrows it drops it; in a group only the last drop counts. */
export async function borrowDatabase(kind: Kind = 'any'): Promise<TestDatabase> {
  const present = shared.get(kind) ?? freshDatabase('is shared');
  shared.set(kind, present);
  if (kind === 'any') unsound.add((await present).admin);
  return { ...(await present), drop: async () => void (outlivesFiles || (await dropShared())) };
}

const rivals = new WeakMap<object, Promise<TestShop>>();

/** Another company in the database, the same for all files: its keys are refused, and nothing is made of it. */
export function rivalIn({ admin }: TestDatabase): Promise<TestShop> {
  const present = rivals.get(admin) ?? createShop(admin);
  rivals.set(admin, present);
  return present;
}

/** Raises for who would audit books that a neighbour may have damaged. */
export function requireSound(admin: object): void {
  if (unsound.has(admin)) throw new Error("Who audits the books says so: borrowDatabase('sound'), openSoundApiShop()");
}

/** Whether the end of the group asks of these books, as it does but in a long run, which asks after each file. */
export const areAskedAtTheEnd = async (admin: object): Promise<boolean> =>
  outlivesFiles && process.env.HAAT_LONG !== 'yes' && (await presentSound())?.admin === admin;

/** The one with sound books, if a file has borrowed it. */
export const presentSound = (): Promise<TestDatabase> | undefined => shared.get('sound');

export async function dropShared(): Promise<void> {
  const dropped = [...shared.values()];
  shared.clear();
  for (const database of dropped) await (await database).drop();
}

export function keepForGroup(): void {
  outlivesFiles = true;
}
