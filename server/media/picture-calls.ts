// Operations that take pictures. Before such an operation runs, its pictures are fetched, checked and stored here, so
// that no transaction of the database ever waits for a network; what SQL gets are the keys of the stored files. When
// anything fails, the files go again and nothing is written. spec: Image rules
import fs from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import type { Fields } from '../errors.ts';
import { type Answer, answered, type Call, type Gate, type Outcome } from '../gate.ts';
import type { PictureField } from '../operations/types.ts';
import { bucketOf } from '../operations/types.ts';
import type { FormFile } from './form.ts';
import { fetchLink, tooLarge } from './links.ts';
import { mostBytes as mostUsualBytes, mostVolume, PictureRefused, readPicture } from './pictures.ts';
import { type MediaStorage, newPictureKey } from './storage.ts';
import { unlessUnavailable } from './unavailable.ts';

/** How long a call may hold its place: longer than all its limits together, so that only a dead process lets it lapse. */
export const placeSeconds = 120;

export type PictureLimits = { linkMs: number; callMs: number };

const usualLimits: PictureLimits = { linkMs: 10_000, callMs: 30_000 };
// Each may hold 10 MB while another is decoded.
const fetchedAtOnce = 2;

/** What a multipart form brought: its files, and the place that was taken before it was read. */
export type FormPictures = { files: FormFile[]; lease: string };

/** In a checked input, a link that stands for the n-th file of the form. */
export const formLink = (index: number) => `https://form.invalid/${index}`;

type Wanted = {
  entry: Record<string, unknown>;
  stored: string;
  link: string;
  name: string;
  file: FormFile | undefined;
  mostBytes: number;
};

export class PictureCalls {
  readonly #gate: Gate;
  readonly #storage: MediaStorage;
  readonly #outbound: Dispatcher;
  readonly #limits: PictureLimits;

  constructor(gate: Gate, storage: MediaStorage, outbound: Dispatcher, limits = usualLimits) {
    this.#gate = gate;
    this.#storage = storage;
    this.#outbound = outbound;
    this.#limits = limits;
  }

  /** Like the gate's callOperation, for an operation with pictures. */
  async callOperation(call: Call, form?: FormPictures): Promise<Answer> {
    const { keyHash, operation, outOfScopeBucket } = call;
    const input = JSON.parse(call.input) as Record<string, unknown>;
    const wanted = findPictures(operation.pictures!, input, form?.files ?? []);
    if (wanted.length === 0) return this.#gate.callOperation({ ...call, input: JSON.stringify(input) });

    // A retry is answered before anything is fetched, and costs one write like any other.
    const replay = form || call.idempotencyKey === null ? null : await this.#gate.replay(call, call.idempotencyKey);
    const admit = (cost: number, allOrNothing = false) =>
      this.#gate.admitOnly(keyHash, operation.scopes, bucketOf(operation.method), cost, {
        allOrNothing,
        outOfScopeBucket,
      });
    if (replay) return answered(await admit(1), replay.outcome, replay.result);

    const admission = await admit(wanted.length, true);
    if (admission.sqlstate !== null) return { outcome: admission, result: null };
    const place = form ?? (await this.#gate.startImageCall(keyHash, placeSeconds, call.idempotencyKey));
    if (!('lease' in place)) return answered(admission, place);
    try {
      const links = wanted.filter(({ file }) => !file).length;
      const refusal = links > 0 ? await this.#gate.countImageLinks(keyHash, links) : null;
      if (refusal) return answered(admission, refusal);
      return await unlessUnavailable(admission, () => this.#run({ ...call, cost: 0 }, input, wanted, admission));
    } finally {
      if (!form) await this.#gate.endImageCall(place.lease);
    }
  }

  async #run(call: Call, input: object, wanted: Wanted[], admission: Outcome): Promise<Answer> {
    const keys: string[] = [];
    let kept = false;
    try {
      const fields = await this.#bringIn(wanted, admission.key!.company_id, keys);
      if (fields) return answered(admission, { sqlstate: 'HT008', message: problemText(fields), fields });
      const answer = await this.#gate.callOperation({ ...call, input: JSON.stringify(input) });
      kept = answer.outcome.sqlstate === null && !answer.outcome.replayed;
      return answer;
    } finally {
      if (!kept) await Promise.all(keys.map((key) => this.#storage.delete(key)));
    }
  }

  /** Puts every wanted picture into the storage and its entry; gives the problems of those that were refused. */
  async #bringIn(wanted: Wanted[], companyId: string, keys: string[]): Promise<Fields | null> {
    const fields: Fields = {};
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(this.#limits.callMs)]);
    const volume = { left: mostVolume };
    const queue = [...wanted];
    const work = async () => {
      for (let next = queue.shift(); next && !stop.signal.aborted; next = queue.shift()) {
        try {
          const { link, file, mostBytes } = next;
          const limits = { outbound: this.#outbound, mostBytes, volume, timeMs: this.#limits.linkMs, signal };
          const bytes = file ? await fs.readFile(file.path) : await fetchLink(link, limits);
          if (bytes.length > mostBytes) throw tooLarge(mostBytes);
          const picture = await readPicture(bytes);
          const key = newPictureKey(companyId);
          keys.push(key);
          await this.#storage.put(key, picture.bytes);
          next.entry[next.stored] = {
            media_key: key,
            width: picture.width,
            height: picture.height,
            size_bytes: picture.bytes.length,
          };
        } catch (error) {
          // The first problem ends the call; what the others then say is only that they were stopped.
          const isFirst = !stop.signal.aborted;
          stop.abort();
          if (!(error instanceof PictureRefused)) throw error;
          if (isFirst) fields[next.name] = [error.message];
        }
      }
    };
    const results = await Promise.allSettled(Array.from({ length: fetchedAtOnce }, work));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return Object.keys(fields).length > 0 ? fields : null;
  }
}

/** Takes the links out of a checked input; a null link becomes a null picture. */
function findPictures(pictures: PictureField[], input: Record<string, unknown>, files: FormFile[]): Wanted[] {
  const wanted: Wanted[] = [];
  for (const { list, link: field, stored, mostBytes = mostUsualBytes } of pictures) {
    const entries = (list ? (input[list] ?? []) : [input]) as Record<string, unknown>[];
    for (const [index, entry] of entries.entries()) {
      const link = entry[field] as string | null | undefined;
      delete entry[field];
      if (link === null) entry[stored] = null;
      if (typeof link !== 'string') continue;
      const file = files.find((_, n) => link === formLink(n));
      const ofLink = list ? `${list}.${index}.${field}` : field;
      const ofFile = list ? `${list}.${index}` : file?.part;
      wanted.push({ entry, stored, link, file, name: (file ? ofFile : ofLink)!, mostBytes });
    }
  }
  return wanted;
}

const problemText = (fields: Fields) =>
  Object.entries(fields)
    .map(([field, problems]) => `${field}: ${problems.join(', ')}`)
    .join('; ');
