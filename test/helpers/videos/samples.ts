// The sample videos of this folder, and hands to damage them with.
import fs from 'node:fs';
import path from 'node:path';
import { inspectVideo, VideoRefused, type VideoSource } from '../../../server/media/videos/index.ts';

export const sample = (name: string) =>
  fs.readFileSync(path.join(import.meta.dirname, '../../fixtures/videos', `${name}.mp4`));

export type Reads = { count: number; bytes: number };

/** A file in memory that counts what is read of it. */
export function sourceOf(bytes: Buffer, reads: Reads = { count: 0, bytes: 0 }): VideoSource {
  return {
    size: bytes.length,
    async read(start, end) {
      if (!(0 <= start && start <= end && end <= bytes.length)) throw new RangeError(`${start} to ${end}`);
      reads.count += 1;
      reads.bytes += end - start;
      return bytes.subarray(start, end);
    },
  };
}

/** What becomes of a video: its facts in one line, or the code of its refusal. */
export async function verdict(source: Buffer | VideoSource, maxSeconds = 180): Promise<string> {
  try {
    const facts = await inspectVideo(Buffer.isBuffer(source) ? sourceOf(source) : source, { maxSeconds });
    const { width, height, duration_ms, has_audio } = facts;
    return `${width}x${height}, ${duration_ms} ms, ${has_audio ? 'with sound' : 'silent'}`;
  } catch (error) {
    if (!(error instanceof VideoRefused)) throw error;
    return error.code;
  }
}

/** Where the content of the first box of a type begins. */
export function contentOf(bytes: Buffer, type: string, from = 0): number {
  const found = bytes.indexOf(type, from, 'latin1');
  if (found < 0) throw new Error(`no box ${type}`);
  return found + 4;
}

/** A copy of the bytes, changed. */
export function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

/** Gives the first box of a type another name. */
export const renamed = (bytes: Buffer, type: string, name: string) =>
  changed(bytes, (copy) => copy.write(name, contentOf(copy, type) - 4, 'latin1'));

/** A box of so many bytes in all. */
export function emptyBox(type: string, size: number): Buffer {
  const box = Buffer.alloc(size);
  box.writeUInt32BE(size);
  box.write(type, 4, 'latin1');
  return box;
}
