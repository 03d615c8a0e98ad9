import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { type Found, type Part, runParts } from '../check/parts.ts';

const part = (name: string, program: string): Part => ({ name, command: process.execPath, args: ['-e', program] });
const run = async (...parts: Part[]) => {
  const told: Found[] = [];
  const found = await runParts(parts, (one) => told.push(one));
  return { told, found };
};

test('each part is told with all that it printed, and whether it failed', async (t) => {
  const { told, found } = await run(
    part('quiet', ''),
    part('loud', `console.log('one'); console.error('two'); process.exitCode = 3`),
    part('killed', `process.kill(process.pid, 'SIGTERM')`),
    { name: 'absent', command: '/nowhere/haat', args: [] },
  );
  t.deepEqual(told, found);
  const said = Object.fromEntries(found.map(({ name, failed, output }) => [name, { failed, output }]));
  t.deepEqual(said, {
    quiet: { failed: false, output: '' },
    loud: { failed: true, output: 'one\n\ntwo\n' },
    killed: { failed: true, output: 'ended by SIGTERM' },
    absent: { failed: true, output: 'spawn /nowhere/haat ENOENT' },
  });
});

test('two run beside one another: the second does not wait for the first', async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-check-'));
  t.teardown(() => fs.rmSync(folder, { recursive: true }));
  // Either ends only when the other has begun: they meet at a socket that the first one listens on.
  const meet = `
    const net = require('node:net'), path = process.argv[1];
    const server = net.createServer((socket) => socket.end()).listen(path, () => server.once('connection', () => server.close()));
    server.on('error', () => net.connect(path).on('connect', () => console.log('met')));
  `;
  const meeting = (name: string): Part => ({
    name,
    command: process.execPath,
    args: ['-e', meet, path.join(folder, 'met')],
  });
  const { found } = await run(meeting('one'), meeting('other'));
  t.deepEqual(found.map(({ output }) => output.trim()).sort(), ['', 'met']);
});
