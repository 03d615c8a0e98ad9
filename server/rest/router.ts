// Finds the operation of a method and path: a table made once from the registry.
import type { Operation } from '../operations/types.ts';

export type Route = Operation & { name: string };

type Pattern = { segments: string[]; byMethod: Map<string, Route>; allow: string };

export type Match = {
  /** Undefined when the path exists but not with this method. */
  operation: Route | undefined;
  parameters: Record<string, string>;
  /** The methods of the path, as the Allow header names them. */
  allow: string;
};

const isParameter = (segment: string) => segment.startsWith('{');

export class Router {
  /** By number of segments; fixed words before parameters, so that /images/reorder is not taken for an image id. */
  readonly #patterns = new Map<number, Pattern[]>();

  constructor(operations: Record<string, Operation>) {
    const byPath = new Map<string, Pattern>();
    for (const [name, operation] of Object.entries(operations)) {
      const pattern = byPath.get(operation.path) ?? {
        segments: operation.path.slice(1).split('/'),
        byMethod: new Map(),
        allow: '',
      };
      byPath.set(operation.path, pattern);
      pattern.byMethod.set(operation.method, { ...operation, name });
    }
    for (const pattern of byPath.values()) {
      const get = pattern.byMethod.get('GET');
      if (get) pattern.byMethod.set('HEAD', get);
      pattern.allow = [...pattern.byMethod.keys(), 'OPTIONS'].sort().join(', ');
      const siblings = this.#patterns.get(pattern.segments.length) ?? [];
      siblings.push(pattern);
      siblings.sort((a, b) => shape(a).localeCompare(shape(b)));
      this.#patterns.set(pattern.segments.length, siblings);
    }
  }

  /** `path` starts with a slash and is still percent-encoded. Undefined when no operation has this path. */
  match(method: string, path: string): Match | undefined {
    const segments = path.slice(1).split('/');
    const pattern = this.#patterns.get(segments.length)?.find((candidate) => fits(candidate.segments, segments));
    if (!pattern) return undefined;
    const parameters: Record<string, string> = {};
    for (const [index, segment] of pattern.segments.entries()) {
      if (!isParameter(segment)) continue;
      const value = decoded(segments[index]!);
      if (value === undefined) return undefined;
      parameters[segment.slice(1, -1)] = value;
    }
    return { operation: pattern.byMethod.get(method), parameters, allow: pattern.allow };
  }
}

const shape = (pattern: Pattern) => pattern.segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');

function fits(pattern: string[], segments: string[]): boolean {
  return pattern.every((segment, index) =>
    isParameter(segment) ? segments[index] !== '' : segment === segments[index],
  );
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
