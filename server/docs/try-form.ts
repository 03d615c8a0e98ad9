// The form that calls an operation of this server, with the key from the top of the page.
import type { oas31 } from 'zod-openapi';
import { escapeHtml } from './html.ts';

/** An operation with its references followed. */
export type Described = Omit<oas31.OperationObject, 'parameters' | 'requestBody'> & {
  method: string;
  path: string;
  parameters: oas31.ParameterObject[];
  requestBody?: oas31.RequestBodyObject;
};

export function tryForm({ operationId: id, method, path, parameters, requestBody }: Described, server: string): string {
  // The page fills in the Idempotency-Key, and store_id of a write is in its body.
  const shown = parameters.filter(({ in: place }) => place !== 'header');
  const json = requestBody?.content['application/json'];
  const isIdempotent = parameters.some(({ name }) => name === 'Idempotency-Key');
  return `<details class="part try"><summary>Try it</summary>
  <form data-method="${method.toUpperCase()}" data-server="${escapeHtml(server)}" data-path="${escapeHtml(path)}">
    ${shown.map((parameter) => input(id!, parameter)).join('')}
    ${isIdempotent ? `<label for="${id}-idempotency">Idempotency-Key</label><input id="${id}-idempotency" name="Idempotency-Key" data-in="header" data-new-key>` : ''}
    ${json ? `<label for="${id}-body">Body</label><textarea id="${id}-body" name="body" rows="8" spellcheck="false">${escapeHtml(JSON.stringify(json.example ?? {}, null, 2))}</textarea>` : ''}
    <div class="row"><button type="submit">Send</button><button type="button" class="plain" data-copy>Copy as curl</button></div>
    <div class="answer" role="status" hidden></div>
  </form>
</details>`;
}

function input(id: string, { name, in: place, schema, required }: oas31.ParameterObject): string {
  const { enum: values, default: defaultValue, type, format } = schema as oas31.SchemaObject;
  const common = `id="${id}-${name}" name="${name}" data-in="${place}"${required ? ' required' : ''}`;
  const choices = values ?? (type === 'boolean' ? [true, false] : undefined);
  const field = choices
    ? `<select ${common}><option value=""></option>${choices.map((value) => `<option>${value}</option>`).join('')}</select>`
    : `<input ${common} placeholder="${escapeHtml(String(defaultValue ?? format ?? ''))}" autocomplete="off" spellcheck="false">`;
  return `<label for="${id}-${name}">${name}${required ? ' *' : ''}</label>${field}`;
}
