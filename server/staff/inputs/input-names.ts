// Makes the refusals of procedures speak of what the client sent. Procedures name fields as SQL and REST do, also records that
// a mutation finds by an id, and some of their problems are codes that REST promises: here each is an input of the mutation, and
// a sentence.
import {
  type GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  Kind,
} from 'postgraphile/graphql';

type Fields = Record<string, unknown[]>;

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export class InputNames {
  readonly #schema: GraphQLSchema;
  /** Names of inputs, by what SQL calls them. */
  readonly #names = new Map<string, string>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
    const types = Object.values(schema.getTypeMap());
    for (const type of types.filter(isInputObjectType)) {
      for (const name of Object.keys(type.getFields())) this.#names.set(snakeCase(name), name);
    }
    // A word of a list is a word, also where a field is called the same.
    for (const type of types.filter(isEnumType)) for (const { name } of type.getValues()) this.#names.delete(name);
  }

  /** A text of a procedure with the inputs as they are called here. */
  inText(text: string): string {
    return text.replace(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (word) => this.#names.get(word) ?? word);
  }

  /** The fields of a refusal, each under an input of the mutation. `message` stands for a problem that is only a code. */
  inFields(fields: Fields, error: GraphQLError, message: string): Fields {
    const told: Fields = {};
    for (const [field, problems] of Object.entries(fields)) {
      const input = this.#inputOf(field, error);
      if (!input) continue;
      told[input] = problems.map((problem) => {
        if (typeof problem !== 'string') return problem;
        return /^[a-z]+(_[a-z]+)+$/.test(problem) ? message : this.inText(problem);
      });
    }
    return told;
  }

  /** The input itself; of a record, or of something about it, the input that names the record. */
  #inputOf(field: string, error: GraphQLError): string | undefined {
    const inputs = this.#inputsOf(error);
    if (!inputs) return field;
    const [first = ''] = field.split('.');
    if (first in inputs) return field;
    if (`${first}Id` in inputs) return `${first}Id`;
    return Object.keys(inputs).find((name) => /(^i|I)d$/.test(name) && isNonNullType(inputs[name]!.type));
  }

  /** What the mutation takes that was refused; nothing for a query. */
  #inputsOf({ path, nodes }: GraphQLError) {
    const [node] = nodes ?? [];
    if (path?.length !== 1 || node?.kind !== Kind.FIELD) return undefined;
    const field = this.#schema.getMutationType()?.getFields()[node.name.value];
    const type = field && getNamedType(field.args.find(({ name }) => name === 'input')?.type);
    return isInputObjectType(type) ? type.getFields() : undefined;
  }
}
