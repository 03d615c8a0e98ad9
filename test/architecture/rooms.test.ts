// The rooms of the house: folders, each of which knows only what lies below it. This is the one place where their order
// is written down; who may import whom follows from it, and a new folder is named here or belongs to the one it lies in.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test from 'ava';
import ts from 'typescript';

/** From the ground up. A room imports from the floors below its own; those of one floor know nothing of each other. */
const floors: string[][] = [
  // What refuses: keys, their English sentences, what a client gets of both.
  ['server/problems'],
  // What a process needs; the Postgres that comes along; connections to a Postgres; the list of permissions.
  ['server/process', 'db/embedded', 'db/connect', 'db'],
  // Pictures, videos and where they are kept; the encryption of secrets; how a database is brought up to date.
  ['server/media', 'server/secrets', 'db/migrate'],
  // The registry: operations and events; the demo, which workers fill test stores with.
  ['server/operations', 'db/demo'],
  // What the doors share: how a call is read, checked, counted, run and answered.
  ['server/gate'],
  // Files of other shops; the pages of staff, which run in browsers.
  ['server/import-export', 'server/desk'],
  // The doors; what stands around them in HTTP; the work behind them.
  ['server/http', 'server/rest', 'server/mcp', 'server/staff', 'server/openapi', 'workers'],
  // What is made of the others.
  ['server/docs', 'db/cli'],
  // Start and stop; the list of middlewares.
  ['server'],
];

const root = join(import.meta.dirname, '../..');
const files = globSync('{server,workers,db}/**/*.ts', { cwd: root }).sort();

/** What each file imports of ours, types and what is loaded later included. */
const imports = new Map(
  files.map((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'));
    const ours = importedFiles.map(({ fileName }) => fileName).filter((name) => /^\..*\.ts$/.test(name));
    return [file, ours.map((name) => normalize(join(dirname(file), name)))];
  }),
);

const byDepth = floors.flat().sort((a, b) => b.length - a.length);
const roomOf = (file: string) => byDepth.find((room) => file.startsWith(`${room}/`));
const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room));

test('every file lies in a room, and every room holds files', (t) => {
  t.deepEqual(
    files.filter((file) => !roomOf(file)),
    [],
  );
  t.deepEqual([...new Set(files.map(roomOf))].sort(), floors.flat().sort());
});

test('what lies loose in db is little: the rest has a room that a newcomer guesses', (t) => {
  const loose = readdirSync(join(root, 'db'), { withFileTypes: true }).filter((entry) => entry.isFile());
  t.true(loose.length <= 8, loose.map(({ name }) => name).join(', '));
});

test('no room imports from its own floor or from above', (t) => {
  const upward = files.flatMap((file) =>
    imports
      .get(file)!
      .filter((target) => roomOf(target) !== roomOf(file) && floorOf(roomOf(target)!) >= floorOf(roomOf(file)!))
      .map((target) => `${file} imports ${target}`),
  );
  t.deepEqual(upward, []);
});

test('no file imports itself by way of others', (t) => {
  const circles: string[] = [];
  const done = new Set<string>();
  const follow = (file: string, path: string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file) || path.includes(file)) return;
    // The client's types are written with it, and not here.
    for (const target of imports.get(file) ?? []) follow(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) follow(file, []);
  t.deepEqual(circles, []);
});
