// The files of videos that clients upload in parts: the parts are signed, joined and checked.
import type { MediaStorage, PinnedPart, SignedPart, Upload } from '../storage/index.ts';
import { inspectVideo, VideoRefused } from './index.ts';
import { storedVideo } from './stored.ts';

/** An upload that is being completed, with its parts as signed. */
export type CompletedUpload = {
  storage_key: string;
  /** The id of the upload in the storage; null before the first part is signed. */
  storage_upload_id: string | null;
  size_bytes: number | null;
  parts: PinnedPart[];
  /** Parts that were never signed, so they cannot have arrived. */
  unsigned_parts: number[];
};

/** What is wrong with an upload; empty when it is sound. */
export type CheckedUpload = {
  missing_parts?: number[];
  changed_parts?: number[];
  problem?: { code: string; message: string };
};

export class VideoFiles {
  readonly storage: MediaStorage;
  readonly #maxSeconds: number;

  constructor(storage: MediaStorage, maxSeconds: number) {
    this.storage = storage;
    this.#maxSeconds = maxSeconds;
  }

  /** Starts an upload. `keep` notes its id and says which stays; another one's is taken, and what is refused is aborted. */
  async startUpload<Refused>(key: string, keep: (id: string) => Promise<string | Refused>): Promise<Upload | Refused> {
    const started = await this.storage.startUpload(key);
    let kept: string | Refused | undefined;
    try {
      kept = await keep(started);
    } finally {
      if (kept !== started) await this.storage.abortUpload({ key, id: started });
    }
    return typeof kept === 'string' ? { key, id: kept } : kept;
  }

  sign(upload: Upload, parts: PinnedPart[]): Promise<({ part_number: number; method: 'PUT' } & SignedPart)[]> {
    return Promise.all(
      parts.map(async (part) => ({
        part_number: part.part_number,
        method: 'PUT' as const,
        ...(await this.storage.signPart(upload, part)),
      })),
    );
  }

  /** Joins the parts and checks the file. */
  async check(video: CompletedUpload): Promise<CheckedUpload> {
    const { storage_key: key, storage_upload_id: id, size_bytes: size, parts, unsigned_parts } = video;
    const arrived = id === null ? [] : await this.storage.listParts({ key, id });
    if (arrived === null) {
      // The upload no longer exists: a call joined it but died before it saved this, or the storage deleted it.
      const stored = await this.storage.stat(key);
      if (stored?.size !== size) return { missing_parts: parts.map(({ part_number }) => part_number) };
    } else {
      const missing = parts.filter(({ part_number }) => !arrived.some((part) => part.part_number === part_number));
      if (missing.length + unsigned_parts.length > 0) {
        const numbers = [...unsigned_parts, ...missing.map(({ part_number }) => part_number)];
        return { missing_parts: numbers.sort((a, b) => a - b) };
      }
      const changed = parts.filter((pinned) => arrived.some((part) => differs(part, pinned)));
      if (changed.length > 0) return { changed_parts: changed.map(({ part_number }) => part_number) };
      const wanted = parts.map(({ part_number }) => arrived.find((part) => part.part_number === part_number)!);
      await this.storage.finishUpload({ key, id: id! }, wanted);
    }
    try {
      await inspectVideo(storedVideo(this.storage, key, size!), { maxSeconds: this.#maxSeconds });
      return {};
    } catch (error) {
      if (!(error instanceof VideoRefused)) throw error;
      return { problem: { code: error.code, message: error.message } };
    }
  }
}

/** Some storages (encrypted buckets) do not report the checksum of a part; then the signed address has ensured it. */
const differs = (stored: PinnedPart, pinned: PinnedPart) =>
  stored.part_number === pinned.part_number &&
  (stored.size_bytes !== pinned.size_bytes || (stored.content_md5 !== '' && stored.content_md5 !== pinned.content_md5));
