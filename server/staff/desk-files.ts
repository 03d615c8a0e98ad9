// The pages of staff as a browser takes them: our TypeScript without its types, the libraries that it names, one file of
// icons, and the page that loads them. Nothing is built on the way; Node leaves the types out.
//
// The path has the hash of all files, so a browser keeps them for good, and a release brings its own.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { iconNames } from './desk/icons.ts';

export type DeskFile = { type: string; body: Buffer };

const directory = path.join(import.meta.dirname, 'desk');
/** Packages that a browser takes as they are. */
const libraries = [
  'preact',
  'preact/hooks',
  'htm',
  'd3-dsv',
  'uqr',
  // Code 128 alone, as its authors build it for browsers.
  'jsbarcode/dist/barcodes/JsBarcode.code128.min.js',
];
const specifier = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"']+)\2/g;
const fromStart = /^(?:import|export)\b[^;]*?\bfrom\s*['"](\.[^'"]+)['"]/gm;

const libraryName = (name: string) => `lib/${name.replaceAll('/', '-')}.js`;

/** All files by their name below the path, without the page itself. */
function readFiles(): Map<string, DeskFile> {
  const names = (fs.readdirSync(directory, { recursive: true }) as string[]).toSorted();
  const files = new Map<string, DeskFile>();
  for (const name of names) {
    const text = () => fs.readFileSync(path.join(directory, name), 'utf8');
    if (name.endsWith('.ts'))
      files.set(name, { type: 'text/javascript', body: module(name, stripTypeScriptTypes(text())) });
    else if (name.endsWith('.css')) files.set(name, { type: 'text/css', body: Buffer.from(text()) });
  }
  for (const name of libraries) {
    const text = fs.readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8');
    const file = libraryName(name);
    files.set(file, { type: 'text/javascript', body: module(file, text.replace(/^\/\/# sourceMappingURL=.*$/m, '')) });
  }
  files.set('icons.svg', { type: 'image/svg+xml', body: Buffer.from(readIcons()) });
  return files;
}

/** Libraries are named in our files as Node names them; a browser needs an address. */
function module(file: string, text: string): Buffer {
  const up = '../'.repeat(file.split('/').length - 1) || './';
  const addressed = text.replace(specifier, (whole, before, quote, name) =>
    libraries.includes(name) ? `${before}${quote}${up}${libraryName(name)}${quote}` : whole,
  );
  return Buffer.from(addressed);
}

function readIcons(): string {
  const icons = path.join(path.dirname(fileURLToPath(import.meta.resolve('bootstrap-icons/package.json'))), 'icons');
  const symbols = iconNames.map((name) => {
    const svg = fs.readFileSync(path.join(icons, `${name}.svg`), 'utf8');
    return `<symbol id="${name}" viewBox="0 0 16 16">${svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/** What the first page needs, in the order in which it is found: loaded at once instead of one after the other. */
function neededAtStart(files: Map<string, DeskFile>, name = 'main.ts', found = new Set<string>()): Set<string> {
  found.add(name);
  for (const [, target] of files.get(name)!.body.toString().matchAll(fromStart)) {
    const file = path.posix.join(path.posix.dirname(name), target!);
    if (!found.has(file)) neededAtStart(files, file, found);
  }
  return found;
}

export class DeskFiles {
  readonly #files = readFiles();
  readonly #path: string;
  readonly page: DeskFile;
  /** The page of the explorer, which stands in a frame of the desk's. */
  readonly explorer: DeskFile;

  constructor() {
    const hash = createHash('sha256');
    for (const [name, { body }] of this.#files) hash.update(name).update(body);
    this.#path = `/admin/desk/${hash.digest('hex').slice(0, 12)}/`;
    this.page = { type: 'text/html', body: Buffer.from(this.#page()) };
    this.explorer = { type: 'text/html', body: Buffer.from(this.#explorer()) };
  }

  /** `isKept`: the browser may keep it for good. A page of a former release gets what is there now. */
  find(address: string): (DeskFile & { isKept: boolean }) | undefined {
    const name = /^\/admin\/desk\/[0-9a-f]{12}\/(.+)$/.exec(address)?.[1];
    const file = name && this.#files.get(name);
    return file ? { ...file, isKept: address.startsWith(this.#path) } : undefined;
  }

  /** The page, which offers to sign the owner of the demo in. */
  pageFor(demoOwner: string | undefined): Buffer {
    if (demoOwner === undefined) return this.page.body;
    const offered = `<meta name="haat-demo" content="${demoOwner.replaceAll('"', '&quot;')}">`;
    return Buffer.from(this.page.body.toString().replace('</title>', `</title>\n    ${offered}`));
  }

  #page(): string {
    const preloaded = [...neededAtStart(this.#files)].map(
      (name) => `<link rel="modulepreload" href="${this.#path}${name}">`,
    );
    return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="The admin of Haat: orders, stock, staff and keys of your stores.">
    <title>Haat</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${this.#path}desk.css">
    ${preloaded.join('\n    ')}
    <script type="module" src="${this.#path}main.ts"></script>
  </head>
  <body>
    <div id="desk"></div>
    <noscript><p>This page needs JavaScript. The GraphQL endpoint is /admin/graphql.</p></noscript>
  </body>
</html>
`;
  }

  #explorer(): string {
    return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="GraphQL explorer of the Haat admin.">
    <title>Explorer · Haat</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/admin/explorer/ruru.css">
    <link rel="stylesheet" href="${this.#path}explorer.css">
    <script type="module" src="${this.#path}explorer.ts"></script>
  </head>
  <body>
    <div id="ruru-root"><p class="loading">The explorer is loading.</p></div>
  </body>
</html>
`;
  }
}
