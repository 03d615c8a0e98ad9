// Several test files in one process, one after the other. Most of what a short file costs is not its tests but its process:
// loading the application, building the schema of staff, planning their documents. `npm test` alone runs the files so
// (groups.ts); a file that is named runs by itself, as ava does it.
//
// Each file has its own instance of every module of `test`, because their variables are a file's own; what they import from
// `server`, `db` and `workers` is shared. Its tests run one after the other, its serial ones first, as in ava.
import fs from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ava, { registerCompletionHandler } from 'ava';
import { collect } from './collect.ts';
import { sharedModules } from './groups.ts';

const root = path.join(import.meta.dirname, '..', '..');
const urlOf = (file: string) => pathToFileURL(path.join(root, file)).href;
const tests = urlOf('test/');
const shared = new Set(sharedModules.map(urlOf));

// ava has node read the source map of each module that it loads. Ours need none: their types are blanked, line by line.
process.setSourceMapsEnabled(false);

/**
 * What a file leaves open, such as the server of a hook that failed, would keep its process, and the whole run, for ever. Counted
 * in turns of the event loop, of which a machine that stands still makes none.
 */
registerCompletionHandler(() => {
  let turns = 0;
  setInterval(() => {
    turns += 1;
    if (turns < 100) return;
    console.error(`The process was ended, since these were left open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, 100).unref();
});

/** ava calls it before it loads the test file that it has been given: the first of a group, or one that stands alone. */
export default async function loadGroup(): Promise<void> {
  const given = ava.meta.file;
  const groups: string[][] = JSON.parse(process.env.HAAT_TEST_GROUPS!);
  const group = groups.find(([first]) => urlOf(first!) === given);
  if (!group) return;
  registerHooks({
    resolve(specifier, context, next) {
      const of = context.parentURL?.startsWith(tests) && new URL(context.parentURL).searchParams.get('of');
      if (of && specifier === 'ava') return next(urlOf('test/shared-process/collect.ts'), context);
      const resolved = next(specifier, context);
      // All of the group are loaded by then, and ava wants them declared while it loads this one.
      if (!of && resolved.url === given) return next(urlOf('test/shared-process/declare.ts'), context);
      if (of && resolved.url.startsWith(tests) && !shared.has(resolved.url)) resolved.url += `?of=${of}`;
      return resolved;
    },
  });
  for (const [index, file] of group.entries()) {
    collect(path.relative('test', file).replace(/\.test\.ts$/, ''));
    await import(`${urlOf(file)}?of=${index + 1}`);
  }
}

/** Tells test/run.ts how long a file took. */
export function noteSeconds(name: string, seconds: number): void {
  fs.appendFileSync(path.join(process.env.HAAT_TEST_FILES!, 'seconds'), `${name}.test.ts\t${seconds}\n`);
}
