// Encrypts what the database must keep and give back: signing secrets of webhooks, seeds of second factors. The keys are
// known to the processes and never to the database, so a dump alone is worth nothing.
//
// The text is `enc1:<key id>:<nonce, ciphertext and tag in base64url>`, by AES-256-GCM. It is bound to the row that it
// belongs to: copied to another row, it cannot be read.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A secret cannot be read: its key is not here, or the text was changed or belongs to another row. Quotes neither. */
export class SecretError extends Error {}

const form = /^enc1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/;
const nonceBytes = 12;
const tagBytes = 16;

export class SecretBox {
  readonly #keys: Map<string, Buffer>;
  /** The id of the key that writes; absent without keys. */
  readonly writingKeyId: string | undefined;

  /** Keys of 32 bytes: the first writes, all read. Without one, texts stay as they are. */
  constructor(keys: Buffer[]) {
    this.#keys = new Map(keys.map((key) => [keyId(key), key]));
    this.writingKeyId = keys[0] && keyId(keys[0]);
  }

  get keyIds(): string[] {
    return [...this.#keys.keys()];
  }

  /** `belongsTo` names the kind of secret and its row, as `webhook_endpoint:<id>`; the same is needed to decrypt. */
  encrypt(text: string, belongsTo: string): string {
    if (!this.writingKeyId) return text;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#keys.get(this.writingKeyId)!, nonce);
    cipher.setAAD(Buffer.from(belongsTo));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `enc1:${this.writingKeyId}:${sealed.toString('base64url')}`;
  }

  /** A text that is not encrypted comes back as it is: it was written before there was a key. */
  decrypt(text: string, belongsTo: string): string {
    if (!isEncrypted(text)) return text;
    const [, id, encoded] = form.exec(text) ?? [];
    if (!id || !encoded) throw new SecretError('an encrypted secret is damaged');
    const key = this.#keys.get(id);
    if (!key) throw new SecretError(`SECRET_KEYS lacks the key ${id}, with which a secret is encrypted`);
    const sealed = Buffer.from(encoded, 'base64url');
    if (sealed.length < nonceBytes + tagBytes) throw new SecretError('an encrypted secret is damaged');
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(belongsTo));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    try {
      const opened = [decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    } catch {
      throw new SecretError('an encrypted secret was changed, or belongs to another row');
    }
  }
}

export function isEncrypted(text: string): boolean {
  return text.startsWith('enc1:');
}

/** The id of the key that an encrypted text needs. */
export function keyIdOf(text: string): string | undefined {
  return form.exec(text)?.[1];
}

/** Follows from the key, so that keys need no names. A hash of 256 random bits tells nothing about them. */
export function keyId(key: Buffer): string {
  return createHash('sha256').update('haat key id\0').update(key).digest('hex').slice(0, 8);
}
