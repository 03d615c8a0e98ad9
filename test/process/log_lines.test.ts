// What the server writes without a terminal: a container, a service of systemd, a pipe.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { withLogin } from '../../db/connect/connection.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { environment } from '../helpers/processes/environment.ts';
import { freePort } from '../helpers/processes/service.ts';

let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase('runs processes');
});
test.after.always(() => db?.drop());

const script = path.join(import.meta.dirname, '..', '..', 'server', 'index.ts');

interface Line {
  time: string;
  level: string;
  msg: string;
  [name: string]: unknown;
}

/** Every line of an output, which must be a JSON object with time, level and message. */
function parse(t: ExecutionContext, output: string): Line[] {
  return output
    .split('\n')
    .filter(Boolean)
    .map((text) => {
      const parsed = JSON.parse(text) as Line;
      t.regex(parsed.time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, text);
      t.regex(parsed.level, /^(info|warn|error|fatal)$/, text);
      t.is(typeof parsed.msg, 'string', text);
      return parsed;
    });
}

/** A data directory with the file of a demo that was loaded earlier. */
function dataDirectory(t: ExecutionContext): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-log-'));
  t.teardown(() => fs.rmSync(directory, { recursive: true }));
  const demo = {
    companies: [{ name: 'Haat Demo', keys: { store_full: { key: 'service_sk_of_the_demo' } } }],
    staff: [{ email: 'owner@demo.example', password: 'password-of-the-demo', role: 'owner' }],
  };
  fs.writeFileSync(path.join(directory, 'demo.json'), JSON.stringify(demo));
  return directory;
}

async function start(t: ExecutionContext, env: Record<string, string>) {
  // On a loaded machine the server takes its time to come up.
  t.timeout(120_000);
  const child = spawn(process.execPath, [script, 'api'], {
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  const output = { out: '', err: '' };
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stderr.on('data', (chunk) => (output.err += chunk));
  const ready = new Promise<void>((resolve, reject) => {
    ended.then((code) => reject(new Error(`it ended with ${code}: ${output.err}`)));
    child.stdout.on('data', (chunk) => {
      output.out += chunk;
      if (output.out.includes('Haat is ready')) resolve();
    });
  });
  // A test that expects the end does not wait for this.
  ready.catch(() => {});
  return { child, output, ended, ready };
}

test.serial('a whole life, from the start to the last request and the stop, is one JSON object a line', async (t) => {
  const port = await freePort();
  const directory = dataDirectory(t);
  const { child, output, ended, ready } = await start(t, {
    DATABASE_URL: withLogin(db.url, 'haat_gateway'),
    DATA_DIR: directory,
    PORT: String(port),
  });
  await ready;
  t.is((await fetch(`http://127.0.0.1:${port}/ext/v1/me`)).status, 401);
  child.kill('SIGINT');
  t.is(await ended, 0);

  const lines = parse(t, output.out);
  t.like(
    lines.find(({ msg }) => msg === 'Haat is ready'),
    {
      level: 'info',
      rest_url: `http://127.0.0.1:${port}/ext/v1`,
      mcp_url: `http://127.0.0.1:${port}/ext/mcp/v1`,
      admin_url: `http://127.0.0.1:${port}/admin`,
      demo_file: path.join(directory, 'demo.json'),
    },
  );
  t.like(
    lines.find(({ msg }) => msg === 'request'),
    { path: '/ext/v1/me', status: 401 },
  );
  parse(t, output.err);
  t.notRegex(output.out + output.err, /service_sk_of_the_demo|password-of-the-demo/);
});

test.serial('why a start fails is one JSON object too, on standard error', async (t) => {
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, [script, 'api'], { env: { ...environment, ...env }, encoding: 'utf8' });
  const wrong = run({ PORT: '0', POOL_SIZE: 'many' });
  t.is(wrong.status, 1);
  t.is(wrong.stdout, '');
  const [line, ...others] = parse(t, wrong.stderr);
  t.is(others.length, 0);
  t.is(line!.level, 'fatal');
  t.regex(line!.msg, /PORT: must be a whole number from 1 to 65535\nPOOL_SIZE: must be/);
  const gone = run({ DATABASE_URL: 'postgres://haat_gateway@127.0.0.1:9/haat' });
  t.is(gone.status, 1);
  t.like(parse(t, gone.stdout + gone.stderr).at(-1), { level: 'fatal' });
});

test.serial('a port that is taken is said in one line, and names the settings', async (t) => {
  const taken = net.createServer().listen(0, '127.0.0.1');
  t.teardown(() => taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as net.AddressInfo;
  const { output, ended } = await start(t, {
    DATABASE_URL: withLogin(db.url, 'haat_gateway'),
    DATA_DIR: dataDirectory(t),
    PORT: String(port),
  });
  t.is(await ended, 1);
  t.regex(parse(t, output.err).at(-1)!.msg, /the port is taken .* set PORT or WORKER_PORT/);
});

test.serial('on a terminal people read words, with the keys of the demo', async (t) => {
  const port = await freePort();
  // A module that runs first says that standard output is a terminal; a real one would need a program of the system.
  const terminal = 'data:text/javascript,process.stdout.isTTY=true;process.stderr.isTTY=true';
  const { child, output, ended, ready } = await start(t, {
    DATABASE_URL: withLogin(db.url, 'haat_gateway'),
    DATA_DIR: dataDirectory(t),
    PORT: String(port),
    NODE_OPTIONS: `--import=${terminal}`,
  });
  await ready;
  child.kill('SIGINT');
  await ended;
  t.regex(output.out, /^Haat is ready\.$/m);
  t.regex(output.out, /^ {2}Haat Demo, store_full +service_sk_of_the_demo$/m);
  t.regex(output.out, /owner@demo\.example {2}password-of-the-demo$/m);
});
