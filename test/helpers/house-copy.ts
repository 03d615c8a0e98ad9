// A copy of the house, for what changes its sources: its packages are the same, its caches its own.
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const here = path.join(import.meta.dirname, '../..');
const leftOut = ['node_modules', '.git', '.data'];

export function copyHouse() {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-new-'));
  fs.cpSync(here, copy, { recursive: true, filter: (name) => !leftOut.includes(path.relative(here, name)) });
  fs.mkdirSync(path.join(copy, 'node_modules'));
  for (const name of fs.readdirSync(path.join(here, 'node_modules')).filter((name) => name !== '.cache'))
    fs.symlinkSync(path.join(here, 'node_modules', name), path.join(copy, 'node_modules', name));
  return {
    copy,
    /** npm run new */
    make: (...words: string[]) =>
      spawnSync(process.execPath, ['test/new-operation.ts', ...words], { cwd: copy, encoding: 'utf8' }),
    run: (file: string, ...options: string[]) =>
      promisify(execFile)(process.execPath, [file, ...options], { cwd: copy }),
    remove: () => fs.rmSync(copy, { recursive: true }),
  };
}
