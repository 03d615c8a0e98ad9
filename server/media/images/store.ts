// Brings images and attachments in, from links and from the files of forms: they are downloaded, checked, converted and stored.
import fs from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import { Problem } from '../../problems/problem.ts';
import { type MediaStorage, newAttachmentKey, newImageKey } from '../storage/index.ts';
import { attachmentTypes, nameInLink, readAttachment } from './attachments.ts';
import { ImageRefused, maxVolume, readImage } from './index.ts';
import { fetchLink, tooLarge } from './links.ts';
import { imageMemory } from './memory-budget.ts';

export type ImageLimits = { linkMs: number; callMs: number };

const defaultLimits: ImageLimits = { linkMs: 10_000, callMs: 30_000 };
// Each download may take 10 MB of memory while another image is decoded.
const fetchedAtOnce = 2;

/** A file of a multipart form, by the name of its part; `name` is what the sender calls it. */
export type FormFile = { part: string; path: string; name?: string | undefined };

export type WantedImage = {
  /** What the stored image is written into, and under which name. */
  entry: Record<string, unknown>;
  stored: string;
  link: string;
  /** The field that its problems are told of. */
  name: string;
  file: FormFile | undefined;
  maxBytes: number;
  /** Also a PDF; it is kept where only signed addresses lead. */
  isAttachment?: boolean | undefined;
};

type Problems = Record<string, Problem[]>;

export class ImageStore {
  readonly #storage: MediaStorage;
  readonly #outbound: Dispatcher;
  readonly #limits: ImageLimits;

  constructor(storage: MediaStorage, outbound: Dispatcher, limits = defaultLimits) {
    this.#storage = storage;
    this.#outbound = outbound;
    this.#limits = limits;
  }

  /** Deletes what was stored for nothing. */
  async remove(keys: string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.#storage.delete(key)));
  }

  /** Stores every image and writes it into its entry; returns the problems of refused images. */
  async bringIn(wanted: WantedImage[], companyId: string, keys: string[]): Promise<Problems | null> {
    const fields: Problems = {};
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(this.#limits.callMs)]);
    const volume = { left: maxVolume };
    const queue = [...wanted];
    const work = async () => {
      for (let next = queue.shift(); next && !stop.signal.aborted; next = queue.shift()) {
        try {
          const size = next.file ? (await fs.stat(next.file.path)).size : next.maxBytes;
          await imageMemory.run(size, signal, () => this.#storeOne(next!, size, companyId, keys, volume, signal));
        } catch (error) {
          // The first problem ends the call; later problems only say that the download was stopped.
          const isFirst = !stop.signal.aborted;
          stop.abort();
          // The time of the call was over before its turn came.
          const problem = error === signal.reason ? new ImageRefused(new Problem('pictureDamaged.late')) : error;
          if (!(problem instanceof ImageRefused)) throw problem;
          if (isFirst) fields[next.name] = [problem.problem];
        }
      }
    };
    const results = await Promise.allSettled(Array.from({ length: fetchedAtOnce }, work));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return Object.keys(fields).length > 0 ? fields : null;
  }

  async #storeOne(
    { entry, stored, link, file, maxBytes, isAttachment }: WantedImage,
    size: number,
    companyId: string,
    keys: string[],
    volume: { left: number },
    signal: AbortSignal,
  ): Promise<void> {
    const accept = isAttachment ? attachmentTypes : undefined;
    const limits = { outbound: this.#outbound, accept, maxBytes, volume, timeMs: this.#limits.linkMs, signal };
    if (size > maxBytes) throw tooLarge(maxBytes);
    const fetched = file ? null : await fetchLink(link, limits);
    const read = () => fs.readFile(file!.path);
    const { bytes, key, facts } = isAttachment
      ? await this.#attachment(fetched ?? (await read()), file?.name ?? (link && nameInLink(link)), companyId)
      : await this.#image(fetched ?? read, companyId);
    keys.push(key);
    await this.#storage.put(key, bytes);
    entry[stored] = {
      media_key: key,
      ...facts,
      size_bytes: bytes.length,
      received_bytes: fetched?.length ?? size,
    };
  }

  async #image(given: Parameters<typeof readImage>[0], companyId: string) {
    const { bytes, width, height } = await readImage(given);
    return { bytes, key: newImageKey(companyId), facts: { width, height } };
  }

  async #attachment(given: Buffer, name: string, companyId: string) {
    const { bytes, extension, facts } = await readAttachment(given, name);
    return { bytes, key: newAttachmentKey(companyId, extension), facts };
  }
}
