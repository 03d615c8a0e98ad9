// Calls an operation by its name: over REST where it has a route, else as a tool.
import { compositions } from '../../../server/operations/compositions.ts';
import { operations } from '../../../server/operations/index.ts';
import type { Composition, Operation } from '../../../server/operations/types.ts';
import type { Answer, TestApi } from '../api.ts';
import { callTool } from '../tools.ts';

export type Input = Record<string, unknown>;

export type Called = {
  /** Null where the call succeeded. */
  code: string | null;
  fields: Record<string, string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: documents are of every shape
  document: any;
  replayed: boolean;
  answer: Answer;
};

type Options = { key?: string; idempotencyKey?: string; headers?: Record<string, string> };

export const registry: Record<string, Operation | Composition> = { ...operations, ...compositions };

export const call = (api: TestApi, name: string, input: Input, options: Options = {}): Promise<Called> =>
  'path' in registry[name]! ? callRoute(api, name, input, options) : callAsTool(api, name, input, options);

export async function callRoute(api: TestApi, name: string, input: Input, options: Options): Promise<Called> {
  const { method, path } = registry[name] as Operation;
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field) => {
    const value = rest.get(field);
    rest.delete(field);
    return encodeURIComponent(String(value));
  });
  const inQuery = method === 'GET' || method === 'DELETE';
  const query = new URLSearchParams([...rest].map(([field, value]): [string, string] => [field, String(value)]));
  const answer = await api.request(method, inQuery && rest.size > 0 ? `${filled}?${query}` : filled, {
    ...options,
    ...(!inQuery && { body: Object.fromEntries(rest) }),
  });
  const { error } = answer.body ?? {};
  return {
    code: error?.code ?? null,
    fields: error?.fields ?? {},
    document: error ? null : answer.body,
    replayed: answer.headers.get('idempotent-replayed') === 'true',
    answer,
  };
}

export async function callAsTool(api: TestApi, name: string, input: Input, options: Options): Promise<Called> {
  const { key, idempotencyKey } = options;
  const { tool } = registry[name]!;
  const args = { ...input, ...(idempotencyKey && { idempotency_key: idempotencyKey }) };
  const bearer = key === undefined ? null : { id: '', hash: Buffer.alloc(0), key };
  const answer = await callTool(api, bearer, tool!.name ?? name, args);
  const result = answer.body?.result;
  // A key that is no good is refused before the message is read, as REST refuses it.
  const error = result?.isError ? JSON.parse(result.content[0].text).error : result ? undefined : answer.body?.error;
  return {
    code: error ? error.code : null,
    fields: error?.fields ?? {},
    document: error ? null : result.structuredContent,
    replayed: answer.headers.get('idempotent-replayed') === 'true',
    answer,
  };
}
