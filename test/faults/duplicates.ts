// Clients that do not wait: several send one call at one moment under one Idempotency-Key, over REST and as a tool,
// again and again until it is decided, while another caller uses the key for another call, and one hangs up. It acts
// once, whoever is told what it did is told the same, and as soon as all are answered one more try is answered too,
// and never told that it is under way.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { loadSettings } from '../../server/process/settings.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { type Generator, inRounds, oneOf, type Random, type Row } from '../helpers/faults.ts';
import { findBroken } from '../helpers/invariants.ts';
import { callAsTool, callRoute, type Input, registry } from '../helpers/operations/call.ts';
import { authority, drawn, startImageServer } from '../helpers/servers/image-server.ts';
import { complete, type NastyShop, openNastyShop, pathOf } from '../helpers/shops/nasty-shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { sample } from '../helpers/videos/samples.ts';
import { upload } from '../helpers/videos/uploads.ts';

const callsOfARound = 14;
/** A try that is told to come again does so at once, so many times, and then as often as it likes. */
const atOnce = 40;
/** After so long it is never, even on a busy machine. */
const neverMs = 60_000;

/** What one try was told. `under way`: to come again. */
type Told = { code: string | null; document: unknown; isReplay: boolean; isUnderWay: boolean; text: string };
type Send = (idempotencyKey: string, signal?: AbortSignal) => Promise<Told>;
/** The same call by each of its doors, and another call. */
type Twins = { name: string; doors: Send[]; other: Send };

type House = NastyShop & {
  db: TestDatabase;
  api: TestApi;
  staff: StaffDesk;
  token: string;
  links: string[];
  png: Buffer;
};

export const run: Generator = async (options) => {
  const db = await freshDatabase('reads whole tables');
  const png = await drawn('png');
  const server = await startImageServer((_, response) => response.end(png));
  const { outboundAllow } = loadSettings({ OUTBOUND_ALLOW: `localhost:${server.port}` });
  const pool = db.as('haat_gateway', { max: 20 });
  const api = await startApi({ pool, outboundAllow, outboundCa: authority });
  const staff = await startStaff(db);
  try {
    return await inRounds(options, async (random) => {
      const shop = await openNastyShop(db, api);
      const token = await signInAs(db, shop.shop.companyId, 'owner');
      const house = { ...shop, db, api, staff, token, png, links: [server.url('/a'), server.url('/b')] };
      const found = { operations: 0, doubled: 0, serverErrors: 0, gaveWay: [] as string[] };
      const names = Object.keys(calls).map((name) => ({ name, at: random() }));
      for (const { name } of names.sort((one, other) => one.at - other.at).slice(0, callsOfARound))
        await sendAtOnce(house, await calls[name]!(house, random), random, found);
      found.gaveWay.push(...(await leftOver(house)), ...(await findBroken(db.admin)));
      return found;
    });
  } finally {
    await staff.stop();
    await api.stop();
    await server.stop();
    await db.drop();
  }
};

type Found = Pick<Row, 'operations' | 'doubled' | 'serverErrors' | 'gaveWay'>;

async function sendAtOnce(house: House, { name, doors, other }: Twins, random: Random, found: Found): Promise<void> {
  const key = randomUUID();
  const wrong = (what: string) => found.gaveWay.push(`${name}: ${what}`);
  const isCut = random() < 0.3;
  const hangUp = new AbortController();
  const never = performance.now() + neverMs;
  const before = await acts(house);

  const client = async (send: Send, afterMs: number): Promise<Told[]> => {
    await pause(afterMs);
    for (let tries = 1; performance.now() < never; tries++) {
      const told = await send(key);
      found.operations++;
      if (told.code === 'INTERNAL') found.serverErrors++;
      if (!told.isUnderWay) return [told];
      if (told.code !== inFlight || tries > atOnce) await pause(20);
    }
    wrong('never decided');
    return [];
  };
  const clients = Array.from({ length: 2 + Math.floor(random() * 4) }, () =>
    client(oneOf(random, doors), random() < 0.5 ? 0 : random() * 30),
  );
  const meddler = random() < 0.5 ? pause(random() * 30).then(() => other(key)) : null;
  const cut = isCut ? doors[0]!(key, hangUp.signal).catch(() => null) : null;
  if (isCut) {
    await pause(random() * 30);
    hangUp.abort();
  }
  const told = (await Promise.all(clients)).flat();
  const meddled = await meddler;
  await cut;
  // Another call under the key may have been the first: then it is what all are told of.
  const isTaken = meddled !== null && !meddled.isUnderWay && meddled.code !== 'IDEMPOTENCY_CONFLICT';

  let last = await doors[0]!(key);
  // The result of the call that was hung up on is unknown; it may still run. And a busy machine may refuse any call.
  while (last.isUnderWay && (isCut || last.code !== inFlight) && performance.now() < never) {
    await pause(20);
    last = await doors[0]!(key);
  }
  if (last.isUnderWay) wrong(`all were answered, and the next is told ${last.text}`);
  const acted = (await acts(house)) - before;
  if (acted > 1) found.doubled++;
  if (acted > 1) wrong(`${acted} requests changed something`);
  if (isTaken) return;
  const done = told.filter(({ code }) => code === null);
  if (done.filter(({ isReplay }) => !isReplay).length > 1) wrong('more than one was told that it did it');
  if (done.length > 0 && !last.isReplay) wrong(`done, and not replayed: ${last.text}`);
  for (const one of told) {
    const isSame = one.code === last.code && (one.code !== null || isDeepStrictEqual(one.document, last.document));
    // A secret is shown to the first alone.
    if (!isSame && !(name === 'createApiKey' && !one.isReplay)) wrong(`one is told ${one.text}, another ${last.text}`);
  }
}

