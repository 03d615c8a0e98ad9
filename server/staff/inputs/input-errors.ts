// Says in the words of the house what GraphQL refuses about a value: the path of the input, and the problem. The engine
// repeats whole inputs in its messages, with whatever password is in them, and names the variable instead of the input.
import { type ASTNode, type DocumentNode, GraphQLError, Kind, visit } from 'postgraphile/graphql';
import type { Meaning } from '../../problems/meaning.ts';
import { meaningsOf, Problem } from '../../problems/problem.ts';
import { withMeanings } from '../requests/meanings.ts';
import { RefusedValue } from './refused-value.ts';

/** `problem`: by its key, or as the engine says it. */
type Found = { path: string[]; problem: Problem | string };

/** The engine has no keys: a value that does not fit is all that is told in other languages. */
const ofEngine: Meaning = { reason: 'notAllowed', values: {} };

const ofVariable = /^Variable "\$(\w+)" got invalid value [\s\S]*?(?: at "\1([^"]*)")?; ([\s\S]*)$/;
const missingVariable =
  /^Variable "\$(\w+)" of (?:required|non-null) type "[^"]+" (?:was not provided|must not be null)\.$/;
const missingField = /^Field "(?:\w+\.)?(\w+)" of required type "[^"]+" was not provided\.$/;

/** The same error as a refused input with its fields; other errors as they are. */
export function asInputError(error: GraphQLError, document: DocumentNode): GraphQLError {
  const found = problemOf(error, document);
  if (!found) return error;
  const [path, problem] = spelled(found);
  if (path === '') return new GraphQLError(String(problem), { nodes: error.nodes });
  const message = problem instanceof Problem ? problem.of(path) : `${path}: ${problem}`;
  return new GraphQLError(String(message), {
    nodes: error.nodes,
    extensions: {
      ...error.extensions,
      code: 'VALIDATION_ERROR',
      fields: { [path]: [String(problem)] },
      ...withMeanings(
        problem instanceof Problem
          ? meaningsOf([message, problem])
          : { [String(message)]: { ...ofEngine, field: path }, [problem]: ofEngine },
      ),
    },
  });
}

function problemOf(error: GraphQLError, document: DocumentNode): Found | undefined {
  const { message, nodes } = error;
  const own = [error, error.originalError].find((one) => one instanceof RefusedValue)?.problem;
  const [, variable, rest = '', problem] = ofVariable.exec(message) ?? [];
  if (variable) {
    return {
      path: [...pathOfVariable(document, variable), ...rest.split(/[.[\]]+/).filter(Boolean)],
      problem: own ?? problem!,
    };
  }
  const [, missing] = missingVariable.exec(message) ?? [];
  if (missing) return { path: pathOfVariable(document, missing), problem: new Problem('required') };
  const [node] = nodes ?? [];
  const isValue = node && (/Value$/.test(node.kind) || node.kind === Kind.OBJECT_FIELD);
  return isValue ? { path: pathOf(document, (one) => one === node), problem: own ?? message } : undefined;
}

/** Path and problem, where the message itself names a field that is missing. */
function spelled({ path, problem }: Found): [path: string, problem: Problem | string] {
  const [, missing] = missingField.exec(String(problem)) ?? [];
  if (missing) return [[...path, missing].join('.'), new Problem('required')];
  if (/^Expected (non-nullable type|value of type) "[^"]+!"(, found null| not to be null)/.test(String(problem))) {
    return [path.join('.'), new Problem('required')];
  }
  return [path.join('.'), problem];
}

const pathOfVariable = (document: DocumentNode, name: string) =>
  pathOf(
    document,
    (node, parent) =>
      node.kind === Kind.VARIABLE && node.name.value === name && parent?.kind !== Kind.VARIABLE_DEFINITION,
  );

/** Where a value stands: names of fields and places in lists, from the arguments of a mutation's input. */
function pathOf(document: DocumentNode, isWanted: (node: ASTNode, parent: ASTNode | undefined) => boolean): string[] {
  let found: string[] = [];
  visit(document, {
    enter(node, _key, parent, path, ancestors) {
      if (!isWanted(node, Array.isArray(parent) ? undefined : (parent as ASTNode | undefined))) return;
      const names: string[] = [];
      const chain = parent === undefined ? [node] : [...ancestors, parent, node];
      for (const [index, ancestor] of chain.entries()) {
        if (Array.isArray(ancestor)) {
          if ((chain[index - 1] as ASTNode).kind === Kind.LIST) names.push(String(path[index]));
        } else {
          const one = ancestor as ASTNode;
          if (one.kind === Kind.OBJECT_FIELD || one.kind === Kind.ARGUMENT) names.push(one.name.value);
        }
      }
      found = names[0] === 'input' ? names.slice(1) : names;
    },
  });
  return found;
}
