// Webhook endpoints of keys: before the operation the host of a URL is checked and the signing secret made, as for staff
// (server/staff/secrets); after it the secret is decrypted for the caller. The database gets it encrypted, and keeps nothing
// of it with the answer: a replay shows none.

import type { OutboundRule } from '../process/address-ranges.ts';
import { endpointProblem } from '../process/outbound.ts';
import { webhookOwner } from '../secrets/owners.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { newWebhookSecret, uuidv7 } from '../secrets/webhooks.ts';
import type { Answer, Call } from './outcome.ts';
import type { SideEffects } from './side-effects.ts';

export class WebhookCalls {
  readonly #secrets: SecretBox;
  readonly #outboundAllow: OutboundRule[];

  constructor(secrets: SecretBox, outboundAllow: OutboundRule[]) {
    this.#secrets = secrets;
    this.#outboundAllow = outboundAllow;
  }

  /** The call for the database, and the check of its URL before it. */
  plan(call: Call): { call: Call; work: SideEffects | null } {
    const input = { ...JSON.parse(call.input), ...this.#newSecret(call) };
    const planned = { ...call, input: JSON.stringify(input) };
    return { call: planned, work: typeof input.url === 'string' ? this.#urlWork(input) : null };
  }

  /** The answer with its secret in clear. */
  show(answer: Answer): Answer {
    if (answer.result === null) return answer;
    const document = JSON.parse(answer.result);
    if (typeof document.secret !== 'string') return answer;
    const secret = this.#secrets.decrypt(document.secret, webhookOwner(document.id));
    return { ...answer, result: JSON.stringify({ ...document, secret }) };
  }

  /** Without keys the database makes the secret, in clear. */
  #newSecret({ operation, input }: Call): object {
    if (this.#secrets.writingKeyId === undefined || operation.webhook === 'check') return {};
    const endpoint_id = operation.webhook === 'create' ? uuidv7() : JSON.parse(input).id;
    return { endpoint_id, encrypted_secret: newWebhookSecret(this.#secrets, endpoint_id) };
  }

  #urlWork(input: { url: string }): SideEffects {
    return {
      run: async ({ operate }) => {
        const problem = await endpointProblem(input.url, this.#outboundAllow);
        if (!problem) return operate(input);
        return { sqlstate: 'HT008', message: `url ${problem}.`, fields: { url: [problem.text] } };
      },
    };
  }
}
