// Signing secrets of webhook endpoints are made here, for staff and for keys, and handed to the database encrypted for the
// endpoint that they belong to: neither the key nor a secret comes into the database.
import { randomBytes } from 'node:crypto';
import { webhookOwner } from './owners.ts';
import type { SecretBox } from './secret-box.ts';

/** A new secret, encrypted for its endpoint. */
export const newWebhookSecret = (secrets: SecretBox, endpointId: string): string =>
  secrets.encrypt(`whsec_${randomBytes(32).toString('base64')}`, webhookOwner(endpointId));

/** As uuidv7() of Postgres: rising with time. */
export function uuidv7(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
