// Where pictures and videos are kept, behind one small interface. A key is written once and never changes its content.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { MediaStore } from '../settings.ts';

export type ByteRange = { start: number; end: number };

export interface MediaStorage {
  /** Complete when it resolves: a reader sees the whole file or none. */
  put(key: string, content: Buffer | Readable): Promise<void>;
  /** Null where nothing is stored. */
  stat(key: string): Promise<{ size: number } | null>;
  /** `range` is inclusive at both ends. */
  get(key: string, range?: ByteRange): Readable;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
}

/** Words of harmless characters between slashes, so that no key leads out of the store. */
export const isMediaKey = (key: string) => /^[a-z0-9_-]+(\/[a-z0-9_-]+)*\.[a-z0-9]+$/.test(key) && key.length <= 300;

export const newPictureKey = (companyId: string) => `images/${companyId}/${randomUUID()}.webp`;

export function openStorage(store: MediaStore): MediaStorage {
  if (store.kind === 'folder') return new FolderStorage(store.directory);
  throw new Error('MEDIA_URL: s3: is not built into this version; use file:');
}

export class FolderStorage implements MediaStorage {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async put(key: string, content: Buffer | Readable): Promise<void> {
    const file = this.#path(key);
    const unfinished = `${file}.${randomUUID()}.part`;
    await fs.mkdir(path.dirname(file), { recursive: true });
    try {
      // Flushed before it gets its name: after a crash there is the whole file or none.
      await fs.writeFile(unfinished, content, { flush: true });
      await fs.rename(unfinished, file);
    } catch (error) {
      await fs.rm(unfinished, { force: true });
      throw error;
    }
  }

  async stat(key: string): Promise<{ size: number } | null> {
    try {
      const stats = await fs.stat(this.#path(key));
      return stats.isFile() ? { size: stats.size } : null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  get(key: string, range?: ByteRange): Readable {
    return createReadStream(this.#path(key), range);
  }

  async delete(key: string): Promise<void> {
    await fs.rm(this.#path(key), { force: true });
  }

  #path(key: string): string {
    if (!isMediaKey(key)) throw new Error('not a media key');
    return path.join(this.#directory, key);
  }
}
