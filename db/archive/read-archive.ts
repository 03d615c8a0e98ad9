// Reads a file of archived history and verifies it, without a database: every row has the hash that was sealed, every seal
// covers its rows, and one seal follows from the other.
//
// The file is gzip of lines of JSON: what it is; then for each seal a line that is the seal and one for each of its rows, in the
// order of ids: {"row": …}, or {"digest": …} of one that stayed in the database; and at the end the manifest. An event that named
// a customer has both: what is left of it, which the manifest covers, and the digest that was sealed.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ArchivedRow, columns, digestOf, hashOfSeal, isLog, type Log, type Seal, sha256 } from './digests.ts';

export const format = 1;

export type Manifest = {
  seals: number;
  archived: number;
  stayed: number;
  /** Of those in the file, how many lost what names a customer. */
  redacted: number;
  /** The first and the last row in the file; null where all stayed. */
  first_id: string | null;
  last_id: string | null;
  /** SHA-256 of all lines before it. */
  digest: string;
};

/** A seal that is as it was made, and which of its rows the file holds: a digit a row, 1 for those. */
export type ReadSeal = Seal & { positions: string };

export type Archive = { log: Log; month: string; seals: ReadSeal[]; manifest: Manifest; sha256: string };

/** The file is not as it was written. */
export class BrokenArchive extends Error {}

export async function readArchive(content: Readable): Promise<Archive> {
  const packed = createHash('sha256');
  const unpacked = createHash('sha256');
  const reading = new Reading();
  let line = 0;
  for await (const bytes of lines(unpack(content, (chunk) => packed.update(chunk)))) {
    line++;
    try {
      if (reading.manifest) throw new BrokenArchive('something comes after the manifest');
      reading.take(bytes, () => unpacked.copy().digest('hex'));
    } catch (error) {
      if (error instanceof BrokenArchive) throw new BrokenArchive(`line ${line}: ${error.message}`);
      // A line of another shape, where a value is missing that its kind has.
      if (error instanceof TypeError) throw new BrokenArchive(`line ${line}: it is neither a row nor a seal`);
      throw error;
    }
    unpacked.update(bytes).update('\n');
  }
  const { head, seals, manifest } = reading;
  if (!head || !manifest) throw new BrokenArchive('the end of the file is missing');
  return { ...head, seals, manifest, sha256: packed.digest('hex') };
}

/** What was read so far. */
class Reading {
  head: { log: Log; month: string } | undefined;
  seals: ReadSeal[] = [];
  manifest: Manifest | undefined;
  #seal: Seal | undefined;
  #digests: Buffer[] = [];
  #positions = '';
  #first: string | null = null;
  #last: string | null = null;
  #archived = 0;
  #stayed = 0;
  #redacted = 0;

  take(bytes: Buffer, digest: () => string): void {
    const line = parse(bytes);
    if (!this.head) this.#begin(line);
    else if ('row' in line) this.#takeRow(line.row as ArchivedRow, line.digest);
    else if ('digest' in line) this.#takeDigest(String(line.digest), null);
    else if ('seal' in line) {
      this.#endSeal();
      this.#seal = line.seal as Seal;
    } else if ('manifest' in line) {
      this.#endSeal();
      this.#end(line.manifest as Manifest, digest());
    } else throw new BrokenArchive('it is neither a row nor a seal');
  }

  #begin({ haat_archive: version, log, month }: Record<string, unknown>): void {
    if (version !== format) throw new BrokenArchive('this is no archive of Haat, or one of another version');
    if (!isLog(log)) throw new BrokenArchive(`there are no archives of ${log}`);
    this.head = { log, month: String(month) };
  }

  #takeRow(row: ArchivedRow, sealed: unknown): void {
    const known: readonly string[] = columns[this.head!.log];
    if (Object.keys(row).join() !== known.join()) throw new BrokenArchive('the row has other columns');
    if (sealed !== undefined) {
      if (this.head!.log !== 'events') throw new BrokenArchive('the digest of the row is given');
      this.#redacted++;
    }
    this.#takeDigest(String(sealed ?? digestOf(this.head!.log, row).toString('hex')), row.id!);
  }

  #takeDigest(digest: string, id: string | null): void {
    const seal = this.#seal;
    if (!seal) throw new BrokenArchive('a row before the first seal');
    if (id !== null) {
      if (id <= (this.#last ?? '') || id <= seal.after_id || id > seal.upto_id)
        throw new BrokenArchive(`row ${id} is not of seal ${seal.number}, or not in its place`);
      this.#first ??= id;
      this.#last = id;
      this.#archived++;
    } else this.#stayed++;
    this.#positions += id === null ? '0' : '1';
    this.#digests.push(Buffer.from(digest, 'hex'));
  }

  #endSeal(): void {
    const seal = this.#seal;
    if (!seal) return;
    if (this.#digests.length !== seal.row_count)
      throw new BrokenArchive(`seal ${seal.number} has ${seal.row_count} rows, and ${this.#digests.length} are here`);
    if (sha256(...this.#digests).toString('hex') !== seal.digest)
      throw new BrokenArchive(`a row of seal ${seal.number} was changed`);
    if (hashOfSeal(this.head!.log, seal, this.#digests) !== seal.hash)
      throw new BrokenArchive(`seal ${seal.number} was changed`);
    requireLink(this.seals.at(-1), seal);
    this.seals.push({ ...seal, positions: this.#positions });
    this.#digests = [];
    this.#positions = '';
  }

  #end(manifest: Manifest, digest: string): void {
    const found: Manifest = {
      seals: this.seals.length,
      archived: this.#archived,
      stayed: this.#stayed,
      redacted: this.#redacted,
      first_id: this.#first,
      last_id: this.#last,
      digest,
    };
    if (JSON.stringify(manifest) !== JSON.stringify(found))
      throw new BrokenArchive('what the manifest says is not what is here');
    this.manifest = manifest;
  }
}

/**
 * The seals of all histories are one chain, so the number before it may be in another file. Two files may hold the same one, of
 * a run that was killed.
 */
export function requireLink(before: Seal | undefined, seal: Seal): void {
  if (!before) return;
  const step = BigInt(seal.number) - BigInt(before.number);
  const fits = step === 0n ? seal.hash === before.hash : step !== 1n || seal.previous_hash === before.hash;
  if (step < 0n || !fits) throw new BrokenArchive(`seal ${seal.number} does not follow from seal ${before.number}`);
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new BrokenArchive('it is no JSON');
  }
}

/** What comes behind the end is no part of the file, and is left unread by gunzip: then it is not as it was written. */
async function* unpack(content: Readable, seen: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  let isWhole = false;
  const watch = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      seen(chunk);
      yield chunk;
    }
    isWhole = true;
  };
  // Whatever goes wrong there ends gunzip too.
  pipeline(content, watch, gunzip).catch(() => undefined);
  try {
    yield* gunzip;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw new BrokenArchive('the end of the file is missing');
    if (code?.startsWith('Z_')) throw new BrokenArchive('it is no gzip, or its bytes were changed');
    throw error;
  }
  if (!isWhole) throw new BrokenArchive('something comes after the end of the file');
}

async function* lines(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  for await (const chunk of content) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...waiting, chunk.subarray(start, end)]);
      waiting = [];
      start = end + 1;
    }
    waiting.push(chunk.subarray(start));
  }
  const rest = Buffer.concat(waiting);
  if (rest.length > 0) yield rest;
}
