// Signatures of the folder's addresses. The secret lies in the folder itself and is made once, so that all processes
// that share the folder share it, and so that a copy of the folder keeps the addresses of its videos.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

export class Signer {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** No field may hold a line break. */
  sign(...fields: (string | number)[]): string {
    return createHmac('sha256', this.#secret).update(fields.join('\n')).digest('base64url');
  }

  /** Takes as long for a wrong signature as for the right one. Its text must be the same: several stand for the same bytes. */
  isSigned(signature: string, ...fields: (string | number)[]): boolean {
    const given = Buffer.from(signature);
    const right = Buffer.from(this.sign(...fields));
    return given.length === right.length && timingSafeEqual(given, right);
  }
}

export async function openSigner(directory: string): Promise<Signer> {
  const file = path.join(directory, '.secret');
  try {
    return new Signer(await fs.readFile(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await fs.mkdir(directory, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  try {
    await fs.writeFile(draft, randomBytes(32), { mode: 0o600, flush: true });
    // Unlike a rename, a link never replaces the secret of a process that was faster.
    await fs.link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await fs.rm(draft, { force: true });
  }
  return new Signer(await fs.readFile(file));
}
