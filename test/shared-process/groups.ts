// Which test files run in one process.
import fs from 'node:fs';
import path from 'node:path';

/** Modules of `test` that all files of a group share. */
export const sharedModules = [
  'test/shared-process/collect.ts',
  'test/helpers/axe-knows.ts',
  'test/helpers/staff-engine.ts',
  'test/helpers/shared-database.ts',
];

/** As many files a process, so that those that run at once end at about the same time. Those in a browser share what it costs. */
const filesPerGroup = (room: string): number => (room === 'browser' ? 16 : 64);

/** The longest time that a test of the file asks for, in milliseconds. */
export function askedTime(file: string): number {
  const asked = fs.readFileSync(file, 'utf8').matchAll(/\bt\.timeout\(([\d_]+)\)/g);
  return Math.max(0, ...[...asked].map(([, milliseconds]) => Number(milliseconds!.replaceAll('_', ''))));
}

/** For the order in which groups begin: the longest first. A file that starts databases and programs takes about so long. */
export const expectedTime = (file: string): number =>
  Math.max(askedTime(file), /^test\/(cli|cluster|ledger)\//.test(file) ? 120_000 : 30_000);

/** Files that are long by themselves, but for those of rooms in which a process costs more than it gains; or change their process. */
const standsAlone = (file: string): boolean =>
  /^test\/faults\/(memory|.*\.long)\./.test(file) ||
  (askedTime(file) >= 120_000 && !/^test\/(browser|sql|staff|workers)\//.test(file)) ||
  /process\.(env\.\w+ =|on\(|once\()|delete process\.env|registerHooks/.test(fs.readFileSync(file, 'utf8'));

/** Of files of one room each, in the order of the given ones. */
export function groupsOf(files: string[]): string[][] {
  const rooms = Map.groupBy(
    files.filter((file) => !standsAlone(file)),
    (file) => file.split(path.sep)[1],
  );
  return [...rooms].flatMap(([room, inIt]) => {
    const count = Math.ceil(inIt.length / filesPerGroup(room!));
    return Array.from({ length: count }, (_, group) => inIt.filter((_, index) => index % count === group));
  });
}
