// Fetches the pictures that an import named by link, one after the other for a company, and begins anew after some, so that a
// process that is to stop is not held up. A picture whose worker was killed comes again when its claim has run out.
import type { Task } from 'graphile-worker';
import { maxBytes } from '../../server/media/images/index.ts';
import type { WantedImage } from '../../server/media/images/store.ts';
import type { Services } from '../services.ts';

const atATime = 20;

/** Longer than a picture may take in all. */
const claimSeconds = 120;

type Claim = { link_id: string | null; source_url: string; ask_again_at: Date | null };

export default ({ pool, images }: Services): Task =>
  async (payload) => {
    const { company_id: companyId } = payload as { company_id: string };
    for (let n = 0; n < atATime; n++) {
      const { rows } = await pool.query<Claim>('select * from internal.claim_image_link($1, $2)', [
        companyId,
        claimSeconds,
      ]);
      const [claim] = rows;
      if (!claim) return;
      if (!claim.link_id) {
        await pool.query('select internal.fetch_image_links($1, $2)', [companyId, claim.ask_again_at]);
        return;
      }
      await fetchOne(claim.link_id, claim.source_url, companyId, { pool, images });
    }
    await pool.query('select internal.fetch_image_links($1)', [companyId]);
  };

async function fetchOne(
  linkId: string,
  link: string,
  companyId: string,
  { pool, images }: Pick<Services, 'pool' | 'images'>,
): Promise<void> {
  const wanted: WantedImage = { entry: {}, stored: 'picture', name: 'link', link, file: undefined, maxBytes };
  const keys: string[] = [];
  let isUsed = false;
  try {
    const problems = await images.bringIn([wanted], companyId, keys);
    const picture = problems ? null : JSON.stringify(wanted.entry.picture);
    const [problem] = problems?.link ?? [];
    const { rows } = await pool.query<{ used: boolean }>(
      'select internal.finish_image_link($1, $2, $3, $4, $5) as used',
      [companyId, linkId, picture, problem?.text ?? null, problem ? JSON.stringify(problem.meaning) : null],
    );
    isUsed = rows[0]!.used;
  } finally {
    if (!isUsed) await images.remove(keys);
  }
}
