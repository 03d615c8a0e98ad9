// What a storage of images and videos can do, whichever it is.
import type { Readable } from 'node:stream';

export type ByteRange = { start: number; end: number };

/** A file that comes in parts. `id` is the storage's own. */
export type Upload = { key: string; id: string };

export type StoredPart = {
  part_number: number;
  size_bytes: number;
  /** In base64; empty where the storage does not tell the MD5, as a bucket with keys of KMS. */
  content_md5: string;
};

/** What a part was promised to be. */
export type PinnedPart = StoredPart;

export type SignedPart = {
  url: string;
  /** To be sent as they are; the length goes without saying. */
  headers: Record<string, string>;
  expires_at: string;
};

/** All parts but the last have this size; S3 allows none below 5 MiB. */
export const partSize = 8 * 1024 * 1024;

/** Whatever the storage cannot do for a while is a StorageUnavailable. */
export interface MediaStorage {
  /** Complete when it resolves: a reader sees the whole file or none. */
  put(key: string, content: Buffer | Readable): Promise<void>;
  /** Null where nothing is stored. */
  stat(key: string): Promise<{ size: number } | null>;
  /** `range` is inclusive at both ends. */
  get(key: string, range?: ByteRange): Readable;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;

  /** Gives the id of a new upload. */
  startUpload(key: string): Promise<string>;
  /** An address for one part, good for 15 minutes. */
  signPart(upload: Upload, part: PinnedPart): Promise<SignedPart>;
  /** For bytes that are here already; a part that is there is replaced. */
  putPart(upload: Upload, partNumber: number, bytes: Buffer): Promise<StoredPart>;
  /** In order of their numbers; null where there is no such upload, or no more. Some buckets list what was joined. */
  listParts(upload: Upload): Promise<StoredPart[] | null>;
  /** Joins the parts under the key; what was joined already is no error. */
  finishUpload(upload: Upload, parts: StoredPart[]): Promise<void>;
  /** Removes the parts; an upload that is gone or joined is no error. */
  abortUpload(upload: Upload): Promise<void>;

  /** What stands behind our media address in the address of a video, for as long as the video is kept. */
  playbackPath(key: string): Promise<string>;
  /** The storage's own address of a video for the next while; null where our origin serves it. */
  signGet(key: string): Promise<string | null>;
}
