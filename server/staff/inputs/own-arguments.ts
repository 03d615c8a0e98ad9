// Hands a procedure arguments that the server makes, which the schema does not show.
import type { FieldArgs, Step } from 'postgraphile/grafast';
import { GraphQLString } from 'postgraphile/graphql';

/** The same arguments, and texts or JSON of ours in the input of a mutation, or among the arguments of a query. */
export function withArguments(args: FieldArgs, own: Record<string, Step>): FieldArgs {
  const ownOf = (path: unknown) => {
    const [first, second] = Array.isArray(path) ? path : [path];
    return own[first === 'input' ? second : first];
  };
  return new Proxy(args, {
    get(target, property) {
      if (property === 'getRaw') return (path: never) => ownOf(path) ?? target.getRaw(path);
      if (property === 'typeAt') return (path: never) => (ownOf(path) ? GraphQLString : target.typeAt(path));
      const value = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
