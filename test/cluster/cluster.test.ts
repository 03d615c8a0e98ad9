import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { openPool, withClient } from '../../db/connect/connection.ts';
import { type Cluster, openCluster } from '../../db/embedded/cluster.ts';
import { throwAwayDirectory } from '../../db/embedded/home.ts';
import { isAlive } from '../../db/embedded/server.ts';

// One cluster for all, opened and killed again and again; hence serial.
const directory = throwAwayDirectory(`haat-of-${process.pid}-`);
const postmasterFile = path.join(directory, 'data', 'postmaster.pid');
const postmaster = () => Number(fs.readFileSync(postmasterFile, 'utf8').split('\n')[0]);
const sockets = () => fs.readFileSync(postmasterFile, 'utf8').split('\n')[4]!;
const open = () => openCluster(directory, 'volatile');

test.before(async () => {
  const cluster = await open();
  await withClient(cluster.url('postgres'), (client) => client.query('create database shop'));
  await query(cluster, `create table things (id int primary key, name text)`);
  await query(cluster, `insert into things values (1, 'one')`);
  await cluster.stop();
});

test.after.always(() => fs.rmSync(directory, { recursive: true }));

async function query(cluster: Cluster, text: string) {
  return (await withClient(cluster.url('shop'), (client) => client.query(text))).rows;
}

async function holder() {
  const script = path.join(import.meta.dirname, '..', 'helpers', 'processes', 'cluster-holder.ts');
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: Awaited<ReturnType<typeof holder>>) {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test.serial('a stopped cluster keeps its data and leaves no process and no socket', async (t) => {
  const cluster = await open();
  t.true(cluster.alone);
  t.deepEqual(await query(cluster, 'select name from things'), [{ name: 'one' }]);
  const [pid, socketDirectory] = [postmaster(), sockets()];
  await cluster.stop();
  await sleep(50);
  t.false(isAlive(pid));
  t.false(fs.existsSync(socketDirectory));
  t.false(fs.existsSync(postmasterFile));
});

test.serial('times are in UTC and text is UTF-8, whatever the machine says', async (t) => {
  const cluster = await open();
  const [row] = await query(
    cluster,
    `select current_setting('timezone') as timezone, current_setting('server_encoding') as encoding, lower('Ä') as lower`,
  );
  t.deepEqual(row, { timezone: 'UTC', encoding: 'UTF8', lower: 'ä' });
  await cluster.stop();
});

test.serial('two users share the cluster, and the last one to leave stops it', async (t) => {
  const first = await open();
  const second = await open();
  t.false(second.alone);
  await first.stop();
  t.is((await query(second, 'select 1')).length, 1);
  await second.stop();
  t.false(fs.existsSync(postmasterFile));
});

test.serial(
  'after its user was killed the server is taken over, and the locks of the dead are free at once',
  async (t) => {
    await kill(await holder());
    const pid = postmaster();
    const cluster = await open();
    t.true(cluster.alone);
    t.is(postmaster(), pid);
    await query(cluster, `set lock_timeout = '100ms'; update things set name = 'one' where id = 1`);
    await cluster.stop();
  },
);

test.serial(
  'after everything was killed the next start works, though a busy process of Postgres survived',
  async (t) => {
    const child = await holder();
    const pid = postmaster();
    process.kill(pid, 'SIGKILL');
    await kill(child);
    const cluster = await open();
    t.not(postmaster(), pid);
    await query(cluster, `set lock_timeout = '100ms'; update things set name = 'one' where id = 1`);
    await cluster.stop();
  },
);

test.serial('a Postgres that is killed under its user comes back where the pools expect it', async (t) => {
  const cluster = await open();
  const pool = openPool(cluster.url('shop'));
  await pool.query('select 1');
  process.kill(postmaster(), 'SIGKILL');
  let name: string | undefined;
  for (const never = Date.now() + 60_000; Date.now() < never && !name; ) {
    await sleep(50);
    name = await pool.query('select name from things').then(
      ({ rows }) => rows[0].name,
      () => undefined,
    );
  }
  t.is(name, 'one');
  await pool.end();
  await cluster.stop();
  t.false(fs.existsSync(postmasterFile));
});

test.serial('a file that names a process of someone else does not keep the server from starting', async (t) => {
  fs.writeFileSync(postmasterFile, `${process.pid}\n${directory}/data\n1700000000\n5432\n/nowhere\n\n0 0\nready\n`);
  const cluster = await open();
  t.is((await query(cluster, 'select 1')).length, 1);
  await cluster.stop();
});

test.serial(
  'a server that is still starting is waited for, and no Postgres of someone else is asked instead',
  async (t) => {
    let asked = 0;
    const stranger = net.createServer((socket) => {
      asked += 1;
      socket.destroy();
    });
    await once(stranger.listen(0, '127.0.0.1'), 'listening');
    const portBefore = process.env.PGPORT;
    process.env.PGPORT = String((stranger.address() as net.AddressInfo).port);
    const data = path.join(directory, 'data');
    const starting = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)', '--', '-D', data, 'starting']);
    await once(starting, 'spawn');
    fs.writeFileSync(postmasterFile, `${starting.pid}\n${data}\n1700000000\n`);
    const opening = open();
    await sleep(300);
    starting.kill('SIGKILL');
    const cluster = await opening;
    t.is((await query(cluster, 'select 1')).length, 1);
    await cluster.stop();
    if (portBefore === undefined) delete process.env.PGPORT;
    else process.env.PGPORT = portBefore;
    stranger.close();
    t.is(asked, 0);
  },
);

