// Signs webhooks as the Standard Webhooks specification says, so that its published libraries can verify them.
import { createHmac } from 'node:crypto';

/** One signature per secret, the current one first. After a rotation a receiver may still know only the previous one. */
export function sign(secrets: string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
