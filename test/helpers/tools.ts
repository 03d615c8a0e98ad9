// Speaks to the tool server: raw messages, and the SDK's own clients, which hold every result to its output schema. Most
// clients in the field are built on version 1 of the SDK; version 2 speaks both generations of the protocol.
// They are loaded when a test connects, because most tests send raw messages only.
import type { Client as ClientV2, VersionNegotiationMode } from '@modelcontextprotocol/client';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type pg from 'pg';
import type { Answer, RequestOptions, TestApi } from './api.ts';
import { holdMinute, type TestKey } from './shop.ts';

export const toolsPath = '//ext/mcp/v1';

/** Posts a body as it is. */
export const post = (api: TestApi, key: TestKey | null, body: unknown, options: RequestOptions = {}): Promise<Answer> =>
  api.request('POST', toolsPath, {
    ...options,
    key: key?.key,
    ...(typeof body === 'string' ? { raw: body } : { body }),
  });

/** One request in the manner of the versions with a handshake. */
export const rpc = (api: TestApi, key: TestKey | null, method: string, params?: object, options?: RequestOptions) =>
  post(api, key, { jsonrpc: '2.0', id: 1, method, ...(params && { params }) }, options);

export const callTool = (
  api: TestApi,
  key: TestKey | null,
  name: string,
  args: object = {},
  options?: RequestOptions,
) => rpc(api, key, 'tools/call', { name, arguments: args }, options);

/** The error object of a result that is an error. */
export const refusalOf = ({ body }: Answer) =>
  body.result.isError ? JSON.parse(body.result.content[0].text).error : null;

export async function connect(api: TestApi, key: TestKey): Promise<Client> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${key.key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(api.url + toolsPath.slice(1)), { requestInit: { headers } }),
  );
  return client;
}

export type Cost = { read: number; write: number };

/** What an action costs a key. */
export async function costOf(admin: pg.Pool, key: TestKey, action: () => Promise<unknown>): Promise<Cost> {
  await admin.query('delete from gate.rate_windows where key_id = $1', [key.id]);
  for (const bucket of ['read', 'write'] as const) await holdMinute(admin, key, bucket);
  await action();
  const { rows } = await admin.query('select bucket, used from gate.rate_windows where key_id = $1', [key.id]);
  const used = (bucket: string) => rows.find((row) => row.bucket === bucket).used;
  return { read: used('read'), write: used('write') };
}

/** Version 2 of the SDK's client: `legacy` shakes hands, a pin speaks that version without, `auto` finds out. */
export async function connectV2(api: TestApi, key: TestKey, mode: VersionNegotiationMode): Promise<ClientV2> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'test', version: '2' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${key.key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(api.url + toolsPath.slice(1)), { requestInit: { headers } }),
  );
  return client;
}
