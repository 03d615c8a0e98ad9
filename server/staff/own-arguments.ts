// Hands a procedure arguments that the server makes, which the schema does not show.
import type { FieldArgs, Step } from 'postgraphile/grafast';
import { GraphQLString } from 'postgraphile/graphql';

/** The same arguments, and texts or JSON of ours in the input. */
export function withArguments(args: FieldArgs, own: Record<string, Step>): FieldArgs {
  const ownOf = (path: unknown) => (Array.isArray(path) && path[0] === 'input' ? own[path[1]] : undefined);
  return new Proxy(args, {
    get(target, property) {
      if (property === 'getRaw') return (path: never) => ownOf(path) ?? target.getRaw(path);
      if (property === 'typeAt') return (path: never) => (ownOf(path) ? GraphQLString : target.typeAt(path));
      const value = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