test.serial('a server whose socket was swept away is replaced by one that can be reached', async (t) => {
  const child = await holder();
  fs.rmSync(sockets(), { recursive: true });
  await kill(child);
  const cluster = await open();
  t.is((await query(cluster, 'select 1')).length, 1);
  await cluster.stop();
});

test.serial('a server that has not made its socket yet is waited for: no other Postgres is taken for it', async (t) => {
  let visits = 0;
  const other = net.createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as net.AddressInfo;
  const data = path.dirname(postmasterFile);
  const starting = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 500)', '--', '-D', data, '-c', 'x=y']);
  fs.writeFileSync(postmasterFile, `${starting.pid}\n${data}\n1700000000\n${port}\n\n`);
  const cluster = await open();
  t.is(visits, 0);
  t.deepEqual(await query(cluster, 'select name from things'), [{ name: 'one' }]);
  await cluster.stop();
  other.close();
});

test.serial("what the environment says of the user's own servers does not lead away from the cluster", async (t) => {
  const given = { PGHOST: 'db.test', PGPORT: '1', PGUSER: 'me', PGDATABASE: 'mine', PGSSLMODE: 'require' };
  Object.assign(process.env, given);
  const cluster = await open();
  const things = await query(cluster, 'select name from things');
  for (const name of Object.keys(given)) delete process.env[name];
  t.deepEqual(things, [{ name: 'one' }]);
  await cluster.stop();
});

test.serial('half of a cluster, left by a killed initdb, is no obstacle', async (t) => {
  fs.mkdirSync(path.join(directory, 'data-abc123'));
  const cluster = await open();
  t.is((await query(cluster, 'select 1')).length, 1);
  await cluster.stop();
});

test.serial('data of another version of Postgres is refused by name', async (t) => {
  const other = throwAwayDirectory(`haat-of-${process.pid}-`);
  fs.mkdirSync(path.join(other, 'data'));
  fs.writeFileSync(path.join(other, 'data', 'PG_VERSION'), '17\n');
  await t.throwsAsync(openCluster(other, 'volatile'), { message: /was made by Postgres 17, this is 18/ });
  fs.rmSync(other, { recursive: true });
});

test.serial('a deep directory works, and so does one that is closed to everyone else', async (t) => {
  const closed = throwAwayDirectory(`haat-of-${process.pid}-`);
  const deep = path.join(closed, ...Array.from({ length: 12 }, () => 'a-rather-long-name'));
  fs.mkdirSync(deep, { recursive: true });
  if (process.getuid?.() === 0) fs.chownSync(closed, 0, 0);
  fs.chmodSync(closed, 0o700);
  const cluster = await openCluster(path.join(deep, 'postgres'), 'volatile');
  t.is((await withClient(cluster.url('postgres'), (client) => client.query('select 1'))).rowCount, 1);
  await cluster.stop();
  fs.rmSync(closed, { recursive: true });
  if (!cluster.directory.startsWith(closed)) fs.rmSync(cluster.directory, { recursive: true });
});
