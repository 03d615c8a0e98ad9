// "Try it": builds the request of a form, sends it to this server, shows what comes back.
const storedKey = () => sessionStorage.getItem('haat-key') ?? '';

function requestOf(form) {
  const { method, path } = form.dataset;
  let filled = path;
  const query = new URLSearchParams();
  const headers = { Accept: 'application/json' };
  for (const field of form.querySelectorAll('[data-in]')) {
    const value = field.value.trim();
    if (field.dataset.in === 'path') filled = filled.replace(`{${field.name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (field.dataset.in === 'header') headers[field.name] = value;
    else query.set(field.name, value);
  }
  const body = form.elements.body?.value;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return { method, path: filled + (query.size > 0 ? `?${query}` : ''), headers, body };
}

function curlOf(form) {
  const { method, path, headers, body } = requestOf(form);
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl -X ${method} ${quoted(form.dataset.server + path)}`,
    // The key itself does not belong in a shell's history.
    `-H "Authorization: Bearer $HAAT_KEY"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}

const shownHeaders = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'retry-after',
  'idempotent-replayed',
  'deprecation',
];

function element(name, text, className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

function show(form, ...children) {
  const box = form.querySelector('.answer');
  box.replaceChildren(...children);
  box.hidden = false;
}

async function send(form) {
  if (!storedKey()) {
    show(form, element('p', 'Put an API key at the top of the page first.', 'problem'));
    document.getElementById('key').focus();
    return;
  }
  const { method, path, headers, body } = requestOf(form);
  const started = performance.now();
  const response = await fetch(`/ext/v1${path}`, {
    method,
    headers: { ...headers, Authorization: `Bearer ${storedKey()}` },
    body,
  });
  const text = await response.text();
  const took = Math.round(performance.now() - started);
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON: shown as it came.
  }
  const lines = shownHeaders.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  show(
    form,
    element('p', `${response.status} ${response.statusText} · ${took} ms`, response.ok ? 'done' : 'problem'),
    element('pre', lines.join('\n'), 'quiet'),
    element('pre', shown),
  );
}

for (const form of document.querySelectorAll('.try form')) {
  // A key for each write of one's own; the same again only when it is sent again on purpose.
  for (const field of form.querySelectorAll('[data-new-key]')) field.value = crypto.randomUUID?.() ?? `${Date.now()}`;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('[type=submit]');
    button.disabled = true;
    try {
      await send(form);
    } catch (error) {
      show(form, element('p', `The request did not reach the server: ${error.message}`, 'problem'));
    } finally {
      button.disabled = false;
    }
  });
  form.querySelector('[data-copy]').addEventListener('click', async (event) => {
    const button = event.currentTarget;
    const command = curlOf(form);
    try {
      await navigator.clipboard.writeText(command);
      button.textContent = 'Copied';
    } catch {
      show(form, element('pre', command));
    }
  });
}
