// The session token of staff, as an Authorization header has it.
import { hash } from 'node:crypto';

/** The SHA-256 of the token, or null where the header holds none. */
export function presentedSession(authorization: string): Buffer | null {
  const token = /^Bearer (staff_[0-9a-f]{64})$/i.exec(authorization)?.[1];
  return token ? hash('sha256', token, 'buffer') : null;
}
