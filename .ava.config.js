// The test files, and how they are run: those that ask for more time than a test has go first, because a long file that
// comes last keeps the whole run waiting. The groups of those that share a process are the longest of all.
import fs from 'node:fs';
import path from 'node:path';
import { askedTime, expectedTime, groupsOf } from './test/shared-process/groups.ts';

// What a commit's run leaves to test:long is named so.
const isLeftOut = (file) => process.env.HAAT_LONG !== 'yes' && file.endsWith('.long.test.ts');
const { HAAT_TEST_GROUPED: grouped = '', HAAT_TEST_ROOM: room } = process.env;
const found = () =>
  fs
    .globSync('test/**/*.test.ts')
    .filter((file) => !isLeftOut(file) && (!room || file.startsWith(path.join('test', room, path.sep))));
// Without arguments all files run.
const all = (/^(all|)$/.test(grouped) ? found() : grouped.split(' ')).sort();
const groups = grouped ? groupsOf(all) : [];
const led = new Map(groups.flatMap((group) => group.map((file) => [file, group[0]])));
const files = all.filter((file) => (led.get(file) ?? file) === file);
const sums = new Map(groups.map((group) => [group[0], group.reduce((sum, file) => sum + expectedTime(file), 0)]));
const times = new Map(files.map((file) => [file, sums.get(file) ?? askedTime(file)]));
const timeOf = (file) => times.get(path.relative(import.meta.dirname, file)) ?? 0;

export default {
  files: grouped ? files : ['test/**/*.test.ts'],
  extensions: ['ts'],
  concurrency: 4,
  workerThreads: false,
  // Ends a run in which nothing happens any more; a busy machine may need more than a minute for one test, and two for one alone.
  timeout: grouped ? '120s' : '180s',
  require: ['./test/shared-process/index.ts'],
  environmentVariables: { HAAT_TEST_GROUPS: JSON.stringify(groups) },
  sortTestFiles: (one, other) => timeOf(other) - timeOf(one),
};
