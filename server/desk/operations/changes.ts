// How operations stand in the library. Most mutations have one input, and the form that is filled in.

export type Operation = {
  id: string;
  group: string;
  title: string;
  about: string;
  query: string;
  /** As they stand at first in the form and in the explorer. */
  variables?: Record<string, unknown>;
  /** The permission, or 'an owner'. */
  needs?: string;
};

/** Makes operations of a group that need a permission; the id is the name of the mutation with hyphens. */
export const changes =
  (group: string, needs: string) =>
  (
    operation: string,
    title: string,
    about: string,
    row: string,
    fields: string | null,
    input: Record<string, unknown>,
  ): Operation => {
    const name = operation.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const type = name.charAt(0).toUpperCase() + name.slice(1);
    const query = `mutation ${type}($input: ${type}Input!) {
  ${name}(input: $input) {
    ${fields ? `${row} { ${fields} }` : row}
  }
}`;
    return { id: operation, group, title, about, needs, query, variables: { input } };
  };
