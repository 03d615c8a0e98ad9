// Stores media in an S3 bucket. The AWS library is loaded at the first call, so that an installation with a folder does
// not load it.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CompletedPart, Part } from '@aws-sdk/client-s3';
import type { MediaStore } from '../../process/settings.ts';
import { cachedForever, isMediaKey, mediaType } from './keys.ts';
import type { ByteRange, MediaStorage, PinnedPart, SignedPart, StoredPart, Upload } from './types.ts';
import { type StorageUnavailable, unavailableBecause } from './unavailable.ts';

type Bucket = Extract<MediaStore, { kind: 's3' }>;

const partSignedForMs = 15 * 60_000;
const videoSignedForMs = 60 * 60_000;
/** A stream of unknown length is sent in parts of this size. S3 accepts no part below 5 MiB, except the last. */
const streamedPartBytes = 8 * 1024 * 1024;

export class S3Storage implements MediaStorage {
  readonly #bucket: Bucket;
  #connection: ReturnType<typeof connect> | undefined;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async put(key: string, content: Buffer | Readable): Promise<void> {
    if (Buffer.isBuffer(content)) return this.#putBuffer(key, content);
    const pieces = inPieces(content);
    const first = await pieces.next();
    if (first.done || first.value.length < streamedPartBytes) return this.#putBuffer(key, first.value ?? Buffer.of());
    const upload = { key, id: await this.startUpload(key) };
    try {
      const parts = [await this.putPart(upload, 1, first.value)];
      for await (const piece of pieces) parts.push(await this.putPart(upload, parts.length + 1, piece));
      await this.finishUpload(upload, parts);
    } catch (error) {
      // Report the first error. A lifecycle rule of the bucket removes parts that are left.
      await this.abortUpload(upload).catch(() => undefined);
      throw error;
    }
  }

  async stat(key: string): Promise<{ size: number } | null> {
    const target = this.#target(key);
    return unlessAbsent(
      this.#call(async ({ sdk, client }) => {
        const { ContentLength } = await client.send(new sdk.HeadObjectCommand(target));
        return { size: ContentLength ?? 0 };
      }),
    );
  }

  get(key: string, range?: ByteRange): Readable {
    const target = { ...this.#target(key), Range: range && `bytes=${range.start}-${range.end}` };
    const fetchBody = () =>
      this.#call(
        async ({ sdk, client }) => (await client.send(new sdk.GetObjectCommand(target))).Body as unknown as Readable,
      );
    async function* content() {
      const body = await fetchBody();
      try {
        yield* body;
      } catch (error) {
        throw unavailableBecause(error);
      }
    }
    return Readable.from(content(), { objectMode: false });
  }

  async delete(key: string): Promise<void> {
    const target = this.#target(key);
    await unlessAbsent(this.#call(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand(target))));
  }

  async startUpload(key: string): Promise<string> {
    const target = { ...this.#target(key), ContentType: mediaType(key) };
    return this.#call(async ({ sdk, client }) => {
      const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target));
      return UploadId!;
    });
  }

  async signPart(upload: Upload, part: PinnedPart): Promise<SignedPart> {
    const signingDate = new Date();
    const target = {
      ...this.#uploadTarget(upload),
      PartNumber: part.part_number,
      ContentMD5: part.content_md5,
      ContentLength: part.size_bytes,
    };
    const url = await this.#call(({ sdk, client, presign }) =>
      presign(client, new sdk.UploadPartCommand(target), {
        signingDate,
        expiresIn: partSignedForMs / 1000,
        // Only signed headers are enforced. By default the library does not sign the last two.
        signableHeaders: new Set(['host', 'content-md5', 'content-length']),
      }),
    );
    return {
      url,
      headers: { 'Content-MD5': part.content_md5 },
      expires_at: new Date(signingDate.getTime() + partSignedForMs).toISOString(),
    };
  }

  async putPart(upload: Upload, partNumber: number, bytes: Buffer): Promise<StoredPart> {
    const content_md5 = md5Of(bytes);
    const target = {
      ...this.#uploadTarget(upload),
      PartNumber: partNumber,
      Body: bytes,
      ContentLength: bytes.length,
      ContentMD5: content_md5,
    };
    await this.#call(({ sdk, client }) => client.send(new sdk.UploadPartCommand(target)));
    return { part_number: partNumber, size_bytes: bytes.length, content_md5 };
  }

  async listParts(upload: Upload): Promise<StoredPart[] | null> {
    return (await this.#listParts(upload))?.map(storedPart) ?? null;
  }

  async finishUpload(upload: Upload, parts: StoredPart[]): Promise<void> {
    const size = parts.reduce((sum, part) => sum + part.size_bytes, 0);
    try {
      const target = {
        ...this.#uploadTarget(upload),
        MultipartUpload: { Parts: await this.#partsToJoin(upload, parts) },
      };
      await this.#call(({ sdk, client }) => client.send(new sdk.CompleteMultipartUploadCommand(target)));
    } catch (error) {
      // An earlier call may have joined the parts although its answer was lost. Then the upload is gone.
      if ((await this.stat(upload.key))?.size !== size) throw error;
    }
  }

  async abortUpload(upload: Upload): Promise<void> {
    const target = this.#uploadTarget(upload);
    await unlessAbsent(this.#call(({ sdk, client }) => client.send(new sdk.AbortMultipartUploadCommand(target))));
  }

  async playbackPath(key: string): Promise<string> {
    return key;
  }

  async signGet(key: string): Promise<string> {
    const target = {
      ...this.#target(key),
      ResponseContentType: mediaType(key),
      ResponseCacheControl: cachedForever,
    };
    // The same URL for half an hour, so that browsers can use their cached copy.
    const half = videoSignedForMs / 2;
    const signingDate = new Date(Math.floor(Date.now() / half) * half);
    return this.#call(({ sdk, client, presign }) =>
      presign(client, new sdk.GetObjectCommand(target), { signingDate, expiresIn: videoSignedForMs / 1000 }),
    );
  }

  async signDownload(key: string, name: string, expires: number): Promise<string> {
    const target = {
      ...this.#target(key),
      ResponseContentType: mediaType(key),
      ResponseContentDisposition: asDownload(name),
    };
    const expiresIn = Math.max(1, expires - Math.floor(Date.now() / 1000));
    return this.#call(({ sdk, client, presign }) => presign(client, new sdk.GetObjectCommand(target), { expiresIn }));
  }

  async #putBuffer(key: string, bytes: Buffer): Promise<void> {
    const target = {
      ...this.#target(key),
      Body: bytes,
      ContentLength: bytes.length,
      ContentMD5: md5Of(bytes),
      ContentType: mediaType(key),
    };
    await this.#call(({ sdk, client }) => client.send(new sdk.PutObjectCommand(target)));
  }

  async #listParts(upload: Upload): Promise<Part[] | null> {
    const target = this.#uploadTarget(upload);
    const found: Part[] = [];
    let marker: string | undefined;
    do {
      const page = await unlessAbsent(
        this.#call(({ sdk, client }) => client.send(new sdk.ListPartsCommand({ ...target, PartNumberMarker: marker }))),
      );
      if (!page) return null;
      found.push(...(page.Parts ?? []));
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (marker);
    return found;
  }

  /** The parts with the ETags that the storage gave them. An ETag is not always an MD5, so it must be asked for. */
  async #partsToJoin(upload: Upload, parts: StoredPart[]): Promise<CompletedPart[]> {
    const found = await this.#listParts(upload);
    return parts.map((part) => {
      const match = found?.find(({ PartNumber }) => PartNumber === part.part_number);
      const stored = match && storedPart(match);
      if (stored?.size_bytes !== part.size_bytes || (stored.content_md5 && stored.content_md5 !== part.content_md5)) {
        throw unavailableBecause(new Error(`part ${part.part_number} is missing or was replaced`));
      }
      return { PartNumber: part.part_number, ETag: match!.ETag };
    });
  }

  async #call<T>(work: (connection: Awaited<ReturnType<typeof connect>>) => Promise<T>): Promise<T> {
    try {
      this.#connection ??= connect(this.#bucket);
      return await work(await this.#connection);
    } catch (error) {
      throw unavailableBecause(error);
    }
  }

  #target(key: string): { Bucket: string; Key: string } {
    if (!isMediaKey(key)) throw new Error('not a media key');
    return { Bucket: this.#bucket.bucket, Key: this.#bucket.prefix + key };
  }

  #uploadTarget({ key, id }: Upload) {
    return { ...this.#target(key), UploadId: id };
  }
}

