// Reads a multipart form: text fields into memory, files into a temporary folder that is deleted when the call ends. Sizes
// are counted while the bytes arrive. Above a limit the rest is read and dropped, so that the client receives the answer.
// see: guides/limits#sizes
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { maxBytes, maxVolume, megabyte } from '../media/images/index.ts';
import type { FormFile } from '../media/images/store.ts';
import { makeTempFolder, removeTempFolder } from '../process/temp-folders.ts';
import { aborted, isAborted } from './aborted.ts';
import { ApiError, invalid } from './errors.ts';

// Additional bytes for boundaries, headers and text fields.
const maxOther = megabyte;
const maxFiles = 20;
const maxFields = 50;

export type Form = {
  /** Text fields in the order sent; a name may be repeated. */
  fields: [name: string, text: string][];
  files: FormFile[];
  dispose(): Promise<void>;
};

/** The parts that are always read as files, with the maximum bytes of each. */
export type FileParts = ReadonlyMap<string, number>;

export async function readForm(request: IncomingMessage, fileParts: FileParts): Promise<Form> {
  if (Number(request.headers['content-length'] ?? 0) > maxVolume + maxOther) {
    request.resume();
    throw tooLarge('body', maxVolume);
  }
  const directory = await makeTempFolder('form');
  const dispose = () => removeTempFolder(directory);
  try {
    return { ...(await parse(request, fileParts, directory)), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function parse(request: IncomingMessage, fileParts: FileParts, directory: string) {
  const fields: Form['fields'] = [];
  const files: (FormFile & { size: number; name: string | undefined })[] = [];
  const writing: Promise<unknown>[] = [];
  const stop = new AbortController();
  const parser = openParser(request, fileParts);
  let volume = 0;
  let textVolume = 0;

  const write = (part: string, stream: Readable, name: string | undefined) => {
    const file = { part, path: path.join(directory, String(files.length)), size: 0, name };
    files.push(file);
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        file.size += chunk.length;
        volume += chunk.length;
        const most = fileParts.get(part) ?? maxBytes;
        if (file.size > most) done(tooLarge(part, most));
        else done(volume > maxVolume ? tooLarge('body', maxVolume) : null, chunk);
      },
    });
    return pipeline(stream, count, createWriteStream(file.path), { signal: stop.signal });
  };

  try {
    await new Promise<void>((resolve, reject) => {
      // A client that left before we listen tells nothing any more.
      if (isAborted(request)) return reject(aborted(request));
      parser.on('file', (part, stream, name) => {
        stream.on('limit', () => reject(tooLarge(part, maxBytes)));
        const written = write(part, stream, name);
        written.catch(reject);
        writing.push(written);
      });
      parser.on('field', (name, text, _nameCut, textCut) => {
        textVolume += text.length;
        // The parser replaces bytes that are not UTF-8 with this character.
        if (text.includes('\ufffd')) reject(invalid({ [name]: ['must be text in UTF-8'] }));
        if (textCut || textVolume > maxOther) reject(tooLarge(name, maxOther));
        fields.push([name, text]);
      });
      parser.on('filesLimit', () => reject(invalid({ body: [`must hold at most ${maxFiles} files`] })));
      parser.on('fieldsLimit', () => reject(invalid({ body: [`must hold at most ${maxFields} text fields`] })));
      parser.on('error', reject);
      parser.on('finish', resolve);
      request.on('error', () => reject(aborted(request)));
      request.on('close', () => {
        if (!request.readableEnded) reject(aborted(request));
      });
      request.pipe(parser);
    });
    await Promise.all(writing);
    // A browser sends an empty part for an empty file input; it is not a file.
    return { fields, files: files.filter(({ size, name }) => size > 0 || name) };
  } catch (error) {
    request.unpipe(parser);
    request.resume();
    stop.abort();
    await Promise.allSettled(writing);
    if (isAborted(request)) throw aborted(request);
    throw isOfTheForm(error) ? invalid({ body: ['is not a valid multipart form'] }) : error;
  }
}

/** Errors of the system have a code. Errors of the parser have none, or say that a part ended before its end. */
const isOfTheForm = (error: unknown) =>
  !(error instanceof ApiError) &&
  /^(ERR_STREAM_PREMATURE_CLOSE|undefined)$/.test(String((error as NodeJS.ErrnoException).code));

function openParser(request: IncomingMessage, fileParts: FileParts): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        fileSize: maxBytes,
        files: maxFiles,
        fields: maxFields,
        fieldSize: maxOther,
        headerPairs: 20,
        headerSize: 16_384,
      },
      isPartAFile: (name, _type, fileName) => fileName !== undefined || fileParts.has(name ?? ''),
    });
  } catch {
    throw invalid({ body: ['is not a valid multipart form'] });
  }
}

const tooLarge = (field: string, bytes: number) =>
  new ApiError(413, 'VALIDATION_ERROR', `${field} is larger than ${bytes / megabyte} MB.`, {
    fields: { [field]: [`must be at most ${bytes / megabyte} MB`] },
  });
