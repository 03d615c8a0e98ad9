// Calls of our functions that no longer fit them, in SQL and in the strings of TypeScript.
import { type Call, readCalls } from './calls.ts';
import { findCallProblem, lineOf, type Signature } from './signatures.ts';
import { readTexts } from './typescript-texts.ts';

/** Takes the functions there are, and files with their texts. */
export function findCallProblems(signatures: readonly Signature[], files: ReadonlyMap<string, string>): string[] {
  const byName = Map.groupBy(signatures, ({ name }) => name);
  return [...files].flatMap(([file, source]) => {
    const texts = file.endsWith('.sql') ? [{ text: source, at: 0 }] : readTexts(file, source);
    const found = texts.map(({ text, at }) => readCalls(text, at));
    // A test may make a function, and call it.
    const own = new Set(file.endsWith('.sql') ? [] : found.flatMap(({ declared }) => [...declared]));
    return found
      .flatMap(({ calls }) => calls)
      .filter(({ name }) => !own.has(name))
      .flatMap((call) => {
        const problem = findCallProblem(call, byName.get(call.name) ?? []);
        return problem ? `${file}:${lineOf(source, call.at)}: ${show(call)}: ${problem}` : [];
      });
  });
}

function show({ name, unnamed, named, isOpen }: Call): string {
  const first = unnamed > 0 ? [`${unnamed} unnamed`] : [];
  return `${name}(${[...first, ...named.map((one) => `${one} =>`), ...(isOpen ? ['…'] : [])].join(', ')})`;
}
