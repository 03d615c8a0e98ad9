// The pages of staff as a browser takes them: the TypeScript of desk/ bundled by esbuild, in memory, when a browser
// first opens a page, so that there is nothing to build and nothing is written. A page that is opened later is a file
// of its own.
//
// The path has the hash of all files, so a browser keeps them for good, and a release brings its own.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { type BundleName, bundleAt } from '../../desk/bundles.ts';
import { iconNames } from '../../desk/icons.ts';
import { keyShortener, textsImports, textsModule } from './desk-keys.ts';
import type { Place } from './desk-texts.ts';

export type Language = 'en' | 'bn';

export class DeskFile {
  readonly type: string;
  readonly body: Buffer;
  readonly #compressed: { br?: Promise<Buffer>; gzip?: Promise<Buffer> } = {};

  constructor(type: string, body: string | Uint8Array) {
    this.type = type;
    this.body = Buffer.from(body as Uint8Array);
  }

  /** As small as it gets, since it is done once. */
  compressed(encoding: 'br' | 'gzip' = 'br'): Promise<Buffer> {
    this.#compressed[encoding] ??=
      encoding === 'br' ? promisify(brotliCompress)(this.body) : promisify(gzip)(this.body, { level: 9 });
    return this.#compressed[encoding];
  }
}

const directory = path.join(import.meta.dirname, '../../desk');
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

const settings = {
  absWorkingDir: directory,
  outdir: '.',
  write: false,
  bundle: true,
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  legalComments: 'none',
} as const satisfies BuildOptions;

/** Keys of texts, lines and indentation within templates are sent otherwise: those who minify must leave texts as they are. */
const smaller: Plugin = {
  name: 'smaller',
  setup({ onLoad, onResolve }) {
    const shortener = keyShortener(directory);
    // The texts of a language and a place have no file of their own.
    onResolve({ filter: /^texts:/ }, ({ path: name }) => ({ path: name.replace('texts:', ''), namespace: 'texts' }));
    onLoad({ filter: /^/, namespace: 'texts' }, async ({ path: name }) => {
      const [language, place] = name.split('-') as [Language, Place];
      const texts = (await import(path.join(directory, `messages/${language}.ts`)))[language];
      return { contents: textsModule(texts, place, shortener), loader: 'js' };
    });
    onLoad({ filter: /desk\/texts\.ts$/ }, () => ({ contents: textsImports(['en', 'bn']), loader: 'js' }));
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      if (!file.startsWith(directory)) return undefined;
      const { withLimits } = await import('./desk-limits.ts');
      const text = withLimits(await fs.promises.readFile(file, 'utf8'))
        .replace(/^ +/gm, '')
        // htm leaves out a line's end at both ends of what it is given, between two elements, and beside a value.
        .replace(/>\n(?=<|\$\{|`)|\}\n(?=<|\$\{)|html`\n/g, (end) => end.trimEnd());
      return { contents: shortener.shorten(text), loader: 'ts' };
    });
    onLoad({ filter: /\.graphql$/ }, async ({ path: file }) => {
      const { documentsOf } = await import('./desk-documents.ts');
      const documents = documentsOf(await fs.promises.readFile(file, 'utf8'));
      return {
        contents: documents
          .map(({ constant, text }) => `export const ${constant} = ${JSON.stringify(text)};`)
          .join('\n'),
      };
    });
  },
};

/** The pages share what they have in common; what runs before them, and what runs in the frame, stand alone. */
type Bundle = { files: Map<string, DeskFile>; outputs: Metafile['outputs']; early: string; worker: string };
async function bundle(): Promise<Bundle> {
  const { build, stop } = await import('esbuild');
  const [pages, early, explorer, worker] = await Promise.all([
    build({
      ...settings,
      entryPoints: [
        'main.ts',
        'desk.css',
        'explorer.css',
        'styles/papers.css',
        'styles/design.css',
        'styles/move-in.css',
        'styles/find.css',
      ],
      splitting: true,
      format: 'esm',
      metafile: true,
      plugins: [smaller],
    }),
    build({ ...settings, entryPoints: ['early.ts'], format: 'iife', plugins: [smaller] }),
    build({ ...settings, entryPoints: ['explorer.ts'], format: 'esm' }),
    build({ ...settings, entryPoints: ['app/worker.ts'], format: 'iife' }),
  ]);
  await stop();
  const files = [...pages.outputFiles, ...explorer.outputFiles].map((file) => {
    const name = path.basename(file.path);
    return [name, new DeskFile(types[path.extname(name)]!, file.contents)] as const;
  });
  return {
    files: new Map([...files, ['icons.svg', new DeskFile('image/svg+xml', readIcons())]]),
    outputs: pages.metafile.outputs,
    early: early.outputFiles[0]!.text.trim(),
    worker: worker.outputFiles[0]!.text,
  };
}

