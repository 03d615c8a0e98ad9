// What the container image and the services of systemd are made of.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';

const root = path.join(import.meta.dirname, '..', '..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

/** What the Dockerfile removes after the installation. */
const removed = /rm -rf ((?:node_modules\/\S+ )+)/.exec(read('Dockerfile'))![1]!.trim().split(' ');
const isRemoved = (name: string) =>
  removed.some(
    (pattern) => path.matchesGlob(`node_modules/${name}`, pattern) || `node_modules/${name}`.startsWith(`${pattern}/`),
  );

test('the image has neither the embedded Postgres nor a second Node, and keeps the programs of sharp', (t) => {
  const { optionalDependencies } = JSON.parse(read('package.json'));
  for (const name of Object.keys(optionalDependencies)) t.true(isRemoved(name), name);
  t.true(isRemoved('.bin/node'));
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
  const ofSharp = Object.keys(packages).filter((name) => name.startsWith('node_modules/@img/sharp-'));
  t.true(ofSharp.length > 0);
  for (const name of ofSharp) t.false(isRemoved(name.slice('node_modules/'.length)), name);
  t.notRegex(read('Dockerfile'), /npm ci[^\n]*--omit=optional/);
});

test('what the image compiles beforehand is there', (t) => {
  const [, list] = /for \(const file of \[([^\]]+)\]\)/.exec(read('Dockerfile'))!;
  const files = Array.from(list!.matchAll(/'([^']+)'/g), ([, file]) => `${file}.ts`);
  t.true(files.length > 0);
  for (const file of files) t.true(fs.existsSync(path.join(root, file)), file);
});

test('npm scripts run in the image: the removed packages are not installed again', (t) => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-image-'));
  t.teardown(() => fs.rmSync(directory, { recursive: true }));
  for (const file of ['package.json', 'package-lock.json', 'server/setup.cjs', 'node_modules/.package-lock.json']) {
    fs.mkdirSync(path.join(directory, path.dirname(file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(directory, file));
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/setup.cjs'], {
    cwd: directory,
    env: { PATH: path.dirname(process.execPath), NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  t.deepEqual([status, stdout, stderr], [0, '', '']);
});

test('systemd starts Node itself, so that a stop is no failure', (t) => {
  const commands = Array.from(
    read('server/docs/guides/production.md').matchAll(/^ExecStart=(.+)$/gm),
    ([, text]) => text!,
  );
  t.is(commands.length, 2);
  for (const command of commands) {
    const [program, file] = command.split(' ');
    t.is(program, '/srv/haat/node_modules/.bin/node');
    t.true(fs.existsSync(path.join(root, file!)), command);
  }
});