/** How many requests changed something so far. */
async function acts({ db, shop }: House): Promise<number> {
  const sources = ['events', 'activity_log', 'changes'].map(
    (table) => `select request_id from app.${table} where company_id = $1 and request_id not like 'job\\_%'`,
  );
  const { rows } = await db.admin.query(
    `select count(distinct request_id)::int as n from (${sources.join(' union ')})`,
    [shop.companyId],
  );
  return rows[0].n;
}

/** What calls that ended may not leave behind; that of one that was hung up on may still be ending. */
async function leftOver({ db, shop }: House): Promise<string[]> {
  for (const never = performance.now() + neverMs; ; ) {
    const { rows } = await db.admin.query(
      `select 'a lease of a video' as what from app.videos where company_id = $1 and status = 'uploading'
         and source = 'upload' and lease_id is not null
       union all
       select 'a slot for images' from gate.image_calls where lineage_id = $2`,
      [shop.companyId, shop.storeKey.id],
    );
    if (rows.length === 0 || performance.now() > never) return rows.map(({ what }) => `${what} is left`);
    await pause(20);
  }
}

const inFlight = 'IDEMPOTENCY_IN_FLIGHT';
const passing = [inFlight, 'RATE_LIMITED', 'UNAVAILABLE', 'STORAGE_UNAVAILABLE', 'TIMEOUT'];

/** An operation over REST and, where there is one, as a tool. */
function operation(house: House, name: string, input: Input): Twins {
  const { storeKey } = house.shop;
  const by =
    (door: typeof callRoute, given: Input): Send =>
    async (idempotencyKey, signal) => {
      const at = signal ? { ...house.api, request: cutting(house.api, signal) } : house.api;
      const { code, document, replayed, answer } = await door(at, name, given, { key: storeKey.key, idempotencyKey });
      const isUnderWay = code !== null && passing.includes(code);
      return {
        code,
        document: lasting(name, document),
        isReplay: replayed,
        isUnderWay,
        text: answer.text.slice(0, 300),
      };
    };
  const isRoute = 'path' in registry[name]!;
  const routes = isRoute ? [by(callRoute, input)] : [];
  const tools = registry[name]!.tool ? [by(callAsTool, input)] : [];
  const fields = Object.keys(registry[name]!.input.shape);
  const elsewhere = {
    ...input,
    ...(fields.includes('note') ? { note: 'other' } : { store_id: house.shop.stores[0].id }),
  };
  return { name, doors: [...routes, ...tools], other: by(isRoute ? callRoute : callAsTool, elsewhere) };
}

const cutting =
  (api: TestApi, signal: AbortSignal): TestApi['request'] =>
  (method, path, options) =>
    api.request(method, path, { ...options, signal });

/** Addresses are signed anew each time. */
// biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
const lasting = (name: string, document: any) =>
  name === 'sign_video_parts' && document ? document.data.map((one: Input) => one.part_number) : document;

