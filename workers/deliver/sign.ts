// Signs webhooks as the Standard Webhooks specification says, so that its published libraries can verify them.
import { createHmac } from 'node:crypto';

type Signed = { event_id: string; event_type: string; api_version: string; secrets: string[]; body: string };

/** The headers of an attempt that is sent now. */
export function deliveryHeaders({ event_id, event_type, api_version, secrets, body }: Signed): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Haat-Webhooks/1',
    'webhook-id': event_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign(secrets, event_id, timestamp, body),
    'x-service-api-version': api_version,
    'x-service-event': event_type,
  };
}

/** One signature per secret, the current one first. After a rotation a receiver may still know only the previous one. */
export function sign(secrets: string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
