// A call in a guide, shown in four languages. It stands there once, as an HTTP request: a line with method and address, its
// headers, an empty line and the body as JSON. `{order}` in it is what the reader has to put in: $ORDER in a shell, a variable
// elsewhere. The key is $HAAT_KEY everywhere.
import { codeBlock } from './code-block.ts';

export type Call = { method: string; url: string; headers: [name: string, value: string][]; body: string };

/** Their names on the tabs, and what the highlighter calls them. */
export const languages = { curl: 'sh', JavaScript: 'js', Python: 'python', PHP: 'php' } as const;
export type Language = keyof typeof languages;

const placeholder = /\{(\w+)\}/g;

export function readCall(text: string): Call {
  const [head = '', ...body] = text.split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const [method = '', url = ''] = first.split(' ');
  const headers = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]);
  if (body.length > 0) headers.unshift(['Content-Type', 'application/json']);
  return { method, url, headers, body: body.join('\n\n') };
}

const writers: Record<Language, (call: Call) => string> = { curl, JavaScript: javaScript, Python: python, PHP: php };

export const callIn = (language: Language, call: Call): string => writers[language](call);

/** The tabs work without scripts: each is a radio button, and the style shows what belongs to it. */
export function callSample(text: string, id: string): string {
  const call = readCall(text);
  const names = Object.keys(languages) as Language[];
  const tabs = names.map(
    (name, n) =>
      `<input type="radio" name="${id}" id="${id}-${n}" value="${name}"${n === 0 ? ' checked' : ''}><label for="${id}-${n}">${name}</label>`,
  );
  const samples = names.map((name) => codeBlock(callIn(name, call), languages[name]));
  return `<fieldset class="tabs"><legend class="unseen">Language</legend>${tabs.join('')}${samples.join('')}</fieldset>\n`;
}

function curl({ method, url, headers, body }: Call): string {
  const inShell = (text: string) => text.replaceAll(placeholder, (_, name) => `$${name.toUpperCase()}`);
  const isImplied = method === (body ? 'POST' : 'GET');
  const all = ['Authorization: Bearer $HAAT_KEY', ...headers.map((pair) => pair.join(': '))];
  const start = `curl ${isImplied ? '' : `-X ${method} `}"${inShell(url)}"`;
  const [key, ...others] = all.map((header) => `-H ${/"/.test(header) ? `'${header}'` : `"${inShell(header)}"`}`);
  const first = start.length + key!.length < 86 ? [`${start} ${key}`] : [start, key];
  const command = [...first, ...others].join(' \\\n  ');
  if (!body) return command;
  if (inShell(body) === body) return `${command} \\\n  -d '${body.replaceAll("'", "'\\''")}'`;
  return `${command} \\\n  -d @- <<END\n${inShell(body)}\nEND`;
}

function javaScript({ method, url, headers, body }: Call): string {
  const text = (value: string) => {
    if (value.replace(placeholder, '') === '' && value) return value.slice(1, -1);
    const filled = value.replaceAll(placeholder, '$${$1}');
    return filled === value ? `'${value.replaceAll("'", "\\'")}'` : `\`${filled}\``;
  };
  const name = (key: string) => (/^\w+$/.test(key) ? key : `'${key}'`);
  const style = { text, pair: (key: string, value: string) => `${name(key)}: ${value}`, object: '{ }', words: {} };
  const given = new Code('Bearer $' + '{process.env.HAAT_KEY}');
  const options = {
    ...(method !== 'GET' && { method }),
    headers: { Authorization: new Code(`\`${given.text}\``), ...Object.fromEntries(headers) },
    ...(body && { body: new Code(`JSON.stringify(${written(JSON.parse(body), style, 2)})`) }),
  };
  const start = `const answer = await fetch(${text(url)}, `;
  return `${start}${written(options, style, 0, start.length)});
console.log(answer.status, await answer.json());`;
}

function python({ method, url, headers, body }: Call): string {
  const text = (value: string) => {
    if (value.replace(placeholder, '') === '' && value) return value.slice(1, -1);
    return `${value.replace(placeholder, '') === value ? '' : 'f'}${JSON.stringify(value)}`;
  };
  const style = {
    ...{ text, pair: (key: string, value: string) => `${JSON.stringify(key)}: ${value}`, object: '{}' },
    words: { true: 'True', false: 'False', null: 'None' },
  };
  const all = { Authorization: new Code('"Bearer " + os.environ["HAAT_KEY"]'), ...Object.fromEntries(headers) };
  const given = [
    text(url),
    ...(method === 'GET' ? [] : [`method="${method}"`]),
    `headers=${written(all, style, 4)}`,
    ...(body ? [`data=json.dumps(${written(JSON.parse(body), style, 4)}).encode()`] : []),
  ];
  return `import json, os, urllib.request

request = urllib.request.Request(
${given.map((one) => `    ${one},\n`).join('')})
with urllib.request.urlopen(request) as answer:
    print(answer.status, json.load(answer))`;
}

function php({ method, url, headers, body }: Call): string {
  const text = (value: string) => {
    if (value.replace(placeholder, '') === '' && value) return `$${value.slice(1, -1)}`;
    const filled = value.replaceAll(placeholder, '$$$1');
    return filled === value ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : `"${filled.replaceAll('"', '\\"')}"`;
  };
  const style = { text, pair: (key: string, value: string) => `'${key}' => ${value}`, object: '[]', words: {} };
  const options = {
    ...(method !== 'GET' && { method }),
    header: [new Code("'Authorization: Bearer ' . getenv('HAAT_KEY')"), ...headers.map((pair) => pair.join(': '))],
    ...(body && { content: new Code(`json_encode(${written(JSON.parse(body), style, 8)})`) }),
    ignore_errors: true,
  };
  return `$context = stream_context_create(${written({ http: options }, style)});
$answer = file_get_contents(${text(url)}, false, $context);
print_r(json_decode($answer, true));`;
}

/** What is an expression of the language already. */
class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Style = {
  text(value: string): string;
  pair(key: string, value: string): string;
  /** How an object begins and ends, with a blank between where one stands inside. */
  object: string;
  words: Record<string, string>;
};

/** A value as the language writes it, on one line where it is short. `before`: what stands on that line already. */
function written(value: unknown, style: Style, indent = 0, before = 0): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return style.words[String(value)] ?? String(value);
  const isList = Array.isArray(value);
  const step = style.object === '{ }' ? 2 : 4;
  const parts = isList
    ? value.map((one) => written(one, style, indent + step))
    : Object.entries(value).map(([key, one]) => style.pair(key, written(one, style, indent + step)));
  const [open, close] = isList ? ['[', ']'] : [style.object[0]!, style.object.at(-1)!];
  const blank = !isList && style.object.length === 3 ? ' ' : '';
  const short = `${open}${blank}${parts.join(', ')}${blank}${close}`;
  if (!short.includes('\n') && short.length + indent + before <= 80) return short;
  const margin = ' '.repeat(indent + step);
  return `${open}\n${parts.map((part) => `${margin}${part},\n`).join('')}${' '.repeat(indent)}${close}`;
}
