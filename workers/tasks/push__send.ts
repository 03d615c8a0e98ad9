// Sends devices of staff what they are to be told: one message each, with all that waits of one kind.
import type { Task } from 'graphile-worker';
import { pushKeyOwner } from '../../server/secrets/owners.ts';
import { post } from '../deliver/post.ts';
import { type Device, encrypted, headersFor } from '../push/message.ts';
import { type Notice, shownOf } from '../push/words.ts';
import type { Services } from '../services.ts';

type Claim = Device & Notice & { company_id: string; public_key: string; sealed_key: string; notice_ids: string[] };

export default ({ pool, outbound, secrets, publicUrl, log }: Services): Task => {
  /** `gone`: the browser has ended it (404, 410), or its address or key can never be good. */
  const send = async (
    claim: Claim,
  ): Promise<{ outcome: 'sent' | 'gone' | 'failed'; retry_after?: number | undefined }> => {
    const privateKey = secrets.decrypt(claim.sealed_key, pushKeyOwner(claim.company_id));
    let body: Buffer;
    try {
      body = encrypted(JSON.stringify(shownOf(claim)), claim);
    } catch {
      return { outcome: 'gone' };
    }
    const headers = headersFor(claim, { publicKey: claim.public_key, privateKey }, publicUrl);
    const answer = await post(outbound, claim.endpoint, headers, body);
    if (answer.outcome === 'delivered') return { outcome: 'sent' };
    const isGone = answer.outcome === 'refused' || answer.response_status === 404 || answer.response_status === 410;
    // The address lets anybody send to the device, so it stays out of the log.
    log.info(
      { service: new URL(claim.endpoint).host, outcome: answer.outcome, status: answer.response_status },
      'push failed',
    );
    return { outcome: isGone ? 'gone' : 'failed', retry_after: answer.retry_after };
  };

  const serve = async (deviceId: string) => {
    const { rows } = await pool.query<Claim>({
      name: 'claim_push',
      text: 'select * from internal.claim_push($1, $2)',
      values: [deviceId, secrets.keyIds],
    });
    for (const claim of rows) {
      const { outcome, retry_after } = await send(claim);
      await pool.query('select internal.record_push($1, $2, $3, $4)', [
        deviceId,
        claim.notice_ids,
        outcome,
        retry_after ?? null,
      ]);
    }
  };

  return async (payload) => {
    const { device_ids } = payload as { device_ids: string[] };
    const done = await Promise.allSettled(device_ids.map(serve));
    const broken = done.find((one) => one.status === 'rejected');
    if (broken) throw broken.reason;
  };
};
