// Reads NDJSON as it arrives: one line after the other, never more of it in memory than the longest line.
import { createHash } from 'node:crypto';
import { maxLines } from '../operations/jobs.ts';
import { Problem } from '../problems/problem.ts';
import { ApiError, invalid } from './errors.ts';

export type FileLine = { value: Record<string, unknown>; text: string | null } | { problem: string };

const megabyte = 1_000_000;
const maxFileBytes = 20 * megabyte;
const maxLineBytes = megabyte;

const newline = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\ufeff';

/** The bytes of a file as they arrive. Throws when there are too many. */
export class JobFile {
  readonly #bytes: AsyncIterable<Buffer>;
  readonly #hash = createHash('sha256');

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#bytes = bytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    let total = 0;
    for await (const chunk of this.#bytes) {
      total += chunk.length;
      if (total > maxFileBytes) throw tooLarge(`must be at most ${maxFileBytes / megabyte} MB`);
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** The SHA-256 of a file that was read to its end. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  /** Reads the file to its end and keeps nothing of it. */
  async pass(): Promise<void> {
    for await (const _ of this);
  }
}

/** The lines of a file. Empty ones at its end are no lines. Throws when the file as a whole cannot be used. */
export async function* linesOf(file: AsyncIterable<Buffer>): AsyncGenerator<FileLine> {
  let line = 0;
  let empty = 0;
  for await (const bytes of split(file)) {
    line++;
    const text = decoded(bytes, line);
    if (text.trim() === '') {
      empty++;
      continue;
    }
    if (line > maxLines) throw invalid({ body: [new Problem('jobLines', { most: maxLines })] });
    for (; empty > 0; empty--) yield { problem: 'is empty' };
    yield parsed(text);
  }
}

async function* split(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  let line = 1;
  for await (const chunk of file) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(from, end)]);
      if (bytes.length > maxLineBytes) throw lineTooLong(line);
      yield bytes;
      rest = [];
      length = 0;
      line++;
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > maxLineBytes) throw lineTooLong(line);
  }
  if (length > 0) yield Buffer.concat(rest);
}

function decoded(bytes: Buffer, line: number): string {
  try {
    const text = utf8.decode(bytes);
    return line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text;
  } catch {
    throw invalid({ body: [`line ${line}, column ${columnOfBadByte(bytes)}: is not UTF-8`] });
  }
}

/** In characters, from 1. */
function columnOfBadByte(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString());
  const at = bytes.findIndex((byte, n) => byte !== again[n]);
  return bytes.subarray(0, at).toString().length + 1;
}

function parsed(text: string): FileLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const [, at] = /position (\d+)/.exec((error as Error).message) ?? [];
    return { problem: `is not valid JSON, from column ${Number(at ?? text.length) + 1}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: 'must be an object' };
  return { value: value as Record<string, unknown>, text };
}

const tooLarge = (problem: string) =>
  new ApiError(413, 'VALIDATION_ERROR', `The file ${problem}.`, { fields: { body: [problem] } });

const lineTooLong = (line: number) => tooLarge(`must have at most ${maxLineBytes} bytes a line, unlike line ${line}`);
