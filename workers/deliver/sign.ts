// The signature of the Standard Webhooks specification, which every published verifier checks.
import { createHmac } from 'node:crypto';

/** One signature a secret, the current one first: after a rotation a receiver may still know only the one before. */
export function sign(secrets: string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
