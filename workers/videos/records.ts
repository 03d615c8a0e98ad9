// Reads and writes the data of videos for the workers. Each method calls one SQL function. A boolean result says whether
// the lease was held and the step was done.
import type pg from 'pg';
import type { StoredPart } from '../../server/media/storage/index.ts';
import type { VideoFacts, VideoRefused } from '../../server/media/videos/index.ts';

export interface Import {
  video_id: string;
  lease: string;
  source_url: string;
  storage_key: string;
  storage_upload_id: string | null;
  size_bytes: number | null;
  validator: string | null;
  parts: StoredPart[];
}

export interface Check {
  video_id: string;
  lease: string;
  company_id: string;
  storage_key: string;
  needs_poster: boolean;
  /** How many checks in a row were started without an end, this one included. */
  attempts: number;
}

export interface Deletion {
  id: string;
  media_key: string;
  storage_upload_id: string | null;
}

export interface Poster {
  media_key: string;
  width: number;
  height: number;
  size_bytes: number;
}

type Held = Pick<Import, 'video_id' | 'lease'>;

export class VideoRecords {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async claimImport(lease: string, seconds: number): Promise<Import | null> {
    const { rows } = await this.#pool.query('select * from internal.claim_video_import($1, $2)', [lease, seconds]);
    if (rows.length === 0) return null;
    const { size_bytes } = rows[0];
    return { ...rows[0], lease, size_bytes: size_bytes === null ? null : Number(size_bytes) };
  }

  async claimCheck(lease: string, seconds: number): Promise<Check | null> {
    const { rows } = await this.#pool.query('select * from internal.claim_video_check($1, $2)', [lease, seconds]);
    return rows.length === 0 ? null : { ...rows[0], lease };
  }

  /** Resets the count of attempts, because the check failed through no fault of the video. */
  async resetCheckAttempts({ video_id, lease }: Held): Promise<void> {
    await this.#pool.query('select internal.reset_check_attempts($1, $2)', [video_id, lease]);
  }

  renewLease(held: Held, seconds: number): Promise<boolean> {
    return this.#call('renew_video_lease', held, seconds);
  }

  noteImport(held: Held, uploadId: string, size: number | null, validator: string | null): Promise<boolean> {
    return this.#call('note_import', held, uploadId, size, validator);
  }

  notePart(held: Held, part: StoredPart): Promise<boolean> {
    return this.#call('note_imported_part', held, part.part_number, part.size_bytes, part.content_md5);
  }

  restartImport(held: Held): Promise<boolean> {
    return this.#call('restart_import', held);
  }

  finishImport(held: Held, size: number): Promise<boolean> {
    return this.#call('finish_import', held, size);
  }

  abortImport(held: Held): Promise<boolean> {
    return this.#call('abort_import', held);
  }

  finish(held: Held, facts: VideoFacts, poster: Poster | null, playbackPath: string): Promise<boolean> {
    return this.#call('finish_video', held, facts, poster, playbackPath);
  }

  reject(held: Held, { code, message }: VideoRefused): Promise<boolean> {
    return this.#call('reject_video', held, code, message);
  }

  async claimDeletions(maximum: number): Promise<Deletion[]> {
    return (await this.#pool.query('select * from internal.claim_media_deletions($1)', [maximum])).rows;
  }

  async finishDeletions(ids: string[]): Promise<void> {
    await this.#pool.query('select internal.finish_media_deletions($1)', [ids]);
  }

  async #call(name: string, { video_id, lease }: Held, ...rest: unknown[]): Promise<boolean> {
    const parameters = rest.map((_, index) => `, $${index + 3}`).join('');
    const { rows } = await this.#pool.query(`select internal.${name}($1, $2${parameters}) as held`, [
      video_id,
      lease,
      ...rest,
    ]);
    return rows[0].held;
  }
}
