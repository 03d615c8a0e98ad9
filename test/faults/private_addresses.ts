// Private and reserved addresses in every spelling that some parser takes for one: no connection is made to any, as a link,
// as an endpoint, as an address, as what a name resolves to.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { request } from 'undici';
import { createOutbound, endpointProblem, linkProblem } from '../../server/process/outbound.ts';
import { loadSettings } from '../../server/process/settings.ts';
import { type Generator, inRounds, oneOf, type Random, type Row } from '../helpers/faults.ts';

const spellingsOfARound = 120;

/** First bytes and how many bits of them count. */
const ranges4: [bytes: number[], bits: number][] = [
  [[0], 8],
  [[10], 8],
  [[100, 64], 10],
  [[127], 8],
  [[169, 254], 16],
  [[172, 16], 12],
  [[192, 0, 0], 24],
  [[192, 168], 16],
  [[198, 18], 15],
  [[224], 4],
  [[240], 4],
];
const ranges6 = ['::1', '::', 'fc00::', 'fd12:3456::', 'fe80::', 'fec0::', 'ff02::', '2001:db8::', '3fff::', '5f00::'];

function address4(random: Random): number[] {
  const [first, bits] = oneOf(random, ranges4);
  return [0, 1, 2, 3].map((n) => {
    const own = Math.max(0, Math.min(8, bits - 8 * n));
    const free = 2 ** (8 - own);
    return ((first[n] ?? 0) & ~(free - 1)) | Math.floor(random() * free);
  });
}

const word = (bytes: number[]): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const pair = (high: number, low: number): string => (high * 256 + low).toString(16);

/** The ways to write an IPv4 address; URL parsers understand the first ones, IPv6 can carry the last ones. */
const spellings4: ((bytes: number[], random: Random) => string)[] = [
  (bytes) => bytes.join('.'),
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => String(word(bytes)),
  (bytes) => `0x${word(bytes).toString(16)}`,
  (bytes) => `0${word(bytes).toString(8)}`,
  (bytes) => `${bytes[0]}.${word(bytes.slice(1))}`,
  (bytes) => `${bytes[0]}.${bytes[1]}.${word(bytes.slice(2))}`,
  (bytes, random) => bytes.map((byte) => spellByte(byte, random)).join('.'),
  (bytes) => bytes.join('.').replaceAll(/\d/g, (digit) => `%3${digit}`),
  (bytes) => [...bytes.join('.')].map((c) => (c === '.' ? '。' : String.fromCodePoint(0xff10 + Number(c)))).join(''),
  (bytes) => `[::ffff:${bytes.join('.')}]`,
  ([a, b, c, d]) => `[::ffff:${pair(a!, b!)}:${pair(c!, d!)}]`,
  ([a, b, c, d]) => `[0:0:0:0:0:FFFF:${pair(a!, b!)}:${pair(c!, d!)}]`,
  (bytes) => `[::${bytes.join('.')}]`,
  (bytes) => `[::ffff:0:${bytes.join('.')}]`,
  ([a, b, c, d]) => `[64:ff9b::${pair(a!, b!)}:${pair(c!, d!)}]`,
  ([a, b, c, d]) => `[2002:${pair(a!, b!)}:${pair(c!, d!)}::1]`,
];

const spellByte = (byte: number, random: Random): string =>
  oneOf(random, [
    String(byte),
    `0x${byte.toString(16)}`,
    `0${byte.toString(8)}`,
    `0X${byte.toString(16).toUpperCase()}`,
  ]);

/** A host of a URL, and the address where a name could resolve to it. */
function spell(random: Random): { host: string; address: string } {
  if (random() < 0.2) {
    const address = oneOf(random, ranges6) + (random() < 0.5 ? '' : Math.ceil(random() * 0xffff).toString(16));
    const written = random() < 0.5 ? address.toUpperCase() : address;
    if (URL.canParse(`https://[${written}]/`)) return { host: `[${written}]`, address };
  }
  const bytes = address4(random);
  return { host: oneOf(random, spellings4)(bytes, random), address: bytes.join('.') };
}

const resolvesTo = (address: string): LookupFunction =>
  ((_host, options, callback) => {
    const family = address.includes(':') ? 6 : 4;
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  }) as LookupFunction;

export const run: Generator = async (options) => {
  // Each request that reaches this machine is counted.
  let reached = 0;
  const server = http.createServer((_, response) => response.end(String(reached++)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await inRounds(options, async (random) => {
      const before = reached;
      const gaveWay: string[] = [];
      for (let n = 0; n < spellingsOfARound; n++) gaveWay.push(...(await attack(random, port)));
      if (reached > before) gaveWay.push(`${reached - before} connections to this machine`);
      return { operations: spellingsOfARound * 4, gaveWay } satisfies Partial<Row>;
    });
  } finally {
    server.close();
  }
};

/** What got through. */
async function attack(random: Random, port: number): Promise<string[]> {
  const { host, address } = spell(random);
  const url = `${oneOf(random, ['https', 'http', 'HTTPS'])}://${host}:${port}/`;
  const named = 'https://shop.test/';
  const lookup = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
  const through: string[] = [];
  if ((await linkProblem(url, [])) === null) through.push(`link ${url}`);
  // What no parser takes for a host is no endpoint at all; the form of the URL is refused before.
  if (URL.canParse(url) && (await endpointProblem(url, [])) === null) through.push(`endpoint ${url}`);
  if ((await linkProblem(named, [], lookup)) === null) through.push(`link to a name with ${address}`);
  for (const [target, options] of [
    [url, {}],
    [named, { lookup: resolvesTo(address) }],
  ] as const) {
    const outbound = createOutbound(loadSettings({ OUTBOUND_ALLOW: '' }), { connectTimeoutMs: 1_000, ...options });
    const told = await request(target, { dispatcher: outbound }).then(
      ({ statusCode }) => `status ${statusCode}`,
      (error) => error.code as string,
    );
    if (told !== 'OUTBOUND_REFUSED' && URL.canParse(target)) through.push(`request to ${target} (${address}): ${told}`);
    await outbound.destroy();
  }
  return through;
}
