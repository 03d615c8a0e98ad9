import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { makeTempFolder, removeLeftFolders, removeTempFolder } from '../../server/process/temp-folders.ts';

const helper = path.join(import.meta.dirname, '..', 'helpers', 'processes', 'temp-folder.ts');

async function startOther(): Promise<{ other: ChildProcess; folder: string }> {
  const other = spawn(process.execPath, [helper], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(other.stdout!.setEncoding('utf8'), 'data');
  const folder = String(line).trim();
  fs.writeFileSync(path.join(folder, '0'), 'half an image');
  return { other, folder };
}

async function kill(other: ChildProcess): Promise<void> {
  const ended = once(other, 'exit');
  other.kill('SIGKILL');
  await ended;
}

test.serial('the folders of a killed process are removed, those of running processes are not', async (t) => {
  const [killed, running] = await Promise.all([startOther(), startOther()]);
  t.teardown(() => kill(running.other));
  const own = await makeTempFolder('form');
  await kill(killed.other);
  await removeLeftFolders();
  t.deepEqual([killed.folder, running.folder, own].map(fs.existsSync), [false, true, true]);
  await removeTempFolder(own);
  t.false(fs.existsSync(own));
});

test.serial('what an earlier process with our own number left is removed', async (t) => {
  const own = await makeTempFolder('video');
  const earlier = `${own.slice(0, -6)}000000`;
  fs.mkdirSync(earlier);
  await removeLeftFolders();
  t.deepEqual([earlier, own].map(fs.existsSync), [false, true]);
  await removeTempFolder(own);
});

test.serial('a folder of another machine is left alone for an hour', async (t) => {
  const own = await makeTempFolder('form');
  await removeTempFolder(own);
  const [young, old] = ['aaaaaa', 'bbbbbb'].map(
    (end) => `${own.slice(0, -6).replace(/-[0-9a-f]{8}-/, '-00000000-')}${end}`,
  );
  for (const folder of [young!, old!]) fs.mkdirSync(folder);
  t.teardown(() => fs.rmSync(young!, { recursive: true }));
  fs.utimesSync(old!, 1, Date.now() / 1000 - 3_700);
  await removeLeftFolders();
  t.deepEqual([young!, old!].map(fs.existsSync), [true, false]);
});
