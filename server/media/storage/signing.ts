// Signs the URLs of a storage folder. The secret is a file in that folder and is created once. So all processes that
// share the folder share the secret, and in a copy of the folder the URLs of its videos stay valid.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

export class Signer {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** A field must not contain a line break. */
  sign(...fields: (string | number)[]): string {
    return createHmac('sha256', this.#secret).update(fields.join('\n')).digest('base64url');
  }

  /** Compares in constant time. Compares the texts, because several base64 texts decode to the same bytes. */
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
    // A link fails if the file exists, where a rename would replace the secret of another process.
    await fs.link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await fs.rm(draft, { force: true });
  }
  return new Signer(await fs.readFile(file));
}