/** What the first page of a bundle asks first, where it is opened without filters: its address, and the operation. */
const firstQuestions: Partial<Record<BundleName, [address: string, file: string, constant: string]>> = {
  today: ['/admin', 'enter.graphql', 'waiting'],
  work: ['/admin/orders', 'pages/orders/list.graphql', 'listOrders'],
  goods: ['/admin/products', 'pages/products/list.graphql', 'productList'],
  stock: ['/admin/stock', 'pages/stock/levels.graphql', 'stockLevels'],
};

/** Of each of them the attributes of the script that asks it (desk/early.ts). */
async function readFirstQuestions(): Promise<Map<string, string>> {
  const { documentsOf } = await import('./desk-documents.ts');
  const read = ([address, file, constant]: [string, string, string]) => {
    const documents = documentsOf(fs.readFileSync(path.join(directory, file), 'utf8'));
    const { text } = documents.find((one) => one.constant === constant)!;
    return ` data-at="${address}" data-first="${quoted(text)}"`;
  };
  return new Map(Object.entries(firstQuestions).map(([bundle, question]) => [bundle, read(question)]));
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

function readIcons(): string {
  const icons = path.join(path.dirname(fileURLToPath(import.meta.resolve('bootstrap-icons/package.json'))), 'icons');
  const symbols = iconNames.map((name) => {
    const svg = fs.readFileSync(path.join(icons, `${name}.svg`), 'utf8');
    // A hundredth of a point is not seen. A figure keeps its point: the next may begin with one.
    const paths = svg
      .replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
      .replace(/\d*\.\d{3,}/g, (figure) => Number(figure).toFixed(2).replace(/^0/, ''));
    return `<symbol id="${name}" viewBox="0 0 16 16">${paths}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/** The worker, the icons, and what an installed app is called and offers, in each language. */
function appFiles(worker: string, manifests: [string, DeskFile][]): Map<string, DeskFile> {
  const icon = (name: string) => fs.readFileSync(path.join(directory, 'app', name));
  return new Map([
    ['worker.js', new DeskFile('text/javascript', worker)],
    ['icon.svg', new DeskFile('image/svg+xml', icon('icon.svg'))],
    ['icon-180.png', new DeskFile('image/png', icon('icon-180.png'))],
    ['icon-512.png', new DeskFile('image/png', icon('icon-512.png'))],
    ...manifests,
  ]);
}

async function manifestIn(language: Language): Promise<[string, DeskFile]> {
  const texts = (await import(path.join(directory, `messages/${language}.ts`)))[language];
  const shortcuts = [
    ['/admin/orders/new', 'nav.newOrder'],
    ['/admin/packing', 'nav.packing'],
    ['/admin/orders', 'nav.orders'],
  ] as const;
  const manifest = {
    id: '/admin',
    name: 'Haat',
    lang: language,
    start_url: '/admin',
    scope: '/admin',
    display: 'standalone',
    background_color: '#f6f5f2',
    theme_color: '#0b604e',
    icons: [
      { src: '/admin/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/admin/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: shortcuts.map(([url, text]) => ({ url, name: texts[text] })),
  };
  return [`${language}.webmanifest`, new DeskFile('application/manifest+json', JSON.stringify(manifest))];
}

/** A file and all that it cannot run without: loaded at once instead of one after the other. */
function neededBy(name: string, outputs: Metafile['outputs'], found = new Set<string>()): Set<string> {
  found.add(name);
  for (const { path: target, kind } of outputs[name]!.imports)
    if (kind === 'import-statement' && !found.has(target)) neededBy(target, outputs, found);
  return found;
}

export class DeskFiles {
  readonly #files: Map<string, DeskFile>;
  readonly #path: string;
  readonly #outputs: Metafile['outputs'];
  readonly #pages = new Map<string, DeskFile>();
  readonly #early: string;
  readonly #questions: Map<string, string>;
  /** Of the script within the pages, as their policy names it. */
  readonly earlyHash: string;
  /** The page of the explorer, which is in a frame of the desk's. */
  readonly explorer: DeskFile;
  /** What makes the desk an app of the device, by the name in /admin: see desk/app. Browsers ask for the worker anew each day. */
  readonly app: ReadonlyMap<string, DeskFile>;

  private constructor(
    { files, outputs, early, worker }: Bundle,
    questions: Map<string, string>,
    manifests: [string, DeskFile][],
  ) {
    const hash = createHash('sha256').update(early);
    for (const [name, { body }] of files) hash.update(name).update(body);
    this.#early = early;
    this.#questions = questions;
    this.earlyHash = `sha256-${createHash('sha256').update(early).digest('base64')}`;
    this.#files = files;
    this.#path = `/admin/desk/${hash.digest('hex').slice(0, 12)}/`;
    this.#outputs = outputs;
    this.explorer = new DeskFile('text/html', this.#explorer());
    this.app = appFiles(worker.replace('{files}', this.#path), manifests);
  }

  static async make(): Promise<DeskFiles> {
    const manifests = await Promise.all([manifestIn('en'), manifestIn('bn')]);
    return new DeskFiles(await bundle(), await readFirstQuestions(), manifests);
  }

  /** The names of all files, for those who add up their sizes. */
  get all(): ReadonlyMap<string, DeskFile> {
    return this.#files;
  }

  /** `isKept`: the browser may keep it for good. A page of a former release gets what is there now. */
  find(address: string): { file: DeskFile; isKept: boolean } | undefined {
    const name = /^\/admin\/desk\/[0-9a-f]{12}\/(.+)$/.exec(address)?.[1];
    const file = name && this.#files.get(name);
    return file ? { file, isKept: address.startsWith(this.#path) } : undefined;
  }

  /**
   * The page of an address, such as '/orders/5'. It names all files that it will need, so that they come side by side, and
   * offers to sign the owner of the demo in.
   */
  pageFor(address: string, language: Language, demoOwner?: string): DeskFile {
    const bundle = bundleAt(address);
    const entries = [
      'main.ts',
      `texts:${language}-start`,
      ...(bundle ? [`bundles/${bundle}.ts`, `texts:${language}-${bundle}`] : []),
    ];
    const key = [...entries, demoOwner].join();
    const known = this.#pages.get(key);
    if (known) return known;
    const needed = new Set<string>();
    for (const entry of entries) {
      const [name] = Object.entries(this.#outputs).find(([, { entryPoint }]) => entryPoint === entry)!;
      neededBy(name, this.#outputs, needed);
    }
    const page = new DeskFile(
      'text/html',
      this.#page([...needed], language, demoOwner, this.#questions.get(bundle ?? '')),
    );
    this.#pages.set(key, page);
    return page;
  }

  #page(needed: string[], language: Language, demoOwner: string | undefined, question = ''): string {
    const files = needed.map((name) => this.#path + name).join(' ');
    const offered = demoOwner && `\n    <meta name="haat-demo" content="${quoted(demoOwner)}">`;
    return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <script${question} data-files="${files}">${this.#early}</script>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="The admin of Haat: orders, stock, staff and keys of your stores.">
    <title>Haat</title>${offered ?? ''}
    <meta name="theme-color" content="#0b604e">
    <link rel="icon" href="/admin/icon.svg">
    <link rel="apple-touch-icon" href="/admin/icon-180.png">
    <link rel="manifest" href="/admin/${language}.webmanifest">
    <link rel="stylesheet" href="${this.#path}desk.css">
    <script type="module" src="${this.#path}main.js"></script>
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
    <script type="module" src="${this.#path}explorer.js"></script>
  </head>
  <body>
    <div id="ruru-root"><p class="loading">The explorer is loading.</p></div>
  </body>
</html>
`;
  }
}
