// Which pages say a text of the desk. What the pages of one bundle say and no others comes with that bundle; the rest is there
// from the start. So a browser that opens today's page does not wait for the words of the settings.
import fs from 'node:fs';
import path from 'node:path';
import { type BundleName, bundleNames } from '../../desk/bundles.ts';

export type Place = BundleName | 'start';
export const places: readonly Place[] = ['start', ...bundleNames];

const imported = /(?:from |import |import\()'(\.[^']+\.ts)'/g;
const key = /(['"])([a-z]\w*\.\w+)\1/gi;
/** A list by its name, whose keys are put together when they are asked for: label('condition', …), `condition.${…}`. */
const list = /['"`]([a-z]\w*)(?:['"]|[.\w]*\$\{)/gi;

/** A module of the desk and all that it imports, but for bundles that are loaded later, and texts. */
function modulesFrom(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found;
  const text = fs.readFileSync(file, 'utf8');
  found.set(file, text);
  for (const [, name] of text.matchAll(imported))
    if (!/(^|\/)(bundles\/(?!common|lists|files)|messages\/)/.test(name!))
      modulesFrom(path.join(path.dirname(file), name!), found);
  return found;
}

/**
 * Gives the place of a key; `isMade`: keys of its list are put together when they are asked for, so it is where the list is named.
 * Takes the folder of the pages.
 */
export function placesOfTexts(directory: string): (key: string, isMade: boolean) => Place {
  const atStart = modulesFrom(path.join(directory, 'main.ts'));
  const saidAt = new Map<string, Set<Place>>();
  const say = (text: string, place: Place) => {
    for (const said of [...text.matchAll(key)].map(([, , one]) => one!).concat(listsIn(text)))
      saidAt.set(said, (saidAt.get(said) ?? new Set()).add(place));
  };
  for (const text of atStart.values()) say(text, 'start');
  // The page of the design shows what others have, and loads their texts: its own are those that no other says.
  for (const name of bundleNames.filter((one) => one !== 'design'))
    for (const [file, text] of modulesFrom(path.join(directory, `bundles/${name}.ts`)))
      if (!atStart.has(file)) say(text, name);
  for (const file of fs.globSync(path.join(directory, 'pages/design/*.ts')))
    for (const [, , one] of fs.readFileSync(file, 'utf8').matchAll(key))
      if (!saidAt.has(one!)) say(`'${one}'`, 'design');
  return (one, isMade) => {
    const ofList = isMade && saidAt.get(one.split('.')[0]!);
    const at = new Set([...(saidAt.get(one) ?? []), ...(ofList || [])]);
    return at.size === 1 ? [...at][0]! : 'start';
  };
}

const listsIn = (text: string): string[] => [...text.matchAll(list)].map(([, name]) => name!);
