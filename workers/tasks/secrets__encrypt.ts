// Encrypts the secrets that are in the database in clear.
import type { Task } from 'graphile-worker';
import { encryptOutdated } from '../../server/secrets/encrypt-outdated.ts';
import type { Services } from '../services.ts';

export default ({ pool, log, secrets }: Services): Task =>
  async () => {
    const encrypted = await encryptOutdated(
      (sql, values) => pool.query(sql, values),
      secrets,
      ({ belongs_to, slot }, reason) => log.error({ belongs_to, slot, reason }, 'a secret cannot be read'),
    );
    if (encrypted > 0) log.info({ encrypted }, 'secrets encrypted');
  };
