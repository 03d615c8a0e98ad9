// The interface of every storage of images and videos.
import type { Readable } from 'node:stream';

export type ByteRange = { start: number; end: number };

/** A file that is sent in parts. The storage assigns the `id`. */
export type Upload = { key: string; id: string };

export type StoredPart = {
  part_number: number;
  size_bytes: number;
  /** In base64. Empty if the storage does not give the MD5, for example a bucket that encrypts with KMS keys. */
  content_md5: string;
};

/** What the client announced for a part. */
export type PinnedPart = StoredPart;

export type SignedPart = {
  url: string;
  /** Headers to send with the part unchanged. HTTP clients add Content-Length themselves. */
  headers: Record<string, string>;
  expires_at: string;
};

/** The size of every part except the last. S3 accepts no part below 5 MiB, except the last. */
export const partSize = 8 * 1024 * 1024;

/** Every method throws StorageUnavailable when the storage fails. */
export interface MediaStorage {
  /** Readers never see a part of the file: they find all of it or nothing. */
  put(key: string, content: Buffer | Readable): Promise<void>;
  /** Null if nothing is stored under the key. */
  stat(key: string): Promise<{ size: number } | null>;
  /** `range` is inclusive at both ends. */
  get(key: string, range?: ByteRange): Readable;
  /** Deleting a missing key is not an error. */
  delete(key: string): Promise<void>;

  /** Returns the id of a new upload. */
  startUpload(key: string): Promise<string>;
  /** A URL for one part, valid for 15 minutes. */
  signPart(upload: Upload, part: PinnedPart): Promise<SignedPart>;
  /** Stores bytes that this process holds. Replaces the part if it exists. */
  putPart(upload: Upload, partNumber: number, bytes: Buffer): Promise<StoredPart>;
  /** In the order of their numbers. Null if the upload does not exist; some buckets still list a joined one. */
  listParts(upload: Upload): Promise<StoredPart[] | null>;
  /** Joins the parts and stores them under the key. Not an error if they are joined already. */
  finishUpload(upload: Upload, parts: StoredPart[]): Promise<void>;
  /** Removes the parts. Not an error if the upload is gone or joined. */
  abortUpload(upload: Upload): Promise<void>;

  /** The path of a video below our media URL. It stays the same as long as the video exists. */
  playbackPath(key: string): Promise<string>;
  /** A URL of the storage itself, valid for about an hour. Null if our own origin serves the video. */
  signGet(key: string): Promise<string | null>;

  /** An address that saves the file under a name, valid until then (a Unix time in seconds, at most 7 days from now). */
  signDownload(key: string, name: string, expires: number): Promise<string>;
}
