// The examples of the reference are what the demo shop answers: they are played here again and compared. When they
// differ on purpose, `npm run codegen -- examples` writes them anew.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { errorEnvelope } from '../../server/openapi/schemas.ts';
import { operations } from '../../server/operations/index.ts';
import { type Answer, mediaUrl, startApi } from '../helpers/api.ts';
import { demoRefusals, playStory, type Step } from '../helpers/demo-story.ts';
import { authority, drawn, startImageServer } from '../helpers/servers/image-server.ts';
import { demoDay, openDemoShop } from '../helpers/shops/demo-shop.ts';
import { moveClock } from '../helpers/webhooks.ts';

const file = path.join(import.meta.dirname, '../../server/openapi/examples.json');
type Recorded = Pick<Step, 'path' | 'query' | 'body'> & { answer: unknown };
type Examples = { operations: Record<string, Recorded>; errors: Record<string, unknown> };

test('the examples are what the demo answers', async (t) => {
  t.timeout(180_000);
  const played = await play(t.teardown.bind(t));
  if (process.env.HAAT_WRITE) fs.writeFileSync(file, `${JSON.stringify(played, null, 2)}\n`);
  const recorded = JSON.parse(fs.readFileSync(file, 'utf8')) as Examples;
  t.deepEqual(withoutTimes(played), withoutTimes(recorded));
  t.deepEqual(
    Object.keys(operations).filter((name) => !(name in recorded.operations)),
    [],
    'operations without an example',
  );
});

async function play(atTheEnd: (work: () => Promise<void>) => void): Promise<Examples> {
  const { db, directory, close } = await openDemoShop();
  await moveClock(db, `${demoDay.getTime() - Date.now()} milliseconds`);
  const demo = JSON.parse(fs.readFileSync(path.join(directory, 'demo.json'), 'utf8'));
  const keyOf = ([company, name]: [number, string]): string => demo.companies[company].keys[name].key;
  const [jpeg, pool] = [await drawn('jpeg', { width: 640, height: 640 }), db.as('haat_gateway', { max: 2 })];
  const pictures = await startImageServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg);
  });
  const api = await startApi({ pool, outboundAllow: [{ host: 'localhost', port: undefined }], outboundCa: authority });
  atTheEnd(async () => {
    await api.stop();
    await pictures.stop();
    await close();
  });

  const key = keyOf([0, 'store_full']);
  const played: Examples = { operations: {}, errors: {} };
  const link = (name: string) => pictures.url(`/${name}`);
  const answers = await playStory(
    { api, db, link, key, methods: demo.companies[0].stores[0].payment_methods },
    (step, answer) => {
      const { operation: name, path: parameters = {}, query, body } = step;
      if (answer.status !== operations[name]!.status) throw new Error(`${name}: ${answer.text}`);
      // Of an answer of many lines, the first.
      const shown = Array.isArray(answer.body) ? answer.body[0] : answer.body;
      played.operations[name] = { path: parameters, query, body, answer: shown };
    },
  );
  const rival = await api.request('GET', '/products?limit=1&status=active', { key: keyOf([1, 'store_full']) });
  answers.rivalSku = rival.body.data[0].variants[0].sku;
  const pending = await api.request('GET', '/orders?limit=1&status=pending', { key });
  answers.pendingOrder = pending.body.data[0].id;
  for (const [code, refused] of Object.entries(demoRefusals(answers))) {
    let answer: Answer | undefined;
    for (let nth = 1; nth <= (refused.times ?? 1) && answer?.body?.error?.code !== code; nth++) {
      answer = await api.request(refused.method, refused.path, {
        key: refused.key && keyOf(refused.key),
        body: refused.body,
        raw: refused.raw,
        headers: refused.headers,
        idempotencyKey: refused.idempotencyKey ?? (refused.path === '/orders' ? `${code} ${nth}` : undefined),
      });
    }
    if (answer!.body?.error?.code !== code) throw new Error(`${code} expected: ${answer!.text}`);
    played.errors[code] = errorEnvelope.parse(answer!.body);
  }
  return tidied(played, pictures.url(''));
}

/** The same text for every playing: ids counted, times without milliseconds, nobody's real key or port. */
function tidied(played: Examples, pictureServer: string): Examples {
  const ids = new Map<string, string>();
  const text = JSON.stringify(played)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, `0198c5a0-2c11-7f6e-9a51-${(ids.size + 1).toString(16).padStart(12, '0')}`);
      return ids.get(id)!;
    })
    .replace(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z/g, '$1.000Z')
    .replaceAll(pictureServer, 'https://example.com')
    .replaceAll(mediaUrl, 'https://haat.example/media')
    .replace(/\bsignature=[\w-]+/g, 'signature=Yk3vX0pQ')
    .replace(/\bexpires=\d+/g, 'expires=1788077700')
    .replace(/"prefix":"[^"]+","last4":"[^"]+"/, '"prefix":"service_sk_a8Fk","last4":"x7Qd"');
  return JSON.parse(text);
}

/** The clock runs while the demo plays. */
function withoutTimes(examples: Examples): unknown {
  return JSON.parse(JSON.stringify(examples).replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'));
}
