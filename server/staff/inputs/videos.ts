// The side effects of mutations on videos: what the storage does before the procedure runs. The questions to the database are
// transactions of their own, so that none waits for the storage.
import { errorOf, storageUnavailable } from '../../gate/errors.ts';
import type { Refusal } from '../../gate/outcome.ts';
import { completionSeconds } from '../../gate/video-calls.ts';
import { partSize, StorageUnavailable } from '../../media/storage/index.ts';
import type { CompletedUpload, VideoFiles } from '../../media/videos/files.ts';

export type Body = Record<string, unknown>;

/** Runs a function of the database as who sent the request, and gives what it finds. */
export type Ask = <Found>(name: string, values: unknown[]) => Promise<Found>;

type Work = (files: VideoFiles, body: Body, ask: Ask) => Promise<Body>;

/** The work of a mutation, by its operation: adds to the body what the procedure needs of the storage. */
export const videoWork: Readonly<Record<string, Work>> = {
  sign_video_parts: (files, body, ask) => guarded(() => sign(files, body, ask)),
  complete_video: (files, body, ask) => guarded(() => complete(files, body, ask)),
};

type Place = { storage_key: string; storage_upload_id: string | null; size_bytes: number; part_count: number };
type GivenPart = { part_number: number; content_md5: string };

/** The procedure pins the checksums and gives the addresses, or refuses, and they are not shown. */
async function sign(files: VideoFiles, body: Body, ask: Ask): Promise<Body> {
  const find = (started: string | null) => ask<Place>('find_video_to_sign', [body.id, started]);
  const { storage_key: key, storage_upload_id: known, size_bytes: size, part_count: count } = await find(null);
  const upload =
    known === null
      ? await files.startUpload<never>(key, async (started) => String((await find(started)).storage_upload_id))
      : { key, id: known };
  const parts = (body.parts as GivenPart[])
    .filter((part) => part.part_number <= count)
    .map((part) => ({ ...part, size_bytes: Math.min(partSize, size - (part.part_number - 1) * partSize) }));
  return { ...body, signed: await files.sign(upload, parts) };
}

async function complete(files: VideoFiles, body: Body, ask: Ask): Promise<Body> {
  const started = await ask<CompletedUpload & { lease: string }>('start_staff_completion', [
    JSON.stringify(body),
    completionSeconds,
  ]);
  const { lease } = started;
  const end = (checked: object) => ask<Refusal | null>('end_staff_completion', [JSON.stringify({ ...body, checked })]);
  let checked: object;
  try {
    checked = { lease, ...(await files.check(started)) };
  } catch (error) {
    await end({ lease });
    throw error;
  }
  const refusal = 'missing_parts' in checked || 'changed_parts' in checked ? await end(checked) : null;
  if (refusal) throw errorOf(refusal);
  return { ...body, checked };
}

async function guarded(work: () => Promise<Body>): Promise<Body> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StorageUnavailable ? storageUnavailable() : error;
  }
}
