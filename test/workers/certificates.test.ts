// Receivers that cannot prove who they are: they get nothing, and the log of the endpoint says why.
import { once } from 'node:events';
import fs from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop } from '../helpers/shop.ts';
import { allowLoopback, createEndpoint, emit, until, workers } from '../helpers/webhooks.ts';

const certificates = path.join(import.meta.dirname, '../fixtures/certificates');
const read = (name: string) => fs.readFileSync(path.join(certificates, name), 'utf8');

let db: TestDatabase;
let running: Awaited<ReturnType<typeof workers>>;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-certificates-'));
test.before(async () => {
  db = await freshDatabase('serves all companies');
  await allowLoopback(db.admin);
  const trusted = path.join(folder, 'trusted.pem');
  fs.writeFileSync(trusted, `${read('authority.pem')}\n${read('expired.pem')}`);
  running = await workers(db, { OUTBOUND_CA: trusted });
});
test.after.always(async () => {
  await running?.stop();
  await db?.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Counts the bytes that it gets within TLS. */
async function receiver(certificate: string, address: string) {
  const got = { bytes: 0, requests: 0 };
  const server = https.createServer({ key: read('server.key'), cert: read(certificate) }, (request, response) => {
    got.requests++;
    request.resume().on('end', () => response.end());
  });
  server.on('secureConnection', (socket) => socket.on('data', (chunk: Buffer) => (got.bytes += chunk.length)));
  server.listen(0, address);
  await once(server, 'listening');
  const url = `https://${address}:${(server.address() as AddressInfo).port}/hooks`;
  return { url, got, close: () => server.close() };
}

for (const [what, certificate, address, reason] of [
  ['of an authority that is not trusted', 'untrusted.pem', '127.0.0.1', /^DEPTH_ZERO_SELF_SIGNED_CERT: self-signed/],
  ['that has ended', 'expired.pem', '127.0.0.1', /^CERT_HAS_EXPIRED: certificate has expired/],
  [
    'of another name',
    'server.pem',
    '127.0.0.2',
    /^ERR_TLS_CERT_ALTNAME_INVALID: .*127\.0\.0\.2 is not in the cert's list/,
  ],
] as const) {
  test(`a receiver with a certificate ${what} gets nothing, and the delivery says why`, async (t) => {
    const { url, got, close } = await receiver(certificate, address);
    t.teardown(close);
    const shop = await createShop(db.admin);
    const { endpoint_id } = await createEndpoint(db, shop, url);
    await emit(db, shop);
    await until(db, 'exists (select from app.webhook_attempts where endpoint_id = $1)', [endpoint_id]);
    const { rows } = await db.admin.query(
      `select a.outcome, a.response_status, a.error, d.status, d.failures
       from app.webhook_attempts a join app.webhook_deliveries d on d.id = a.delivery_id
       where a.endpoint_id = $1 and a.attempt = 1`,
      [endpoint_id],
    );
    t.like(rows[0], { outcome: 'unreachable', response_status: null, status: 'pending', failures: 1 });
    t.regex(rows[0].error, reason);
    t.deepEqual(got, { bytes: 0, requests: 0 });
  });
}

test('the same receiver with a good certificate gets the event', async (t) => {
  const { url, got, close } = await receiver('server.pem', '127.0.0.1');
  t.teardown(close);
  const shop = await createShop(db.admin);
  const { endpoint_id } = await createEndpoint(db, shop, url);
  await emit(db, shop);
  await until(db, `exists (select from app.webhook_deliveries where endpoint_id = $1 and status = 'delivered')`, [
    endpoint_id,
  ]);
  t.is(got.requests, 1);
});
