// Stores media in a folder of this machine. Each file is stored under its key. Names that begin with a dot cannot be keys
// and hold what the storage itself needs:
//   .secret       the secret that signs URLs
//   .uploads/     a folder for each upload, with a file for each part. The file holds the bytes of the part and then
//                 their MD5, so that one rename publishes both
//   .unfinished/  files that are being written, and uploads that are being removed
// A file gets its name only when all of it is on the disk. So after a crash it is complete or absent.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { isMediaKey } from './keys.ts';
import { openSigner, type Signer } from './signing.ts';
import type { ByteRange, MediaStorage, PinnedPart, SignedPart, StoredPart, Upload } from './types.ts';
import { StorageUnavailable, unavailableBecause } from './unavailable.ts';

const hour = 3_600_000;
const signedForMs = 15 * 60_000;
const md5Bytes = 16;
const chunkBytes = 1024 * 1024;

/** A part as described by its signed URL and by the request. */
export type PartRequest = PinnedPart & { upload_id: string; expires: number; signature: string };

/** The bytes are not those that were announced, or the upload does not exist. */
export class PartRefused extends Error {
  readonly reason: 'no upload' | 'length' | 'md5';

  constructor(reason: PartRefused['reason']) {
    super(`part refused: ${reason}`);
    this.reason = reason;
  }
}

type Write = (bytes: Buffer) => Promise<void>;

export class FolderStorage implements MediaStorage {
  readonly #directory: string;
  readonly #mediaUrl: string;
  #signer: Promise<Signer> | undefined;
  #sweptAt = 0;

  constructor(directory: string, mediaUrl: string) {
    this.#directory = directory;
    this.#mediaUrl = mediaUrl;
  }

