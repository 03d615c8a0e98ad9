// The reference: a page for each group of operations, written from the OpenAPI document alone.
import type { oas31 } from 'zod-openapi';
import type { OpenApiDocument } from '../openapi/index.ts';
import { eventsTag } from '../openapi/webhooks.ts';
import { codeBlock } from './code-block.ts';
import { fieldList, type Schema } from './fields.ts';
import { inlineMarkdown, markdown } from './guides.ts';
import { escapeHtml } from './html.ts';
import { type Described, tryForm } from './try-form.ts';

type Listed = { id: string; summary: string; method: string };

export type ReferencePage = { path: string; title: string; html: string; operations: Listed[] };

export function referencePages(document: OpenApiDocument): ReferencePage[] {
  const all = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    (Object.entries(item) as [string, oas31.OperationObject][]).map(
      ([method, operation]): Described => ({
        ...operation,
        method,
        path,
        parameters: (operation.parameters ?? []).map((parameter) => resolve(document, parameter)),
        requestBody: operation.requestBody as oas31.RequestBodyObject | undefined,
      }),
    ),
  );
  const groups = (document.tags ?? []).filter(({ name }) => name !== eventsTag.name);
  const pages = groups.map(({ name, description = '' }) => {
    const operations = all.filter(({ tags }) => tags![0] === name);
    const sections = operations.map((operation) => section(document, operation));
    return {
      path: `/docs/reference/${name.toLowerCase()}`,
      title: name,
      html: `<h1>${escapeHtml(name)}</h1>\n<p class="lead">${inlineMarkdown(description)}</p>\n${sections.join('\n')}`,
      operations: operations.map(({ operationId, summary, method }) => ({
        id: operationId!,
        summary: summary!,
        method,
      })),
    };
  });
  return [...pages, eventPage(document)];
}

/** The page of the events that the service sends. */
function eventPage(document: OpenApiDocument): ReferencePage {
  const schemas = document.components!.schemas as Record<string, Schema>;
  const sent = Object.values(document.webhooks ?? {}).map(({ post }) => post as oas31.OperationObject);
  const sections = sent.map(({ operationId: id, summary, description, parameters = [], requestBody }) => {
    const headers = parameters.map((parameter) => resolve(document, parameter));
    const { schema, example } = (requestBody as oas31.RequestBodyObject).content['application/json']!;
    return `<section class="operation" id="${id}" aria-labelledby="${id}-title">
  <h2 id="${id}-title"><a href="#${id}"><code>${summary}</code></a></h2>
  ${markdown(description!)}
  <h3>Body</h3>${fieldList(schema as Schema, schemas)}
  <details class="part"><summary>Headers</summary>${parameterList(headers, schemas)}</details>
  ${example === undefined ? '' : `<details class="part"><summary>Example</summary>${json(example)}</details>`}
</section>`;
  });
  return {
    path: `/docs/reference/${eventsTag.name.toLowerCase()}`,
    title: eventsTag.name,
    html: `<h1>${eventsTag.name}</h1>\n<p class="lead">${inlineMarkdown(eventsTag.description)}</p>\n${sections.join('\n')}`,
    operations: sent.map(({ operationId, summary }) => ({ id: operationId!, summary: summary!, method: 'post' })),
  };
}

function resolve<T extends object>(document: OpenApiDocument, value: T | oas31.ReferenceObject): T {
  if (!('$ref' in value)) return value;
  const [, , kind, name] = value.$ref!.split('/');
  return (document.components as Record<string, Record<string, T>>)[kind!]![name!]!;
}

function section(document: OpenApiDocument, operation: Described): string {
  const { operationId: id, method, path, summary, description, parameters, requestBody, responses } = operation;
  const server = document.servers![0]!.url;
  const { pathname } = new URL(server);
  const [success] = Object.keys(responses!).filter((code) => code.startsWith('2'));
  const answer = Object.values(responses![success!].content)[0] as { schema: Schema; example: unknown };
  const rate = operation['x-rate-limit'] as { bucket: string; cost: number };
  const types = Object.keys(requestBody?.content ?? {});
  const schemas = document.components!.schemas as Record<string, Schema>;
  return `<section class="operation" id="${id}" aria-labelledby="${id}-title">
  <h2 id="${id}-title"><a href="#${id}">${escapeHtml(summary!)}</a></h2>
  <p class="route"><span class="method ${method}">${method}</span> <code>${escapeHtml(pathname + path)}</code></p>
  <p class="facts quiet"><code>${id}</code> · counts as ${rate.cost} ${rate.bucket}${rate.cost === 1 ? '' : 's'}${operation.deprecated ? ' · <strong class="problem">deprecated</strong>' : ''}</p>
  ${markdown(description!)}
  ${parameterList(parameters, schemas)}
  ${types.map((type) => bodyFields(type, requestBody!, schemas)).join('')}
  <details class="part"><summary>Answer <code>${success}</code></summary>
    ${fieldList(answer.schema, schemas)}
    ${json(answer.example)}
  </details>
  <details class="part"><summary>Errors</summary>${errorList(document, operation)}</details>
  ${tryForm(operation, server)}
</section>`;
}

const json = (value: unknown) => codeBlock(JSON.stringify(value, null, 2));

function parameterList(parameters: oas31.ParameterObject[], schemas: Record<string, Schema>): string {
  // Headers that all operations have are not listed again.
  const shown = parameters.filter(({ name }) => name !== 'X-Request-Id');
  if (shown.length === 0) return '';
  const shape = Object.fromEntries(
    shown.map(({ name, in: place, schema, description, example }) => [
      name,
      { ...schema, description, place, example } as Schema & { place: string },
    ]),
  );
  const required = shown.filter((parameter) => parameter.required).map(({ name }) => name);
  return `<h3>Parameters</h3>${fieldList({ type: 'object', properties: shape, required }, schemas)}`;
}

function bodyFields(type: string, body: oas31.RequestBodyObject, schemas: Record<string, Schema>): string {
  const fields = fieldList(body.content[type]!.schema as Schema, schemas);
  const { example } = body.content[type]!;
  if (type === 'application/json') return `<h3>Body</h3>${fields}${example === undefined ? '' : json(example)}`;
  return `<details class="part"><summary>Body as <code>${type}</code></summary>${fields}</details>`;
}

function errorList(document: OpenApiDocument, { responses }: Described): string {
  const rows = Object.entries(responses!)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, reference]) => {
      const response = resolve(document, reference) as oas31.ResponseObject;
      const { examples = {} } = response.content!['application/json']!;
      return response.description!.split('\n\n').map((line) => {
        const [code = '', ...meaning] = line.split(': ');
        const named = examples[code.replaceAll('`', '')];
        const example = named && (resolve(document, named) as oas31.ExampleObject).value;
        return `<tr><td>${status}</td><td>${inlineMarkdown(code)}</td><td>${inlineMarkdown(meaning.join(': '))}${
          example ? `<details><summary>Example</summary>${json(example)}</details>` : ''
        }</td></tr>`;
      });
    });
  return `<div class="wide" tabindex="0"><table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
