// The test files, and how they are run: those that ask for more time than a test has go first, because a long file that
// comes last keeps the whole run waiting.
import fs from 'node:fs';

/** The longest time that a test of the file asks for, in milliseconds. */
function askedTime(file) {
  const asked = fs.readFileSync(file, 'utf8').matchAll(/\bt\.timeout\(([\d_]+)\)/g);
  return Math.max(0, ...[...asked].map(([, milliseconds]) => Number(milliseconds.replaceAll('_', ''))));
}

const times = new Map();
function timeOf(file) {
  if (!times.has(file)) times.set(file, askedTime(file));
  return times.get(file);
}

export default {
  files: ['test/**/*.test.ts'],
  extensions: ['ts'],
  concurrency: 3,
  workerThreads: false,
  timeout: '60s',
  sortTestFiles: (one, other) => timeOf(other) - timeOf(one),
};
