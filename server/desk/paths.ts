// Which page an address is of.

/** In the place of a courier's id: what went without one. */
export const byHand = 'by-hand';

const isId = (text: string) => text === byHand || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** The parameters of a path, which are ids, if it fits: '/orders/:id'. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [n, part] of wanted.entries()) {
    if (part.startsWith(':') && isId(given[n]!)) params[part.slice(1)] = given[n]!;
    else if (part !== given[n]) return undefined;
  }
  return params;
}
