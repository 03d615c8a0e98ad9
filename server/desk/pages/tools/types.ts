// What an operation takes, as the schema describes itself: for forms that nobody has to write.
import { ask, type Document, type Refusal } from '../../client.ts';

export type TypeRef = { kind: string; name: string | null; ofType?: TypeRef | null };
export type InputField = { name: string; description: string | null; type: TypeRef };
type InputType = { enumValues: { name: string }[] | null; inputFields: InputField[] | null };

const inputType = `query InputType($name: String!) {
  __type(name: $name) {
    enumValues { name }
    inputFields { name description type { ...Ref } }
  }
}
fragment Ref on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }` as Document<
  { __type: InputType | null },
  { name: string }
>;

const known = new Map<string, Promise<InputType>>();

/** Asked once for each type, when it is first needed. */
export function typeOf(name: string): Promise<InputType> {
  let found = known.get(name);
  if (!found) {
    found = ask(inputType, { name }).then(({ __type }) => __type!);
    // What failed is asked again by the next.
    found.catch((_: Refusal) => known.delete(name));
    known.set(name, found);
  }
  return found;
}

/** The type without the sign that it must be given. */
export const unwrapped = (type: TypeRef): TypeRef => (type.kind === 'NON_NULL' ? type.ofType! : type);
export const isRequired = ({ kind }: TypeRef): boolean => kind === 'NON_NULL';

/** The variables that a saved operation declares: `query Name($search: String!, $ids: [UUID!])`. */
export function variablesOf(query: string): InputField[] {
  const [head = ''] = query.split('{');
  return [...head.matchAll(/\$(\w+):\s*([\w![\]]+)/g)].map(([, name, type]) => ({
    name: name!,
    description: null,
    type: refOf(type!),
  }));
}

function refOf(text: string): TypeRef {
  if (text.endsWith('!')) return { kind: 'NON_NULL', name: null, ofType: refOf(text.slice(0, -1)) };
  if (text.startsWith('[')) return { kind: 'LIST', name: null, ofType: refOf(text.slice(1, -1)) };
  return { kind: 'NAMED', name: text };
}
