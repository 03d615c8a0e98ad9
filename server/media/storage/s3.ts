// A bucket that speaks S3 as the storage. The library is loaded when the first call needs it, so that an installation
// with a folder never pays for it.
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
/** A stream whose length nobody knows goes in parts of this size; S3 allows none below 5 MiB. */
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
      // What went wrong first is what to tell; parts that stay are removed by the bucket's own rule.
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
        // Only what is signed is bound, and by itself the library signs neither of the last two.
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
      // Joined by a call before this one, whose answer was lost or came to nothing: then the upload is gone.
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
    // All who ask within the same half hour get the same address, or no copy that somebody kept would ever be used.
    const half = videoSignedForMs / 2;
    const signingDate = new Date(Math.floor(Date.now() / half) * half);
    return this.#call(({ sdk, client, presign }) =>
      presign(client, new sdk.GetObjectCommand(target), { signingDate, expiresIn: videoSignedForMs / 1000 }),
    );
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

  /** The parts as the storage knows them: their ETags are not always MD5s, so nobody else could name them. */
  async #partsToJoin(upload: Upload, parts: StoredPart[]): Promise<CompletedPart[]> {
    const found = await this.#listParts(upload);
    return parts.map((part) => {
      const match = found?.find(({ PartNumber }) => PartNumber === part.part_number);
      const stored = match && storedPart(match);
      if (stored?.size_bytes !== part.size_bytes || (stored.content_md5 && stored.content_md5 !== part.content_md5)) {
        throw unavailableBecause(new Error(`part ${part.part_number} is missing or another one`));
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
      // Until the answer begins; a body may take longer as long as it moves.
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      socketTimeout: 30_000,
    },
    // Otherwise it adds checksums that services other than Amazon's do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { sdk, client, presign };
}

/** Null for an object or upload that is not there; a bucket that is not there is trouble like any other. */
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

const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');

/** All pieces but the last have the size of a part. */
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
