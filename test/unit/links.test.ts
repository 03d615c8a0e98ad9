// The links between the documents of the repository lead to a file that is there and to a heading in it.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';

const root = path.join(import.meta.dirname, '../..');
const guides = path.join(root, 'server/docs/guides');
const documents = [
  ...['README.md', 'CHANGELOG.md', 'db/README.md', 'db/CONVENTIONS.md', 'db/PERFORMANCE.md', 'test/README.md'],
  ...fs.readdirSync(guides).map((name) => `server/docs/guides/${name}`),
].map((name) => path.join(root, name));

/** The anchors of a document, as its headings give them. */
const anchorsOf = (file: string): string[] =>
  [...fs.readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  );

test('each link of a document leads to a file and to a heading of it', (t) => {
  let count = 0;
  for (const document of documents) {
    const text = fs.readFileSync(document, 'utf8').replace(/^```.*?^```$/gms, '');
    for (const [link, target, anchor] of text.matchAll(/\]\((?!https?:|\/)([^)#\s]*)(?:#([^)]+))?\)/g)) {
      const file = target === '' ? document : path.join(path.dirname(document), target!);
      const where = `${path.relative(root, document)}: ${link}`;
      t.true(fs.existsSync(file), where);
      if (anchor) t.true(anchorsOf(file).includes(anchor), where);
      count++;
    }
  }
  t.true(count > 20, `${count} links found`);
});