async function connect({ region, endpoint, pathStyle, credentials }: Bucket) {
  const [sdk, { getSignedUrl: presign }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const client = new sdk.S3Client({
    region,
    endpoint,
    forcePathStyle: pathStyle,
    credentials,
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 5_000,
      // Until the answer begins. A body may take longer as long as bytes arrive.
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      socketTimeout: 30_000,
    },
    // By default the library adds checksums that S3 services of other makers do not support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { sdk, client, presign };
}

/** Null for a missing object or upload. A missing bucket is an error. */
async function unlessAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const { name } = ((error as StorageUnavailable).cause ?? {}) as Error;
    if (['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(name)) return null;
    throw error;
  }
}

function storedPart({ PartNumber, Size, ETag }: Part): StoredPart {
  const [, hex] = /^"?([0-9a-f]{32})"?$/i.exec(ETag ?? '') ?? [];
  return {
    part_number: PartNumber!,
    size_bytes: Size!,
    content_md5: hex ? Buffer.from(hex, 'hex').toString('base64') : '',
  };
}

/** A header has ASCII alone; the name in other letters is given beside. */
function asDownload(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');

/** Every piece except the last has the size of a part. */
async function* inPieces(content: Readable): AsyncGenerator<Buffer, undefined> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    waiting.push(Buffer.from(chunk));
    length += waiting.at(-1)!.length;
    if (length < streamedPartBytes) continue;
    const all = Buffer.concat(waiting);
    let start = 0;
    for (; all.length - start >= streamedPartBytes; start += streamedPartBytes) {
      yield all.subarray(start, start + streamedPartBytes);
    }
    waiting = [all.subarray(start)];
    length = all.length - start;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
