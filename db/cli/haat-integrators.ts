// What those need who build on the service: its events on their own computer, and a client to call it with. These commands
// know no database; they speak to a running service as any client does. What they need is loaded when they run.
import { z } from 'zod';
import { loadSettings } from '../../server/process/settings.ts';
import { type LoneCommand, loneCommand } from './command.ts';
import { Refusal } from './operator.ts';

const address = z
  .string()
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an address, as http://localhost:3000/hook',
  );

const service = address.optional().describe('the service; or HAAT_URL, or PUBLIC_URL of this installation');

/** An option, or what the environment says. */
const given = (option: string, value: string | undefined, variable: string): string => {
  const found = value ?? process.env[variable];
  if (!found) throw new Refusal(`--${option}: is required, or ${variable} in the environment`);
  return found;
};

const serviceOf = (url: string | undefined): string =>
  (url ?? process.env.HAAT_URL ?? loadSettings(process.env).publicUrl).replace(/\/+$/, '');

export const integratorCommands: Record<string, LoneCommand> = {
  listen: loneCommand({
    does: 'for development: posts the events of a service to an address of this computer, signed, as they happen',
    options: z.strictObject({
      to: address.describe('where to, as http://localhost:3000/hook'),
      key: z.string().optional().describe('an API key of the service; or HAAT_KEY in the environment'),
      url: service,
      types: z.string().optional().describe('only these types, with commas between'),
      store: z.uuid('must be an id').optional().describe('with a company key: only this store'),
      secret: z
        .string()
        .regex(/^whsec_[A-Za-z0-9+/]{43}=$/, 'must be whsec_ and 32 bytes in base64')
        .optional()
        .describe('signs the requests; without it: a new one, which is shown'),
    }),
    async alone(o, asJson) {
      const { listen } = await import('./listen.ts');
      await listen({ ...o, url: serviceOf(o.url), key: given('key', o.key, 'HAAT_KEY') }, (line, fact) =>
        console.log(asJson ? JSON.stringify(fact) : line),
      );
    },
  }),
  client: loneCommand({
    does: 'writes a client with retries, pages, events and webhooks: a typed npm package, or one file of Python',
    options: z.strictObject({
      folder: z.string().min(1).describe('an empty folder, one to make, or an earlier client'),
      url: service,
      language: z.enum(['javascript', 'python']).default('javascript').describe('javascript (typed) or python'),
    }),
    words: ['folder'],
    async alone({ folder, url, language }, asJson) {
      const { writeClient } = await import('./write-client.ts');
      const files = await writeClient(folder, serviceOf(url), language);
      const next =
        language === 'python'
          ? 'haat.py needs Python 3.9 and no package; its first lines say how to use it.'
          : `"npm install ${folder}" in your project installs it; README.md says how to use it.`;
      if (asJson) console.log(JSON.stringify({ folder, files }, null, 2));
      else console.log(`${files.length} files written to ${folder}. ${next}`);
    },
  }),
};
