// Whose sign-in a request is. Where there are several databases, it is answered by that of the email or the passkey.
import { type FieldNode, Kind, parse, type ValueNode, valueFromASTUntyped } from 'postgraphile/graphql';
import type { GraphqlRequest } from './execute.ts';
import { rootFields } from './idempotency.ts';
import { checkDocumentDepth } from './input-limits.ts';
import { findOperation, limits } from './limits.ts';

/** By what a sign-in finds its database. */
export type SigningIn = { email: string } | { credentialId: string };

/** What the request signs in with; null where it does not, or is refused in any case. */
export function signingInBy({ query, variables, operationName }: GraphqlRequest): SigningIn | null {
  if (!query.includes('signIn')) return null;
  try {
    checkDocumentDepth(query, limits.documentTokens);
    const document = parse(query, { maxTokens: limits.documentTokens });
    const operation = findOperation(document, operationName);
    const field = rootFields(document, operation).find(({ name }) => /^signIn(WithPasskey)?$/.test(name.value));
    const given = field && inputOf(field);
    if (!given) return null;
    const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    );
    const { email, credentialId } = Object(
      valueFromASTUntyped(given, { ...Object.fromEntries(defaults), ...variables }),
    );
    if (field.name.value === 'signIn') return typeof email === 'string' ? { email } : null;
    return typeof credentialId === 'string' ? { credentialId } : null;
  } catch {
    return null;
  }
}

const inputOf = (field: FieldNode): ValueNode | undefined =>
  field.arguments?.find(({ name, value }) => name.value === 'input' && value.kind !== Kind.NULL)?.value;
