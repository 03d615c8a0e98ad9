// npm run haat -- client: writes the client of server/client with the types of this version into a folder that can be
// copied.
import fs from 'node:fs';
import path from 'node:path';
import { openApi } from '../../server/openapi/index.ts';
import { operations } from '../../server/operations/index.ts';
import { Refusal } from './operator.ts';

const source = path.join(import.meta.dirname, '../../server/client');

/** Gives the names of the files. `url` is the service that the folder's own command asks for types. */
export async function writeClient(folder: string, url: string): Promise<string[]> {
  refuseOther(folder);
  fs.mkdirSync(folder, { recursive: true });
  const files = fs.readdirSync(source);
  for (const file of files) {
    const text = fs.readFileSync(path.join(source, file), 'utf8');
    fs.writeFileSync(path.join(folder, file), text.replaceAll('{base_url}', url));
  }
  const types = await typesOf(url);
  if (types === null) return files;
  fs.writeFileSync(path.join(folder, 'types.ts'), types);
  return [...files, 'types.ts'];
}

/** An earlier client may be written over; nothing else is. */
function refuseOther(folder: string): void {
  const has = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const manifest = path.join(folder, 'package.json');
  const isClient = has.includes('package.json') && JSON.parse(fs.readFileSync(manifest, 'utf8')).name === 'haat-client';
  if (has.length > 0 && !isClient)
    throw new Refusal(`${folder} holds other files: give an empty folder, or one to make`);
}

/** Null where the generator is not installed: it and the compiler take 40 MB, so production installs leave it out. */
async function typesOf(url: string): Promise<string | null> {
  const generator = await import('openapi-typescript').catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  });
  if (!generator) return null;
  const document = openApi(operations, { url: `${url}/ext/v1` });
  const tree = await generator.default(JSON.stringify(document), { defaultNonNullable: false });
  return `// Written by openapi-typescript from the OpenAPI document of the service: do not edit.\n${generator.astToString(tree)}`;
}
