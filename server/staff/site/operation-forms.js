// How most mutations stand in the library: one input, and the form that is filled in.

/** Makes operations of a group that need a permission; the id is the name of the mutation with hyphens. */
export const changes = (group, needs) => (operation, title, about, row, fields, input) => {
  const name = operation.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const type = name[0].toUpperCase() + name.slice(1);
  const query = `mutation ${type}($input: ${type}Input!) {
  ${name}(input: $input) {
    ${fields ? `${row} { ${fields} }` : row}
  }
}`;
  return { id: operation, group, title, about, needs, query, variables: { input } };
};