/** An operation that takes pictures as parts of a form. */
function form(house: House, name: string, fields: Record<string, string | Buffer>): Twins {
  const { method, path } = pathOf(house, name);
  const send =
    (more: Record<string, string>): Send =>
    async (idempotencyKey, signal) => {
      const raw = new FormData();
      for (const [field, value] of Object.entries({ ...fields, ...more })) {
        if (typeof value === 'string') raw.append(field, value);
        else raw.append(field, new Blob([new Uint8Array(value)], { type: 'image/png' }), 'picture.png');
      }
      const options = { key: house.shop.storeKey.key, raw, idempotencyKey, signal };
      const { body, text, headers } = await house.api.request(method, path, options);
      const code = body?.error?.code ?? null;
      const isUnderWay = code !== null && passing.includes(code);
      const isReplay = headers.get('idempotent-replayed') === 'true';
      return { code, document: code ? null : body, isReplay, isUnderWay, text: text.slice(0, 300) };
    };
  // The key covers the route only: whatever the form holds, it is the same call.
  return { name: `${name} as a form`, doors: [send({})], other: send({}) };
}

/** A mutation of staff. */
function mutation({ staff, token }: House, name: string, selection: string, input: object): Twins {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
  const send =
    (given: object): Send =>
    async (idempotencyKey, signal) => {
      const headers = { 'idempotency-key': idempotencyKey };
      const options = { key: token, body: { query, variables: { input: given } }, headers, signal };
      const { body, text, headers: answered } = await staff.request('POST', '//admin/graphql', options);
      const code = body.errors?.[0].extensions.code ?? null;
      const isReplay = answered.get('idempotent-replayed') === 'true';
      const isUnderWay = passing.includes(code);
      return { code, document: code ? null : body.data, isReplay, isUnderWay, text: text.slice(0, 300) };
    };
  return { name, doors: [send(input)], other: send({ ...input, clientMutationId: 'other' }) };
}

const unique = (input: Input): Input => JSON.parse(JSON.stringify(input).replaceAll('{unique}', randomUUID()));

/** Operations with pictures by link, or that need more than the shop has. */
const special: Record<string, (house: House, random: Random) => Input | Promise<Input>> = {
  add_product_images: ({ links }) => ({ images: links.map((source_url) => ({ source_url })) }),
  add_order_attachment: ({ links }) => ({ source_url: links[0] }),
  create_product: (house) => {
    const images = house.links.map((source_url) => ({ source_url }));
    return unique({ ...complete(house).create_product, images });
  },
  create_brand: ({ links }) => ({ name: randomUUID(), logo_url: links[0] }),
  update_category: ({ links }) => ({ image_url: links[0], banner_url: links[1] }),
  set_video_cover: ({ links }) => ({ cover_url: links[0] }),
  complete_video: async ({ api, shop }) => {
    const send = (method: string, path: string, body?: unknown) =>
      api.request(method, path, { key: shop.storeKey.key, body });
    return { id: await upload(api, send, sample('ok')) };
  },
  cancel_job: async ({ api, shop }) => {
    const body = { operation: 'create_brand', lines: [{ name: randomUUID() }] };
    const options = { key: shop.storeKey.key, idempotencyKey: randomUUID(), body };
    return { id: (await api.request('POST', '/jobs', options)).body.id };
  },
  attach_product_video: ({ ids }) => ({ product_id: ids.products, video_id: ids.videos }),
};

const forms: Record<string, (house: House) => Record<string, string | Buffer>> = {
  create_brand: ({ png }) => ({ name: randomUUID(), logo: png, banner: png }),
  create_category: ({ png }) => ({ name: randomUUID(), image: png }),
  add_product_images: ({ png }) => ({ images: png }),
  add_order_attachment: ({ png }) => ({ file: png }),
  set_video_cover: ({ png }) => ({ cover: png }),
};

const mutations: Record<string, (house: House) => Twins> = {
  createOrder: (house) => staffOrder(house, 1),
  'createOrder of too many': (house) => staffOrder(house, 100_000),
  createApiKey: (house) => {
    const input = { name: 'twin', type: 'store', storeId: house.shop.stores[0].id, scopes: ['orders:read'] };
    return mutation(house, 'createApiKey', 'issuedApiKey { plaintext }', input);
  },
};

const staffOrder = (house: House, quantity: number): Twins =>
  mutation(house, 'createOrder', 'order { id number }', {
    storeId: house.shop.stores[0].id,
    customer: { phone: '01712345678', fullName: 'Karim' },
    items: [{ sku: 'SOAP', quantity }],
  });

const writes = Object.keys(registry).filter((name) => registry[name]!.method !== 'GET');
const calls: Record<string, (house: House, random: Random) => Twins | Promise<Twins>> = {
  ...Object.fromEntries(
    writes.map((name) => [
      name,
      async (house: House, random: Random) => {
        const given = special[name] ? await special[name](house, random) : unique(complete(house)[name] ?? {});
        return operation(house, name, { ...pathOf(house, name).parameters, ...given });
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(forms).map(([name, fields]) => [`form ${name}`, (house: House) => form(house, name, fields(house))]),
  ),
  ...mutations,
};
