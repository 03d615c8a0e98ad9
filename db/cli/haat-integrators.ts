// What those need who build on the service: its events on their own computer, and a client to call it with. These commands
// know no database; they speak to a running service as any client does.
import { z } from 'zod';
import { loadSettings } from '../../server/process/settings.ts';
import { type LoneCommand, loneCommand } from './command.ts';
import { listen } from './listen.ts';
import { Refusal } from './operator.ts';

const address = z
  .string()
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an address, as http://localhost:3000/hook',
  );

/** An option, or what the environment says. */
const given = (option: string, value: string | undefined, variable: string): string => {
  const found = value ?? process.env[variable];
  if (!found) throw new Refusal(`--${option}: is required, or ${variable} in the environment`);
  return found;
};

export const integratorCommands: Record<string, LoneCommand> = {
  listen: loneCommand({
    does: 'for development: posts the events of a service to an address of this computer, signed, as they happen',
    options: z.strictObject({
      to: address.describe('where to, as http://localhost:3000/hook'),
      key: z.string().optional().describe('an API key of the service; or HAAT_KEY in the environment'),
      url: address.optional().describe('the service; or HAAT_URL, or PUBLIC_URL of this installation'),
      types: z.string().optional().describe('only these types, with commas between'),
      store: z.uuid('must be an id').optional().describe('with a company key: only this store'),
      secret: z
        .string()
        .regex(/^whsec_[A-Za-z0-9+/]{43}=$/, 'must be whsec_ and 32 bytes in base64')
        .optional()
        .describe('signs the requests; without it: a new one, which is shown'),
    }),
    async alone(o, asJson) {
      const url = o.url ?? process.env.HAAT_URL ?? loadSettings(process.env).publicUrl;
      await listen({ ...o, url: url.replace(/\/+$/, ''), key: given('key', o.key, 'HAAT_KEY') }, (line, fact) =>
        console.log(asJson ? JSON.stringify(fact) : line),
      );
    },
  }),
};
