// A browser that takes notices, and the push service that brings them: both on this machine.
import { createECDH, createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import ece from 'http_ece';
import type { TestDatabase } from './database.ts';
import { testSecrets } from './secrets.ts';

export type Pushed = { path: string; headers: Record<string, string>; body: Buffer };

/** A push service. `status`: what it answers. */
export class PushService {
  readonly got: Pushed[] = [];
  url = '';
  status = 201;
  readonly #server = http.createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    this.got.push({
      path: request.url!,
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks),
    });
    response.writeHead(this.status).end();
  });

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** What `pushManager.subscribe` gives, with the keys that only the browser has. */
export class Browser {
  readonly endpoint: string;
  readonly path: string = `/push/${randomBytes(8).toString('hex')}`;
  readonly #pair = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor(service = 'https://push.example.com') {
    this.endpoint = service + this.path;
    this.#pair.generateKeys();
  }

  get given() {
    const publicKey = this.#pair.getPublicKey('base64url');
    return { endpoint: this.endpoint, publicKey, auth: this.#auth.toString('base64url') };
  }

  /** The message, as the browser reads it. */
  read({ body }: Pushed): { title: string; body: string; tag: string; path: string } {
    const authSecret = this.#auth.toString('base64url');
    return JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey: this.#pair, authSecret }).toString());
  }
}

/** The claims of the token that a message is signed with, when it is good for the key that browsers were given (RFC 8292). */
export function claimsOf({ headers }: Pushed, publicKey: string): { aud: string; exp: number; sub?: string } | null {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization!)!;
  const [head, claims, signature] = token!.split('.') as [string, string, string];
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: jwk, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isGood && key === publicKey ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null;
}

/** Calls a procedure in a session, as the staff server does. */
export async function inSession(db: TestDatabase, token: string, sql: string, values: unknown[] = []) {
  const client = await db.as('haat_staff_gateway').connect();
  try {
    await client.query('begin');
    await client.query('set local role haat_staff');
    const pair = createECDH('prime256v1');
    const publicKey = pair.generateKeys('base64url');
    const session = createHash('sha256').update(token).digest();
    const { rows: companies } = await db.admin.query(
      'select company_id as id from app.staff_sessions where token_hash = $1',
      [session],
    );
    await client.query(
      `select set_config('haat.session', $1, true), set_config('haat.push_public_key', $2, true),
         set_config('haat.push_sealed_key', $3, true)`,
      [
        session.toString('hex'),
        publicKey,
        testSecrets.encrypt(pair.getPrivateKey('base64url'), `push_key:${companies[0].id}`),
      ],
    );
    const { rows } = await client.query(sql, values);
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Turns notices on in a browser of a session; gives the device's id and the key of the company. */
export async function turnOn(
  db: TestDatabase,
  token: string,
  browser: Browser,
  choice: { language?: string; digits?: string; newOrders?: boolean; callBacks?: boolean; storeId?: string } = {},
): Promise<{ id: string; key: string }> {
  const [{ key }] = await inSession(db, token, 'select staff.begin_push() as key');
  const { endpoint, publicKey, auth } = browser.given;
  const { language = 'en', digits = 'latn', newOrders = true, callBacks = true, storeId = null } = choice;
  const [{ id }] = await inSession(db, token, 'select (staff.save_push_device($1, $2, $3, $4, $5, $6, $7, $8)).id', [
    endpoint,
    publicKey,
    auth,
    language,
    digits,
    newOrders,
    callBacks,
    storeId,
  ]);
  return { id, key };
}
