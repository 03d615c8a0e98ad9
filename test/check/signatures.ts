// What functions take, from their parsed declarations, and whether a call gives it to them.
import type { Call } from './calls.ts';

export interface Argument {
  name: string;
  hasDefault: boolean;
  isVariadic: boolean;
}

export interface Signature {
  name: string;
  /** What a call gives: those that only come out are no part of it, but for procedures, whose calls name them all. */
  takes: Argument[];
  /** File and line. */
  declared: string;
}

interface Parameter {
  name?: string;
  mode?: string;
  defexpr?: unknown;
}

interface Statement {
  CreateFunctionStmt?: {
    is_procedure?: boolean;
    funcname: { String?: { sval: string } }[];
    parameters?: { FunctionParameter: Parameter }[];
  };
}

/** Takes the statements of a file as pgsql-parser shows them. */
export function readSignatures(file: string, text: string, statements: { stmt?: unknown }[]): Signature[] {
  return statements.flatMap(({ stmt }) => {
    const made = (stmt as Statement).CreateFunctionStmt;
    if (!made) return [];
    const name = made.funcname.map((part) => part.String?.sval).join('.');
    const left = made.is_procedure ? ['FUNC_PARAM_TABLE'] : ['FUNC_PARAM_TABLE', 'FUNC_PARAM_OUT'];
    const takes = (made.parameters ?? [])
      .map(({ FunctionParameter }) => FunctionParameter)
      .filter(({ mode = '' }) => !left.includes(mode))
      .map(({ name = '', mode, defexpr }) => ({
        name,
        hasDefault: defexpr !== undefined,
        isVariadic: mode === 'FUNC_PARAM_VARIADIC',
      }));
    return [
      { name, takes, declared: `${file}:${lineOf(text, text.search(new RegExp(`(function|procedure) ${name}\\b`)))}` },
    ];
  });
}

export function lineOf(text: string, at: number): number {
  return text.slice(0, Math.max(at, 0)).split('\n').length;
}

/** What is wrong with a call of one of these, which have its name; nothing when one of them takes it. */
export function findCallProblem(call: Call, signatures: readonly Signature[]): string | undefined {
  const problems = signatures.map((signature) => compare(call, signature));
  if (problems.includes(undefined)) return undefined;
  const taken = signatures.map(
    ({ takes, declared }, i) => `${problems[i]}; it takes (${list(takes)}), see ${declared}`,
  );
  return taken.length > 0 ? taken.join('; or ') : 'there is no such function';
}

function compare({ unnamed, named, isVariadic, isOpen }: Call, { takes }: Signature): string | undefined {
  const names = takes.map(({ name }) => name);
  const unknown = named.filter((name) => !names.includes(name));
  if (unknown.length > 0) return `has no ${unknown.join(', ')}`;
  if (isOpen) return undefined;
  const isEndless = takes.at(-1)?.isVariadic && named.length === 0;
  if (isVariadic && !isEndless) return 'is not variadic';
  if (unnamed > takes.length && (!isEndless || isVariadic)) return `is given ${unnamed + named.length}`;
  const twice = named.filter((name) => names.indexOf(name) < unnamed);
  if (twice.length > 0) return `is given ${twice.join(', ')} twice`;
  const missing = takes
    .slice(unnamed)
    .filter(({ name, hasDefault }) => !hasDefault && !named.includes(name))
    // An endless one may be empty only where it is not called "variadic".
    .filter((argument) => !argument.isVariadic || isVariadic);
  return missing.length > 0 ? `is not given ${missing.map(({ name }) => name || 'all').join(', ')}` : undefined;
}

function list(takes: Argument[]): string {
  return takes
    .map(({ name, hasDefault, isVariadic }) => `${isVariadic ? 'variadic ' : ''}${name || '?'}${hasDefault ? '?' : ''}`)
    .join(', ');
}
