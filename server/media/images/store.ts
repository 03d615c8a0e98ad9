// Brings images in, from links and from the files of forms: they are downloaded, checked, converted and stored.
import fs from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import { Problem } from '../../problems/problem.ts';
import { type MediaStorage, newImageKey } from '../storage/index.ts';
import { ImageRefused, maxVolume, readImage } from './index.ts';
import { fetchLink, tooLarge } from './links.ts';
import { imageMemory } from './memory-budget.ts';

export type ImageLimits = { linkMs: number; callMs: number };

const defaultLimits: ImageLimits = { linkMs: 10_000, callMs: 30_000 };
// Each download may take 10 MB of memory while another image is decoded.
const fetchedAtOnce = 2;

/** A file of a multipart form, by the name of its part. */
export type FormFile = { part: string; path: string };

export type WantedImage = {
  /** What the stored image is written into, and under which name. */
  entry: Record<string, unknown>;
  stored: string;
  link: string;
  /** The field that its problems are told of. */
  name: string;
  file: FormFile | undefined;
  maxBytes: number;
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
    { entry, stored, link, file, maxBytes }: WantedImage,
    size: number,
    companyId: string,
    keys: string[],
    volume: { left: number },
    signal: AbortSignal,
  ): Promise<void> {
    const limits = { outbound: this.#outbound, maxBytes, volume, timeMs: this.#limits.linkMs, signal };
    if (size > maxBytes) throw tooLarge(maxBytes);
    const fetched = file ? null : await fetchLink(link, limits);
    const image = await readImage(fetched ?? (() => fs.readFile(file!.path)));
    const key = newImageKey(companyId);
    keys.push(key);
    await this.#storage.put(key, image.bytes);
    entry[stored] = {
      media_key: key,
      width: image.width,
      height: image.height,
      size_bytes: image.bytes.length,
      received_bytes: fetched?.length ?? size,
    };
  }
}
