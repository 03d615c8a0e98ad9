import test from 'ava';
import { allowed, cleanHtml, denied } from '../../server/gate/html.ts';
import { isMarkup, readHtml } from '../../server/gate/html-reader.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { runs } from '../helpers/long.ts';
import fc from '../helpers/properties.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { asCompany, createShop } from '../helpers/shop.ts';

const mediaUrl = 'https://shop.example/media';
const clean = (html: string) => cleanHtml(html, mediaUrl);

let db: TestDatabase;
test.before(async () => {
  db = await borrowDatabase();
});
test.after.always(() => db?.drop());

test('plain text stays exactly as it is', (t) => {
  for (const text of [
    '',
    'Tom & Jerry\'s "best" — 5 < 6 > 2',
    'I <3 this',
    'a &amp; b &lt;b&gt;',
    ' \n\tকাপড় ',
    '1<2',
    'Fits waist<chest. Wash cold.',
    'Size: <M> only',
    '<not-a-tag',
    'a <b',
    'x<p and c>d',
    '</> <! > <? <![CDATA[x]]>',
  ]) {
    t.is(clean(text), text);
  }
});

test('harmless markup stays, the rest goes', (t) => {
  for (const [html, expected] of [
    ['<p>Soft <b>cotton</b><br></p>', '<p>Soft <b>cotton</b><br /></p>'],
    ['<ul><li>A &amp; B</li></ul>', '<ul><li>A &amp; B</li></ul>'],
    ['<p onclick="x()" style="color:red" class="a" id="b">x</p>', '<p>x</p>'],
    ['<script>alert(1)</script>x', 'x'],
    ['<scr<script>ipt>alert(1)</script>', '&lt;scr'],
    ['<script>Wash cold', 'Wash cold'],
    ['<textarea>Wash</textarea> <option>cold', 'Wash cold'],
    ['<iframe src="https://evil.example"></iframe>x', 'x'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    [
      '<a href="https://ok.example/?a=1&amp;b=2" target="_blank">x</a>',
      '<a href="https://ok.example/?a=1&amp;b=2">x</a>',
    ],
    ['<a href="mailto:a@b.example">x</a>', '<a href="mailto:a@b.example">x</a>'],
    ['<!-- secret --><?php x ?><!doctype html>x', 'x'],
    ['<svg onload=alert(1)><p>x</p></svg>', '<p>x</p>'],
    ['<style>p{}</style><math>x</math>', 'x'],
    ['<td colspan="2" rowspan="x">y</td>', '<td colspan="2">y</td>'],
  ] as const) {
    t.is(clean(html), expected);
  }
});

test('an image stays only when it is on our own image origin', (t) => {
  const own = `${mediaUrl}/images/a/b.webp`;
  t.is(
    clean(`<img src="${own}" alt="a &quot;b&quot;" width="10">`),
    `<img src="${own}" alt="a &quot;b&quot;" width="10" />`,
  );
  for (const source of [
    'https://evil.example/media/x.webp',
    'https://shop.example/other/x.webp',
    'https://shop.example/media/../admin',
    'https://shop.example.evil.example/media/x.webp',
    'https://shop.example:444/media/x.webp',
    'https://shop.example@evil.example/media/x.webp',
    'http://shop.example/media/x.webp',
    '//shop.example/media/x.webp',
    '/media/x.webp',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '',
  ]) {
    t.is(clean(`<p>a<img src="${source}" onerror="x()">b</p>`), '<p>ab</p>', source);
  }
  t.is(clean('<img onerror=x>'), '');
});

test('in HTML, what is no real tag is text', (t) => {
  for (const [html, expected] of [
    ['<p>Fits waist<chest.</p> Wash cold.', '<p>Fits waist&lt;chest.</p> Wash cold.'],
    ['<p>Size: <M> only, if a<b and c>d', '<p>Size: &lt;M&gt; only, if a&lt;b and c&gt;d</p>'],
    ['<b>x</b><not-a-tag', '<b>x</b>&lt;not-a-tag'],
    ['<p>a <a href="x', '<p>a &lt;a href="x</p>'],
    ['<p title="a<b">x</p>', '<p>x</p>'],
    ['<p>x<!-- y</p>', '<p>x&lt;!-- y</p>'],
  ] as const) {
    t.is(clean(html), expected);
  }
});

test('text that a page would complete to a tag that acts is written so that it cannot', (t) => {
  for (const [html, expected] of [
    ['a <img src=x onerror=alert(1)', 'a &lt;img src=x onerror=alert(1)'],
    ['<x onclick=alert(1)>y', '&lt;x onclick=alert(1)&gt;y'],
    ['<x id=top>', '&lt;x id=top&gt;'],
    ['<x y=">" style=z>', '&lt;x y="&gt;" style=z&gt;'],
    ['waist<chest y="', 'waist&lt;chest y="'],
    ['a <!-- b', 'a &lt;!-- b'],
    ['a <script', 'a &lt;script'],
    ['a </TITLE', 'a &lt;/TITLE'],
  ] as const) {
    t.is(clean(html), expected);
  }
});

// Pieces that browsers and parsers are known to read differently.
const pieces = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '/',
    '=',
    ' ',
    '\n',
    '&',
    '&lt;',
    '&#60;',
    '&quot;',
    '<p>',
    '</p>',
    '<b',
    '<img',
    ' src=',
    ' alt=',
  ],
  ...[
    '<a href=',
    '"https://ok.example"',
    'javascript:alert(1)',
    `"${mediaUrl}/x.webp"`,
    '<script>',
    '</script>',
    '<!--',
    '-->',
  ],
  ...[
    '<![CDATA[',
    ']]>',
    '<svg',
    '<td colspan=',
    '3',
    ' onload=x',
    '<style>',
    '<textarea>',
    '<title>',
    'x',
    '\0',
    '`',
    '<br/>',
    '<M>',
    'waist<chest',
    '<x',
    ' style = ',
    '<SCRIPT',
    ' href',
  ],
];
const hostile = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength: 25 });

