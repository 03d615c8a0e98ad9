// A Web Push message: its body encrypted for the browser (RFC 8291, by the package http_ece), so that the push service reads
// nothing of it, and its headers, signed with the key of the company (VAPID, RFC 8292).
import { createECDH, createPrivateKey, sign } from 'node:crypto';
import ece from 'http_ece';

export type Device = { endpoint: string; p256dh: string; auth: string };
/** In base64url: the point, and the number. */
export type Pair = { publicKey: string; privateKey: string };

/** How long a push service keeps a message for a device that is off, in seconds: what is older is no news. */
const keptSeconds = 4 * 3600;
const signedSeconds = 12 * 3600;

/** Throws an error when the key of the device is no point of the curve. */
export function encrypted(text: string, { p256dh, auth }: Device): Buffer {
  const once = createECDH('prime256v1');
  once.generateKeys();
  return ece.encrypt(Buffer.from(text), { version: 'aes128gcm', privateKey: once, dh: p256dh, authSecret: auth });
}

/** `contact`: where the people of a push service ask who we are. They want an https address, or none. */
export function headersFor(
  { endpoint }: Device,
  pair: Pair,
  contact: string,
  now = Date.now(),
): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    'user-agent': 'Haat-Push/1',
    ttl: String(keptSeconds),
    urgency: 'high',
    authorization: `vapid t=${tokenFor(new URL(endpoint).origin, pair, contact, now)}, k=${pair.publicKey}`,
  };
}

function tokenFor(audience: string, { publicKey, privateKey }: Pair, contact: string, now: number): string {
  const claims = {
    aud: audience,
    exp: Math.floor(now / 1000) + signedSeconds,
    ...(contact.startsWith('https:') && { sub: contact }),
  };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
