// The outside work of operations with images: images are downloaded, checked and stored, and SQL gets the keys of the stored
// files. When something fails, the files are deleted and nothing is saved. spec: Image rules
import fs from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import { maxBytes as defaultMaxBytes, ImageRefused, maxVolume, readImage } from '../media/images/index.ts';
import { fetchLink, tooLarge } from '../media/images/links.ts';
import { imageMemory } from '../media/images/memory-budget.ts';
import { type MediaStorage, newImageKey } from '../media/storage/index.ts';
import type { ImageField } from '../operations/types.ts';
import type { Fields } from './errors.ts';
import type { Gate } from './gate.ts';
import type { Answer, Call, Refusal } from './outcome.ts';
import type { CheckedCall, OutsideWork } from './outside-work.ts';

/** How long a call may hold its slot: longer than all its time limits together, so only a dead process lets it expire. */
export const slotSeconds = 120;

export type ImageLimits = { linkMs: number; callMs: number };

const defaultLimits: ImageLimits = { linkMs: 10_000, callMs: 30_000 };
// Each download may take 10 MB of memory while another image is decoded.
const fetchedAtOnce = 2;

/** A file of a multipart form, by the name of its part. */
export type FormFile = { part: string; path: string };

/** The files of a multipart form, and the slot that was taken before the form was read. */
export type FormImages = { files: FormFile[]; lease: string };

/** In a checked input, a link that stands for the n-th file of the form. */
export const formLink = (index: number) => `https://form.invalid/${index}`;

type Wanted = {
  entry: Record<string, unknown>;
  stored: string;
  link: string;
  name: string;
  file: FormFile | undefined;
  maxBytes: number;
};

export class ImageCalls {
  readonly #gate: Gate;
  readonly #storage: MediaStorage;
  readonly #outbound: Dispatcher;
  readonly #limits: ImageLimits;

  constructor(gate: Gate, storage: MediaStorage, outbound: Dispatcher, limits = defaultLimits) {
    this.#gate = gate;
    this.#storage = storage;
    this.#outbound = outbound;
    this.#limits = limits;
  }

  /** The input of a call without its links, and the work that adds the stored images, if there are any. */
  plan(call: Call, form?: FormImages): { input: string; work: OutsideWork | null } {
    const input = JSON.parse(call.input) as Record<string, unknown>;
    const wanted = findImages(call.operation.images!, input, form?.files ?? []);
    const run = (checked: CheckedCall) => this.#run(call, input, wanted, checked, form);
    return { input: JSON.stringify(input), work: wanted.length > 0 ? { cost: wanted.length, run } : null };
  }

  async #run(
    call: Call,
    input: object,
    wanted: Wanted[],
    checked: CheckedCall,
    form?: FormImages,
  ): Promise<Answer | Refusal> {
    const slot = form ?? (await this.#gate.startImageCall(call, slotSeconds));
    if (!('lease' in slot)) return slot;
    try {
      const links = wanted.filter(({ file }) => !file).length;
      const refusal = links > 0 ? await this.#gate.countImageLinks(call, links) : null;
      return refusal ?? (await this.#store(input, wanted, checked));
    } finally {
      if (!form) await this.#gate.endImageCall(call, slot.lease);
    }
  }

  async #store(input: object, wanted: Wanted[], { admission, operate }: CheckedCall): Promise<Answer | Refusal> {
    const keys: string[] = [];
    let kept = false;
    try {
      const fields = await this.#bringIn(wanted, admission.key!.company_id, keys);
      if (fields) return { sqlstate: 'HT008', message: problemText(fields), fields };
      const answer = await operate(input);
      kept = answer.outcome.sqlstate === null && !answer.outcome.replayed;
      return answer;
    } finally {
      if (!kept) await Promise.all(keys.map((key) => this.#storage.delete(key)));
    }
  }

  /** Stores every image and writes it into its entry; returns the problems of refused images. */
  async #bringIn(wanted: Wanted[], companyId: string, keys: string[]): Promise<Fields | null> {
    const fields: Fields = {};
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(this.#limits.callMs)]);
    const volume = { left: maxVolume };
    const queue = [...wanted];
    const work = async () => {
      for (let next = queue.shift(); next && !stop.signal.aborted; next = queue.shift()) {
        try {
          const size = next.file ? (await fs.stat(next.file.path)).size : next.maxBytes;
          await imageMemory.run(size, signal, () => this.#storeOne(next!, companyId, keys, volume, signal));
        } catch (error) {
          // The first problem ends the call; later problems only say that the download was stopped.
          const isFirst = !stop.signal.aborted;
          stop.abort();
          // The time of the call was over before its turn came.
          const problem = error === signal.reason ? new ImageRefused('did not arrive in time') : error;
          if (!(problem instanceof ImageRefused)) throw problem;
          if (isFirst) fields[next.name] = [problem.message];
        }
      }
    };
    const results = await Promise.allSettled(Array.from({ length: fetchedAtOnce }, work));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return Object.keys(fields).length > 0 ? fields : null;
  }

  async #storeOne(
    { entry, stored, link, file, maxBytes }: Wanted,
    companyId: string,
    keys: string[],
    volume: { left: number },
    signal: AbortSignal,
  ): Promise<void> {
    const limits = { outbound: this.#outbound, maxBytes, volume, timeMs: this.#limits.linkMs, signal };
    const bytes = file ? await fs.readFile(file.path) : await fetchLink(link, limits);
    if (bytes.length > maxBytes) throw tooLarge(maxBytes);
    const image = await readImage(bytes);
    const key = newImageKey(companyId);
    keys.push(key);
    await this.#storage.put(key, image.bytes);
    entry[stored] = {
      media_key: key,
      width: image.width,
      height: image.height,
      size_bytes: image.bytes.length,
    };
  }
}

/** Removes the links from a checked input; a null link becomes a null image. */
function findImages(images: ImageField[], input: Record<string, unknown>, files: FormFile[]): Wanted[] {
  const wanted: Wanted[] = [];
  for (const { list, link: field, stored, maxBytes = defaultMaxBytes } of images) {
    const entries = (list ? (input[list] ?? []) : [input]) as Record<string, unknown>[];
    for (const [index, entry] of entries.entries()) {
      const link = entry[field] as string | null | undefined;
      delete entry[field];
      if (link === null) entry[stored] = null;
      if (typeof link !== 'string') continue;
      const file = files.find((_, n) => link === formLink(n));
      const ofLink = list ? `${list}.${index}.${field}` : field;
      const ofFile = list ? `${list}.${index}` : file?.part;
      wanted.push({ entry, stored, link, file, name: (file ? ofFile : ofLink)!, maxBytes });
    }
  }
  return wanted;
}

const problemText = (fields: Fields) =>
  Object.entries(fields)
    .map(([field, problems]) => `${field}: ${problems.join(', ')}`)
    .join('; ');