  async put(key: string, content: Buffer | Readable): Promise<void> {
    await this.#writeFile(this.#file(key), async (write) => {
      for await (const chunk of Buffer.isBuffer(content) ? [content] : content) await write(Buffer.from(chunk));
    });
  }

  async stat(key: string): Promise<{ size: number } | null> {
    const stats = await unlessAbsent(fs.stat(this.#file(key)));
    return stats?.isFile() ? { size: stats.size } : null;
  }

  get(key: string, range?: ByteRange): Readable {
    return createReadStream(this.#file(key), range);
  }

  async delete(key: string): Promise<void> {
    await onDisk(fs.rm(this.#file(key), { force: true }));
  }

  async startUpload(key: string): Promise<string> {
    this.#file(key);
    const id = randomUUID();
    await onDisk(fs.mkdir(this.#upload(id), { recursive: true }));
    return id;
  }

  async signPart(upload: Upload, part: PinnedPart): Promise<SignedPart> {
    const expires = Math.floor((Date.now() + signedForMs) / 1000);
    const request = { ...part, upload_id: upload.id, expires };
    const signature = (await this.#openSigner()).sign(...signedFields(request));
    const query = new URLSearchParams({ size: String(part.size_bytes), expires: String(expires), signature });
    return {
      url: `${this.#mediaUrl}/uploads/${upload.id}/${part.part_number}?${query}`,
      headers: { 'Content-MD5': part.content_md5 },
      expires_at: new Date(expires * 1000).toISOString(),
    };
  }

  /** Whether signPart signed exactly this part. Does not check whether the URL has expired. */
  async isSignedPart(request: PartRequest): Promise<boolean> {
    return (await this.#openSigner()).isSigned(request.signature, ...signedFields(request));
  }

  /** Stores a part that a client sends. Throws PartRefused, or the error of the body when the connection breaks. */
  async receivePart(part: PinnedPart & { upload_id: string }, body: AsyncIterable<Buffer>): Promise<void> {
    const upload = this.#upload(part.upload_id);
    if (!(await exists(upload))) throw new PartRefused('no upload');
    try {
      await this.#writeFile(path.join(upload, String(part.part_number)), async (write) => {
        const hash = createHash('md5');
        let size = 0;
        for await (const chunk of body) {
          size += chunk.length;
          // Stop early: a longer body must not fill the disk.
          if (size > part.size_bytes) throw new PartRefused('length');
          hash.update(chunk);
          await write(chunk);
        }
        const md5 = hash.digest();
        if (size !== part.size_bytes) throw new PartRefused('length');
        if (md5.toString('base64') !== part.content_md5) throw new PartRefused('md5');
        await write(md5);
      });
    } catch (error) {
      // The upload ended while the bytes arrived.
      if (!(error instanceof PartRefused) && !(await exists(upload))) throw new PartRefused('no upload');
      throw error;
    }
  }

  async putPart(upload: Upload, partNumber: number, bytes: Buffer): Promise<StoredPart> {
    const content_md5 = createHash('md5').update(bytes).digest('base64');
    const part = { part_number: partNumber, size_bytes: bytes.length, content_md5 };
    try {
      await this.receivePart({ ...part, upload_id: upload.id }, asyncIterable(bytes));
    } catch (error) {
      throw error instanceof PartRefused ? unavailableBecause(error) : error;
    }
    return part;
  }

  async listParts({ id }: Upload): Promise<StoredPart[] | null> {
    const directory = this.#upload(id);
    const names = await unlessAbsent(fs.readdir(directory));
    const parts = await Promise.all((names ?? []).map((name) => readPart(directory, Number(name))));
    // A part disappears only together with its upload.
    if (!names || parts.includes(null)) return null;
    return (parts as StoredPart[]).sort((a, b) => a.part_number - b.part_number);
  }

  async finishUpload({ key, id }: Upload, parts: StoredPart[]): Promise<void> {
    const size = parts.reduce((sum, part) => sum + part.size_bytes, 0);
    // An earlier call may have joined the parts and then failed.
    const isJoined = async () => (await this.stat(key))?.size === size;
    if (!(await isJoined())) {
      try {
        await onDisk(this.#join(key, this.#upload(id), parts));
      } catch (error) {
        if (!(await isJoined())) throw error;
      }
    }
    await this.abortUpload({ key, id });
  }

  async abortUpload({ id }: Upload): Promise<void> {
    // Rename first, so that the upload disappears in one step and never looks incomplete.
    const removed = path.join(this.#unfinished, randomUUID());
    await onDisk(fs.mkdir(this.#unfinished, { recursive: true }));
    await unlessAbsent(fs.rename(this.#upload(id), removed));
    await onDisk(fs.rm(removed, { recursive: true, force: true }));
  }

  async playbackPath(key: string): Promise<string> {
    return `${key}?signature=${(await this.#openSigner()).sign('GET', key)}`;
  }

  /** Whether playbackPath gave this signature for the key. */
  async isSignedPlayback(key: string, signature: string): Promise<boolean> {
    return (await this.#openSigner()).isSigned(signature, 'GET', key);
  }

  async signDownload(key: string, name: string, expires: number): Promise<string> {
    const signature = (await this.#openSigner()).sign('GET', key, name, expires);
    return `${this.#mediaUrl}/${key}?${new URLSearchParams({ name, expires: String(expires), signature })}`;
  }

  /** Whether signDownload signed this. Does not check whether the address has expired. */
  async isSignedDownload(key: string, name: string, expires: number, signature: string): Promise<boolean> {
    return (await this.#openSigner()).isSigned(signature, 'GET', key, name, expires);
  }

  async signGet(): Promise<null> {
    return null;
  }

  async #join(key: string, directory: string, parts: StoredPart[]): Promise<void> {
    await this.#writeFile(this.#file(key), async (write) => {
      for (const { part_number, size_bytes, content_md5 } of parts) {
        const stored = await readPart(directory, part_number);
        if (stored?.size_bytes !== size_bytes || stored.content_md5 !== content_md5) {
          throw unavailableBecause(new Error(`part ${part_number} is missing or was replaced`));
        }
        const options = { end: size_bytes - 1, highWaterMark: chunkBytes };
        const content = createReadStream(path.join(directory, String(part_number)), options);
        for await (const chunk of content) await write(chunk);
      }
    });
  }

  /** Creates the file in one step, after `fill` has written all of it to the disk. When `fill` throws, nothing is left. */
  async #writeFile(file: string, fill: (write: Write) => Promise<void>): Promise<void> {
    await this.#sweep();
    const directory = path.dirname(file);
    // The folder of an upload exists, unless the upload has ended. Then it must not be created again.
    const isUploadFolder = path.dirname(directory) === this.#uploads;
    const unfinished = path.join(this.#unfinished, randomUUID());
    await onDisk(fs.mkdir(this.#unfinished, { recursive: true }));
    const handle = await onDisk(fs.open(unfinished, 'wx'));
    try {
      try {
        await fill((bytes) => onDisk(handle.writeFile(bytes)));
        await onDisk(handle.sync());
      } finally {
        await handle.close();
      }
      if (!isUploadFolder) await onDisk(fs.mkdir(directory, { recursive: true }));
      await onDisk(fs.rename(unfinished, file));
      await onDisk(syncDirectory(directory));
    } catch (error) {
      await fs.rm(unfinished, { force: true });
      throw error;
    }
  }

  /**
   * Removes, once an hour, what killed processes left behind: unfinished files without a write for an hour (no request
   * lasts that long), and uploads without a write for a week (no video waits that long).
   */
  async #sweep(): Promise<void> {
    if (Date.now() - this.#sweptAt < hour) return;
    this.#sweptAt = Date.now();
    await removeOlder(this.#unfinished, hour);
    await removeOlder(this.#uploads, 7 * 24 * hour);
  }

  #openSigner(): Promise<Signer> {
    this.#signer ??= onDisk(openSigner(this.#directory)).catch((error) => {
      this.#signer = undefined;
      throw error;
    });
    return this.#signer;
  }

  get #uploads(): string {
    return path.join(this.#directory, '.uploads');
  }

  get #unfinished(): string {
    return path.join(this.#directory, '.unfinished');
  }

  #file(key: string): string {
    if (!isMediaKey(key)) throw new Error('not a media key');
    return path.join(this.#directory, key);
  }

  #upload(id: string): string {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('not an id of an upload');
    return path.join(this.#uploads, id);
  }
}

const signedFields = (part: Omit<PartRequest, 'signature'>) =>
  ['PUT', part.upload_id, part.part_number, part.size_bytes, part.content_md5, part.expires] as const;

/** Null if the part does not exist. */
async function readPart(directory: string, partNumber: number): Promise<StoredPart | null> {
  const handle = await unlessAbsent(fs.open(path.join(directory, String(partNumber))));
  if (!handle) return null;
  try {
    const size = (await onDisk(handle.stat())).size - md5Bytes;
    const { buffer } = await onDisk(handle.read(Buffer.alloc(md5Bytes), 0, md5Bytes, size));
    return { part_number: partNumber, size_bytes: size, content_md5: buffer.toString('base64') };
  } finally {
    await handle.close();
  }
}

async function removeOlder(directory: string, age: number): Promise<void> {
  for (const name of (await unlessAbsent(fs.readdir(directory))) ?? []) {
    const entry = path.join(directory, name);
    const stats = await unlessAbsent(fs.stat(entry));
    if (stats && Date.now() - stats.mtimeMs > age) await onDisk(fs.rm(entry, { recursive: true, force: true }));
  }
}

/** Flushes the directory, so that a new name survives a crash. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await fs.open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(directory: string): Promise<boolean> {
  return (await unlessAbsent(fs.stat(directory))) !== null;
}

async function* asyncIterable(bytes: Buffer) {
  yield bytes;
}

/** Reports an error of the disk as an error of the storage. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StorageUnavailable ? error : unavailableBecause(error);
  }
}

async function unlessAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unavailableBecause(error);
  }
}
