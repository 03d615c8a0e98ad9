// A database that the files of a group share one after the other, each with companies of its own: a new one would be planned
// for anew by every connection.
import { freshDatabase, type TestDatabase } from './database.ts';

let shared: Promise<TestDatabase> | undefined;
let outlivesFiles = false;

/** The file that borrows it drops it; in a group only the last drop counts. */
export async function borrowDatabase(): Promise<TestDatabase> {
  shared ??= freshDatabase('is shared');
  return { ...(await shared), drop: async () => void (outlivesFiles || (await dropShared())) };
}

export async function dropShared(): Promise<void> {
  const dropped = await shared;
  shared = undefined;
  await dropped?.drop();
}

export function keepForGroup(): void {
  outlivesFiles = true;
}
