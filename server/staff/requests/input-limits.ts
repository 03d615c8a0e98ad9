// Limits what an operation brings along: how deep its values are nested, how long their lists are, how many values there are,
// and by how many terms it filters and sorts. A term costs far more than its text: it is planned, and becomes a condition in
// SQL. Values come in the document and in the variables, and both are counted alike.
import { GraphQLError, Kind, Lexer, Source, TokenKind, type ValueNode } from 'postgraphile/graphql';

export const inputLimits = {
  /** Of values: a filter, or what a mutation takes, with 8 levels of free JSON in it. */
  depth: 20,
  /** The longest lists that a mutation takes have 1,000 lines; it says itself what is wrong with longer ones. */
  listLength: 2_000,
  values: 50_000,
  /** Values to compare with and words to sort by; what a variable holds counts each time it is used. */
  terms: 500,
};

/** Of brackets in a document. What is nested deeper could not be parsed. */
const documentDepth = 100;

type Variables = Readonly<Record<string, unknown>>;

export const tooLarge = (message: string) => new GraphQLError(message, { extensions: { code: 'QUERY_TOO_LARGE' } });

/** Before the document is parsed, which takes a stack as deep as its brackets. */
export function checkDocumentDepth(query: string, mostTokens: number): void {
  const lexer = new Lexer(new Source(query));
  let depth = 0;
  try {
    for (let tokens = 0; tokens <= mostTokens; tokens++) {
      const { kind } = lexer.advance();
      if (kind === TokenKind.EOF) return;
      if (kind === TokenKind.BRACE_L || kind === TokenKind.BRACKET_L || kind === TokenKind.PAREN_L) depth += 1;
      if (kind === TokenKind.BRACE_R || kind === TokenKind.BRACKET_R || kind === TokenKind.PAREN_R) depth -= 1;
      if (depth > documentDepth) break;
    }
  } catch {
    // The parser says what is wrong, and where.
    return;
  }
  if (depth > documentDepth) throw tooLarge(`A document is nested at most ${documentDepth} levels deep.`);
}

/** A value of the document, or one that a client has sent in the variables. */
type Value = { node: ValueNode } | { sent: unknown };

/** Counts the values of one operation, and throws when there are too many. */
export class InputCount {
  readonly #variables: Variables;
  readonly #defaults: Readonly<Record<string, ValueNode | undefined>>;
  readonly #termsOf = new Map<string, number>();
  #values = 0;
  #terms = 0;

  constructor(variables: Variables, defaults: Readonly<Record<string, ValueNode | undefined>>) {
    this.#variables = variables;
    this.#defaults = defaults;
    for (const sent of Object.values(variables)) this.#measure({ sent });
    for (const node of Object.values(defaults)) if (node) this.#measure({ node });
  }

  /** An argument of a field, which counts each time the field is asked for. */
  add(name: string, node: ValueNode): void {
    this.#measure({ node });
    if (!['filter', 'condition', 'orderBy'].includes(name)) return;
    this.#terms += this.#countTerms({ node });
    if (this.#terms > inputLimits.terms)
      throw tooLarge(`An operation filters and sorts by at most ${inputLimits.terms} terms together.`);
  }

  /** Without recursion, since the values of variables may be nested as deep as their text is long. */
  #measure(given: Value): void {
    const open: [value: Value, depth: number][] = [[given, 1]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [value, depth] = next;
      this.#values += 1;
      if (depth > inputLimits.depth)
        throw tooLarge(`The values of an operation are nested at most ${inputLimits.depth} levels deep.`);
      if (this.#values > inputLimits.values)
        throw tooLarge(`An operation takes at most ${inputLimits.values} values, in all lists and objects together.`);
      const { parts, isList } = partsOf(value);
      if (isList && parts.length > inputLimits.listLength)
        throw tooLarge(`A list in an operation has at most ${inputLimits.listLength} values.`);
      for (const part of parts) open.push([part, depth + 1]);
    }
  }

  /** Each value that something is compared with, and each word by which to sort. */
  #countTerms(value: Value): number {
    if ('node' in value && value.node.kind === Kind.VARIABLE) return this.#termsOfVariable(value.node.name.value);
    const { parts } = partsOf(value);
    return parts.length === 0 ? 1 : parts.reduce((sum, part) => sum + this.#countTerms(part), 0);
  }

  #termsOfVariable(name: string): number {
    const known = this.#termsOf.get(name);
    if (known !== undefined) return known;
    const fallback = this.#defaults[name];
    let terms = 0;
    if (Object.hasOwn(this.#variables, name)) terms = this.#countTerms({ sent: this.#variables[name] });
    // The default of a variable names no other variable.
    else if (fallback) terms = this.#countTerms({ node: fallback });
    this.#termsOf.set(name, terms);
    return terms;
  }
}

/** What a value consists of. */
function partsOf(value: Value): { parts: Value[]; isList: boolean } {
  if ('node' in value) {
    const { node } = value;
    if (node.kind === Kind.LIST) return { parts: node.values.map((part) => ({ node: part })), isList: true };
    const fields = node.kind === Kind.OBJECT ? node.fields : [];
    return { parts: fields.map((field) => ({ node: field.value })), isList: false };
  }
  const { sent } = value;
  if (typeof sent !== 'object' || sent === null) return { parts: [], isList: false };
  return { parts: Object.values(sent).map((part) => ({ sent: part })), isList: Array.isArray(sent) };
}
