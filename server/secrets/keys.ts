// The keys of the secret box: SECRET_KEYS, or else a file beside the other local secrets in DATA_DIR.
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseKeys } from '../process/secret-keys.ts';
import { type Settings, SettingsError } from '../process/settings.ts';
import { SecretBox } from './secret-box.ts';

export const keyFile = (dataDir: string) => path.join(dataDir, 'secret.keys');

/**
 * With `make`, writes a new key to the file where there is none. Without any key the box encrypts nothing: several processes
 * on a database elsewhere share only their settings, and a key that one of them makes could be lost with its disk.
 */
export async function openSecretBox(
  { secretKeys, dataDir }: Pick<Settings, 'secretKeys' | 'dataDir'>,
  { make }: { make: boolean },
): Promise<SecretBox> {
  if (secretKeys.length > 0) return new SecretBox(secretKeys);
  const file = keyFile(dataDir);
  let text = await read(file);
  if (text === undefined && make) {
    await makeOnce(file);
    text = await read(file);
  }
  if (text === undefined) return new SecretBox([]);
  try {
    return new SecretBox(parseKeys(text));
  } catch (error) {
    throw new SettingsError(`${file}: ${(error as Error).message}`);
  }
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await fs.readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

async function makeOnce(file: string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  try {
    await fs.writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
    // A link fails if the file exists, where a rename would replace the key of another process.
    await fs.link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await fs.rm(draft, { force: true });
  }
}
