// The encryption of the secrets in the database: which keys are in use, and the change to another one.
import { z } from 'zod';
import { loadSettings } from '../../server/process/settings.ts';
import { encryptOutdated } from '../../server/secrets/encrypt-outdated.ts';
import { openSecretBox } from '../../server/secrets/keys.ts';
import type { SecretBox } from '../../server/secrets/secret-box.ts';
import { type Command, command } from './command.ts';
import { type Operator, Refusal, type Row } from './operator.ts';

export const secretsCommands: Record<string, Command> = {
  'secrets list': command({
    cells: 'each',
    does: 'how many secrets are encrypted with which key, and how many not at all',
    options: z.strictObject({}),
    run: async (operator) => {
      const box = await openBox();
      return (await countKeys(operator)).map(({ key_id, secrets }) => ({
        key: key_id ?? '(in clear)',
        secrets,
        state: key_id === null ? 'not encrypted' : stateOf(key_id, box),
      }));
    },
  }),
  'secrets rotate': command({
    cells: 'each',
    does: 'encrypts every secret with the first key of SECRET_KEYS, and says which keys are not needed any more',
    options: z.strictObject({}),
    run: async (operator) => {
      const box = await openBox();
      if (!box.writingKeyId) throw new Refusal('SECRET_KEYS is not set; "openssl rand -hex 32" makes a key');
      const unreadable: string[] = [];
      const encrypted = await encryptOutdated(
        async (sql, values) => {
          const rows = await operator.asOwnerRows(sql, values);
          await operator.keep();
          return { rows };
        },
        box,
        ({ belongs_to, slot }) => unreadable.push(`${belongs_to} ${slot}`),
      );
      const inUse = (await countKeys(operator)).map(({ key_id }) => key_id);
      return {
        encrypted,
        key: box.writingKeyId,
        not_needed_any_more: box.keyIds.filter((id) => id !== box.writingKeyId && !inUse.includes(id)),
        unreadable,
      };
    },
  }),
};

const openBox = () => openSecretBox(loadSettings(process.env), { make: false });

const countKeys = (operator: Operator): Promise<Row[]> =>
  operator.asOwnerRows('select key_id, secrets::integer from internal.count_secret_keys()');

function stateOf(keyId: string, box: SecretBox): string {
  if (keyId === box.writingKeyId) return 'writes';
  return box.keyIds.includes(keyId) ? 'reads' : 'not in SECRET_KEYS: cannot be read';
}
