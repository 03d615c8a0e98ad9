// Encrypts, with the key that writes, the secrets that the database has in clear or, where an operator asks, encrypted with
// another key: to workers the database gives only those in clear. In batches, and safe to run at any time, twice and beside others: a secret that changes meanwhile is left as it is.
import { type SecretBox, SecretError } from './secret-box.ts';

export interface StoredSecret {
  belongs_to: string;
  slot: string;
  stored: string;
  digest: string;
}

type Query = (sql: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

const batchSize = 200;

/** Gives how many it has encrypted. What cannot be read is told, and left. */
export async function encryptOutdated(
  query: Query,
  secrets: SecretBox,
  tell: (unreadable: StoredSecret, reason: string) => unknown,
): Promise<number> {
  if (!secrets.writingKeyId) return 0;
  let encrypted = 0;
  for (let after = ['', '']; ; ) {
    const found = await query('select * from internal.find_outdated_secrets($1, $2, $3, $4)', [
      secrets.writingKeyId,
      batchSize,
      ...after,
    ]);
    const rows = found.rows as StoredSecret[];
    const last = rows.at(-1);
    if (!last) return encrypted;
    after = [last.belongs_to, last.slot];
    const replacements = rows.flatMap((row) => {
      const { belongs_to, slot, digest } = row;
      try {
        const text = secrets.decrypt(row.stored, belongs_to);
        return [{ belongs_to, slot, digest, encrypted: secrets.encrypt(text, belongs_to) }];
      } catch (error) {
        if (!(error instanceof SecretError)) throw error;
        tell(row, error.message);
        return [];
      }
    });
    const replaced = await query('select internal.replace_secrets($1) as count', [JSON.stringify(replacements)]);
    encrypted += (replaced.rows[0] as { count: number }).count;
  }
}
