// The Python client: server/client/haat.py with a method for each operation of the OpenAPI document.
import fs from 'node:fs';
import path from 'node:path';
import type { openApi } from '../../server/openapi/index.ts';

type Document = ReturnType<typeof openApi>;
type Parameter = { in: 'path' | 'query' | 'header'; name: string; required?: boolean };

type Operation = {
  operationId: string;
  summary?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, unknown>; required?: boolean };
};

const template = path.join(import.meta.dirname, '../../server/client/haat.py');

export function pythonClient(document: Document, url: string): string {
  const parameters = document.components?.parameters as Record<string, Parameter>;
  const methods = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([route, item]) =>
    Object.entries(item).map(([method, operation]) => methodOf(method.toUpperCase(), route, operation, parameters)),
  );
  return `${fs.readFileSync(template, 'utf8').replaceAll('{base_url}', url)}${methods.join('')}`;
}

/** Words of Python that are names of fields. */
const keywords = new Set(['from', 'in', 'is', 'class', 'import', 'global', 'lambda', 'pass', 'None', 'True', 'False']);
const argument = (name: string) => (keywords.has(name) ? `${name}_` : name);

function methodOf(method: string, route: string, operation: Operation, shared: Record<string, Parameter>): string {
  const all = (operation.parameters ?? []).map((one) => ('$ref' in one ? shared[one.$ref.split('/').at(-1)!]! : one));
  const named = (place: Parameter['in']) => all.filter((one) => one.in === place).map(({ name }) => name);
  const ids = named('path');
  const query = named('query');
  const headers = new Set(named('header').map((name) => name.toLowerCase()));
  const kinds = Object.keys(operation.requestBody?.content ?? {});
  const body = kinds.length > 0;
  const isJob = kinds.includes('application/x-ndjson');
  const options = [
    ...(isJob ? ['lines'] : []),
    ...(kinds.includes('multipart/form-data') ? ['files'] : []),
    ...(headers.has('idempotency-key') ? ['idempotency_key'] : []),
    ...(headers.has('if-match') ? ['if_match'] : []),
  ];
  const given = [
    'self',
    ...ids.map((name) => `${argument(name)}: str`),
    ...(body ? [isJob || !operation.requestBody?.required ? 'body: Any = None' : 'body: Mapping[str, Any]'] : []),
    ...(query.length + options.length > 0 ? ['*'] : []),
    ...query.map((name) => `${argument(name)}: Any = None`),
    ...options.map((name) =>
      name === 'files' ? 'files: Iterable[tuple[str, str, bytes]] = ()' : `${name}: Any = None`,
    ),
  ];
  const place = route.replaceAll(/\{(\w+)\}/g, (_, name) => `{urllib.parse.quote(${argument(name)}, safe='')}`);
  const passed = [
    JSON.stringify(method),
    ids.length > 0 ? `f"${place}"` : JSON.stringify(route),
    ...(query.length > 0 ? [`query={${query.map((name) => `"${name}": ${argument(name)}`).join(', ')}}`] : []),
    ...(body ? ['body=body'] : []),
    ...options.map((name) => `${name}=${name}`),
  ];
  return `
    def ${operation.operationId}(
        ${given.join(',\n        ')},
    ) -> Any:
        """${(operation.summary ?? operation.operationId).replaceAll('"', "'")}: ${method} ${route}"""
        return self.call(
            ${passed.join(',\n            ')},
        )
`;
}
