// A passkey in software: what an authenticator and a browser would make of what the server asks, right or wrong.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export const origin = 'https://haat.example';
const domain = 'haat.example';
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** How an answer differs from what is right. */
export type Twist = {
  origin?: string;
  domain?: string;
  type?: string;
  flags?: number;
  count?: number;
  challenge?: string;
  key?: KeyObject;
  /** Its public key in an order that no authenticator writes. */
  isOutOfOrder?: boolean;
};

const present = 1;
const verified = 4;
const attested = 64;
export const flags = { unverified: present, right: present | verified };

export class Passkey {
  readonly id = randomBytes(32);
  readonly algorithm: -7 | -257;
  readonly key: KeyObject;
  readonly #cose: Buffer;
  count = 0;

  constructor(algorithm: -7 | -257 = -7) {
    this.algorithm = algorithm;
    const pair =
      algorithm === -7
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.key = pair.privateKey;
    const { x, y, n } = pair.publicKey.export({ format: 'jwk' });
    const part = (text: string | undefined) => Buffer.from(text!, 'base64url').toString('hex');
    this.#cose = Buffer.from(
      algorithm === -7
        ? `a5010203262001215820${part(x)}225820${part(y)}`
        : `a401030339010020590100${part(n)}2143010001`,
      'hex',
    );
  }

  get credentialId(): string {
    return this.id.toString('base64url');
  }

  get #swapped(): Buffer {
    const hex = this.#cose.toString('hex');
    return Buffer.from(hex.replace('01020326', '03260102'), 'hex');
  }

  #told(twist: Twist, extra = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.count ?? this.count);
    const bits = (twist.flags ?? flags.right) | (extra.length > 0 ? attested : 0);
    return Buffer.concat([sha256(twist.domain ?? domain), Buffer.from([bits]), count, extra]);
  }

  #client(type: string, challenge: string, twist: Twist): Buffer {
    const said = {
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(said));
  }

  /** The arguments of addPasskey. */
  create({ challenge }: { challenge: string }, twist: Twist = {}): { clientData: string; attestation: string } {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const told = this.#told(
      twist,
      Buffer.concat([Buffer.alloc(16), length, this.id, twist.isOutOfOrder ? this.#swapped : this.#cose]),
    );
    const size = Buffer.alloc(2);
    size.writeUInt16BE(told.length);
    // {fmt: "none", attStmt: {}, authData: …} in CBOR.
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63, ...Buffer.from('fmt'), 0x64, ...Buffer.from('none')]),
      Buffer.from([0x67, ...Buffer.from('attStmt'), 0xa0, 0x68, ...Buffer.from('authData'), 0x59]),
      size,
      told,
    ]);
    return {
      clientData: this.#client('webauthn.create', challenge, twist).toString('base64url'),
      attestation: attestation.toString('base64url'),
    };
  }

  /** The arguments of signInWithPasskey. */
  get({ challenge }: { challenge: string }, twist: Twist = {}) {
    const told = this.#told(twist);
    const client = this.#client('webauthn.get', challenge, twist);
    const signature = sign('sha256', Buffer.concat([told, sha256(client)]), twist.key ?? this.key);
    return {
      credentialId: this.credentialId,
      clientData: client.toString('base64url'),
      authenticatorData: told.toString('base64url'),
      signature: signature.toString('base64url'),
    };
  }
}