test('what a parser would read otherwise the second time is written as it would', (t) => {
  t.is(clean('<p>a<svg><p>b</p></svg></p>'), '<p>a</p><p>b</p><p></p>');
  t.is(clean('<p>a<button><p>b</p></button></p>'), '<p>a</p><p>b</p><p></p>');
});

test('whatever is sent: cleaning twice changes nothing more, and the table takes what was cleaned', async (t) => {
  const shop = await createShop(db.admin);
  await asCompany(db.admin, shop.companyId, async (client) => {
    const { rows } = await client.query(
      `insert into app.products (company_id, store_id, name, slug) values ($1, $2, 'x', 'x') returning id`,
      [shop.companyId, shop.stores[0].id],
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (parts) => {
        const html = parts.join('').replaceAll('\0', '');
        const once = clean(html).toWellFormed();
        t.is(clean(once), once);
        t.notRegex(once, acting);
        await client.query('savepoint before');
        await client.query('update app.products set description = $1 where id = $2', [once, rows[0].id]);
        await client.query('rollback to savepoint before');
      }),
      { numRuns: runs(600) },
    );
  });
});

/** With the page's own markup after it, which may end what the text began. */
const acting =
  /<\/?(script|iframe|svg|style|object|textarea|title)([\s/>]|$)|<!--|<[a-z][^>]*[\s/"'](on\w+|style)\s*=/i;

const plain = fc.constantFrom(
  'waist<chest',
  '5 < 6',
  '<M>',
  'Tom & Jerry',
  'শাড়ি',
  '"x"',
  '<not-a-tag',
  'a<b',
  '</',
  '<!',
  '>',
);
const tag = fc.constantFrom(
  '<p>',
  '</p>',
  '<b>',
  '<br />',
  '<font color="red">',
  '</FONT >',
  '<div class="x">',
  '<!-- c -->',
);
/** Pieces with blanks between, so that text and tag do not make something else together. */
const written = fc.array(
  fc.oneof(
    plain.map((text) => ({ text, isTag: false })),
    tag.map((text) => ({ text, isTag: true })),
  ),
  { maxLength: 12 },
);

test('whatever is written: no word of the text is lost, and without tags not a letter changes', (t) => {
  const decoded = (html: string) =>
    html
      .replace(/<[^>]*>/g, '')
      .replace(/&(lt|gt|quot|amp);/g, (_, name) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name as 'lt']);
  fc.assert(
    fc.property(written, (pieces) => {
      const html = pieces.map(({ text }) => text).join(' . ');
      const once = clean(html);
      if (!pieces.some(({ isTag }) => isTag)) return t.is(once, html);
      const text = pieces.map((piece) => (piece.isTag ? '' : piece.text)).join(' . ');
      t.is(decoded(once), text);
    }),
    { numRuns: runs(2000) },
  );
});

test('of text without tags the table takes what the door keeps, and nothing else', async (t) => {
  const shop = await createShop(db.admin);
  const parts = [
    '<x',
    '<M>',
    '<b',
    '<img',
    '<scrip',
    't',
    ' ',
    '>',
    '=',
    ' onclick',
    'style',
    'src',
    'set',
    '"',
    '<!-',
    '-',
    '</',
    'title',
    '\n',
    'a',
    '<ση',
    ' id',
  ];
  await asCompany(db.admin, shop.companyId, async (client) => {
    const { rows } = await client.query(
      `insert into app.products (company_id, store_id, name, slug) values ($1, $2, 'x', 'y') returning id`,
      [shop.companyId, shop.stores[0].id],
    );
    const isTaken = async (description: string) => {
      await client.query('savepoint before');
      try {
        await client.query('update app.products set description = $1 where id = $2', [description, rows[0].id]);
        return true;
      } catch (error) {
        t.is((error as { code?: string }).code, 'HT008');
        return false;
      } finally {
        // Else each update looks through the versions that all before it have left in this transaction.
        await client.query('rollback to savepoint before');
      }
    };
    // Whether a tag is known is the same here and there.
    for (const name of [...allowed, ...denied, 'm', 'chest'])
      t.is(await isTaken(`a <${name}`), clean(`a <${name}`) === `a <${name}`, name);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...parts), { maxLength: 10 }), async (texts) => {
        const text = texts.join('');
        fc.pre(!readHtml(text, allowed, denied).some(isMarkup));
        t.is(await isTaken(text), clean(text) === text, text);
      }),
      { numRuns: runs(1500) },
    );
  });
});

test('the table refuses what was not cleaned', async (t) => {
  const shop = await createShop(db.admin);
  const write = (description: string) =>
    asCompany(db.admin, shop.companyId, (client) =>
      client.query(
        `insert into app.products (company_id, store_id, name, slug, description) values ($1, $2, 'x', 'x' || gen_random_uuid(), $3)`,
        [shop.companyId, shop.stores[0].id, description],
      ),
    );
  for (const html of [
    '<script>alert(1)</script>',
    '<p onclick="x()">x</p>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<SCRIPT>x',
    '<p><!-- x --></p>',
    '<img src="data:image/png;base64,AA" />',
    '<b onclick=',
    '<script',
  ]) {
    await t.throwsAsync(() => write(html), { code: 'HT008' }, html);
  }
  await t.notThrowsAsync(() => write('<p>fine <b>x</b> 5 < 6, waist<chest</p>'));
});
