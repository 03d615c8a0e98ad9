// Trouble with the database or the storage in any step of a call that brings pictures or asks for a video's bytes: what
// the caller is told, that it was counted once, and that nothing is left behind.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { loadSettings } from '../../server/process/settings.ts';
import { type RequestOptions, startApi } from '../helpers/api.ts';
import { fakeKey, fakePool, type Statement } from '../helpers/fake-pool.ts';
import { authority, drawn, type ImageServer, startImageServer } from '../helpers/servers/image-server.ts';
import { toolsPath } from '../helpers/tools.ts';

let pictures: ImageServer;
test.before(async () => {
  const red = await drawn('png');
  pictures = await startImageServer((_request, response) => void response.end(red));
});
test.after.always(() => pictures?.stop());

const id = randomUUID();
const upload = { id, storage_key: 'videos/c/a.mp4', storage_upload_id: null, status: 'uploading', size_bytes: 5 };
const lease = randomUUID();

const known: Record<string, object> = {
  'gate.start_image_call': { found: { lease } },
  'gate.count_image_links': { found: { counted: 1 } },
  'gate.start_video_completion': { found: { ...upload, lease, parts: [], unsigned_parts: [1] } },
};

const trouble = {
  503: Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' }),
  500: Object.assign(new Error('no such thing'), { code: '42883', severity: 'ERROR' }),
};

/** The API before a database that knows the video and fails where it is told to. */
async function api(t: ExecutionContext, isFailing: (statement: Statement) => false | Error) {
  const pool = fakePool((statement) => {
    const error = isFailing(statement);
    if (error) throw error;
    return { ...(statement.name === 'gate.precheck' && { result: JSON.stringify(upload) }), ...known[statement.name] };
  });
  const { outboundAllow } = loadSettings({ OUTBOUND_ALLOW: `localhost:${pictures.port}` });
  const started = await startApi({ pool, outboundAllow, outboundCa: authority });
  t.teardown(started.stop);
  const stored = () =>
    fs.readdirSync(started.mediaDirectory, { recursive: true }).filter((name) => String(name).endsWith('.webp'));
  return { ...started, pool, stored };
}

type Case = { request: [method: string, path: string, options: () => Promise<RequestOptions>]; steps: string[] };

const idempotencyKey = 'k';
const json = (body: object) => async () => ({ body, idempotencyKey });
const form = async () => {
  const raw = new FormData();
  raw.append('images', new Blob([new Uint8Array(await drawn('png'))], { type: 'image/png' }), 'a.png');
  return { raw, idempotencyKey };
};

const cases: Record<string, () => Case> = {
  'pictures by link': () => ({
    request: ['POST', `/products/${id}/images`, json({ images: [{ source_url: pictures.url('/red.png') }] })],
    steps: ['gate.precheck', 'gate.start_image_call', 'gate.count_image_links', 'gate.call'],
  }),
  'pictures by form': () => ({
    request: ['POST', `/products/${id}/images`, form],
    steps: ['gate.replay', 'gate.start_image_call', 'gate.precheck', 'gate.call'],
  }),
  'the link of a video': () => ({
    request: ['POST', '/videos/import', json({ source_url: 'https://8.8.8.8/saree.mp4' })],
    steps: ['gate.precheck', 'gate.call'],
  }),
  'a video that is read': () => ({
    request: ['GET', `/videos/${id}`, async () => ({})],
    steps: ['gate.precheck', 'gate.call'],
  }),
  'a video that is completed': () => ({
    request: ['POST', `/videos/${id}/complete`, json({})],
    steps: ['gate.precheck', 'gate.start_video_completion', 'gate.call'],
  }),
};

/** What counts a call: a statement that admits it with a cost. */
const costs = (statements: Statement[]) =>
  statements.reduce((sum, { name, values }) => {
    const cost = { 'gate.admit_only': values[3], 'gate.precheck': values[5], 'gate.call': values[5] }[name] ?? 0;
    return sum + (cost as number);
  }, 0);

for (const [of, make] of Object.entries(cases)) {
  test(`${of}: trouble in any step is 503 or 500 with its headers, counted once, and nothing is stored`, async (t) => {
    const { request, steps } = make();
    const [method, path, options] = request;
    let failing: { step: string; error: Error } | null = null;
    const { pool, stored, ...started } = await api(t, ({ name }) => {
      // Once: the window may be asked again afterwards, for the headers.
      const error = failing?.step === name && failing.error;
      if (error) failing = null;
      return error;
    });
    for (const step of steps) {
      for (const [status, error] of Object.entries(trouble)) {
        failing = { step, error };
        pool.statements.length = 0;
        const answer = await started.request(method, path, { ...(await options()), key: fakeKey });
        t.is(String(answer.status), status, `${step}: ${answer.text}`);
        t.is(answer.body.error.code, status === '503' ? 'UNAVAILABLE' : 'INTERNAL', step);
        t.false(answer.text.includes(error.message), step);
        t.is(answer.headers.get('retry-after'), status === '503' ? '2' : null, step);
        // A database that cut the very admission does not know the window.
        const isCut = status === '503' && step === 'gate.precheck';
        t.is(answer.headers.get('x-ratelimit-limit'), isCut ? null : '120', step);
        t.true(costs(pool.statements) <= 1, `${step}: counted ${costs(pool.statements)} times`);
        t.deepEqual(stored(), [], step);
        const isPlaceTaken = pool.names().includes('gate.start_image_call') && step !== 'gate.start_image_call';
        if (isPlaceTaken) t.is(pool.names().at(-1), 'gate.end_image_call', step);
      }
    }
  });
}

test('a place that cannot be given back takes nothing from the answer', async (t) => {
  for (const [of, make] of Object.entries(cases)) {
    const [method, path, options] = make().request;
    const { request } = await api(t, ({ name }) => /^gate\.end_/.test(name) && trouble[503]);
    const answer = await request(method, path, { ...(await options()), key: fakeKey });
    t.true(answer.status < 300, `${of}: ${answer.text}`);
  }
});

test('a tool is told the same as REST', async (t) => {
  const args = { id, images: [{ source_url: pictures.url('/red.png') }] };
  for (const step of ['gate.precheck', 'gate.start_image_call', 'gate.count_image_links', 'gate.call']) {
    const { request } = await api(t, ({ name }) => name === step && trouble[503]);
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
    const params = { name: 'add_product_images_from_urls', arguments: args };
    const answer = await request('POST', toolsPath, { key: fakeKey, body: { ...body, params } });
    const error = answer.body.error ?? JSON.parse(answer.body.result.content[0].text).error;
    t.is(error.code, 'UNAVAILABLE', step);
  }
});

test('a storage that is away is 502 with the headers of an admitted call', async (t) => {
  const { request, mediaDirectory } = await api(t, () => false);
  // A file in the place of the folder: nothing can be written below it.
  fs.rmSync(mediaDirectory, { recursive: true });
  fs.writeFileSync(mediaDirectory, '');
  const { request: sent } = cases['pictures by link']!();
  const answer = await request(sent[0], sent[1], { ...(await sent[2]()), key: fakeKey });
  t.is(answer.status, 502, answer.text);
  t.is(answer.body.error.code, 'STORAGE_UNAVAILABLE');
  t.is(answer.headers.get('x-ratelimit-limit'), '120');
});
