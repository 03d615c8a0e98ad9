// The quick form of memory.ts: what a process loads when it starts, and what bounds it. Large libraries wait until somebody
// needs them, or an idle process takes twice the memory.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';

const root = path.join(import.meta.dirname, '..', '..');

/** The packages that importing these files loads, in a process of its own. */
function loadedBy(...files: string[]): string[] {
  const script = `
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url) ?? [];
        if (name) packages.add(name);
        return next(url, context);
      },
    });
    for (const file of process.argv.slice(1)) await import(file);
    console.log(JSON.stringify([...packages]));
    process.exit();`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, ...files.map((file) => path.join(root, file))],
    { encoding: 'utf8' },
  );
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

const large = [
  'postgraphile',
  'graphql',
  'grafast',
  'ruru',
  'sharp',
  'mediabunny',
  '@zxcvbn-ts/language-common',
  '@aws-sdk/client-s3',
  '@smithy/core',
  '@opentelemetry/sdk-trace-node',
  'graphile-migrate',
];

test('the API starts without what only staff, images, videos, a bucket or traces need', (t) => {
  const loaded = loadedBy('server/app.ts', 'server/staff/index.ts');
  t.true(loaded.includes('koa'), 'the test sees what is loaded');
  t.deepEqual(
    loaded.filter((name) => large.includes(name)),
    [],
  );
});

test('a worker starts without what only the API, videos, a bucket or traces need', (t) => {
  const loaded = loadedBy('workers/index.ts');
  t.true(loaded.includes('graphile-worker'), 'the test sees what is loaded');
  t.deepEqual(
    loaded.filter((name) =>
      [...large, 'koa', 'sanitize-html', '@modelcontextprotocol/server', 'zod-openapi'].includes(name),
    ),
    [],
  );
});

test('npm starts the service with bounds for memory, and so does the image', (t) => {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  for (const mode of ['start', 'api', 'worker']) {
    t.regex(scripts[mode], /MALLOC_ARENA_MAX=\d MALLOC_TRIM_THRESHOLD_=\d+ .*--max-semi-space-size=\d /, mode);
  }
  t.regex(
    fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8'),
    /^ENV MALLOC_ARENA_MAX=\d MALLOC_TRIM_THRESHOLD_=\d+ NODE_OPTIONS=--max-semi-space-size=\d$/m,
  );
});
