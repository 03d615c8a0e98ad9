// A product as a row or several of a shop's file describe it, on its way to what internal.import_product takes. Its fields are
// those of create_product and are checked as that checks them; brand, categories, stock and pictures are by name, number, link.
import { z } from 'zod';
import type { Fields } from '../gate/errors.ts';
import { cleanHtml } from '../gate/html.ts';
import { checkInput } from '../gate/input.ts';
import { operations } from '../operations/index.ts';
import { httpsUrl, name, stockCount, text } from '../operations/schemas.ts';
import { Problem } from '../problems/problem.ts';
import { isShortened } from './cells.ts';
import { type Doubtful, type Line, type Remark, remarksOf, tellUnreadable } from './line.ts';
import type { Row } from './read-rows.ts';

export type DraftVariant = {
  line: number;
  fields: Record<string, unknown>;
  options: { attribute: string; value: string }[];
  /** The file has a name for the variant itself; otherwise it is made of its options, for a new one. */
  isNamed?: boolean;
  /** Units on the shelf; undefined: the file says nothing of them. */
  stock?: number | undefined;
  /** Where it lies, in words of the shop; null: nowhere special. */
  bin?: string | null;
};

export type DraftImage = { line: number; url: string; alt: string | null; ofVariant?: number };

export type Draft = {
  line: number;
  handle: string | null;
  fields: Record<string, unknown>;
  brand?: string | null;
  categories?: string[][];
  variants: DraftVariant[];
  images: DraftImage[];
  problems: Remark[];
  notes: Remark[];
  /** Its variants whose SKU stands above already. */
  doubtful: Doubtful[];
  /** What the file calls a field. */
  columns: Record<string, string>;
  /** What stands there in the file. */
  cellAt: CellAt;
};

export type CellAt = (place: { line: number; column: string }) => string | undefined;

/** Asked of few products, and then perhaps of many rows. */
export function cellsIn(header: readonly string[], rows: readonly Row[]): CellAt {
  let known: { columns: Map<string, number>; lines: Map<number, string[]> } | undefined;
  return ({ line, column }) => {
    known ??= {
      columns: new Map(header.map((cell, at) => [cell.trim(), at])),
      lines: new Map(rows.map((row) => [row.line, row.cells])),
    };
    return known.lines.get(line)?.[known.columns.get(column) ?? -1];
  };
}

/** Where the goods lie, if stock is taken over, and what the ledger says of it. */
export type Stocking = { locationId: string; reason: string } | null;

const around = z.strictObject({
  handle: text(2000).nullable(),
  brand: name.nullish(),
  categories: z.array(z.array(name).max(20)).max(50).optional(),
  stock: z.array(stockCount.nullable()),
  bin: z.array(z.string().trim().max(50).nullable()),
});

const created = operations.create_product!;

export function lineOf(draft: Draft, mediaUrl: string, stocking: Stocking): Line {
  const { line, handle, fields, variants, columns, problems, notes, doubtful } = draft;
  const { pictures, left } = firstPictures(draft.images);
  if (left > 0)
    notes.push({
      line,
      column: columns.images!,
      text: new Problem('rowPictures', { count: left, most: mostPictures }),
    });
  const images = pictures.flatMap(({ url, alt, ofVariant, ...place }) => {
    const link = linkIn(url);
    if (!link)
      notes.push({ line: place.line, column: columns.images!, text: new Problem('linkForm.picture', { url }) });
    return link ? [{ source_url: link, alt_text: alt && fitting(alt, 500), of: ofVariant }] : [];
  });
  const description =
    typeof fields.description === 'string' ? cleanHtml(fields.description, mediaUrl) : fields.description;
  if (typeof description === 'string' && description !== fields.description)
    notes.push(...tellCut(String(fields.description), description, { line, column: columns.description! }));
  for (const { line: at, fields: own } of variants)
    for (const key of ['sku', 'barcode'] as const)
      if (isShortened(String(own[key])))
        problems.push({
          line: at,
          column: columns[key]!,
          text: new Problem('rowShortened', { value: String(own[key]) }),
        });
  const product = {
    ...fields,
    ...('description' in fields && { description }),
    variants: variants.map(({ fields: own, options }) => ({ ...own, ...(options.length > 0 && { options }) })),
  };
  const placeOf = (field: string) => {
    const [, at, own] = /^(?:variants|stock|bin)\.(\d+)(?:\.(\w+))?/.exec(field) ?? [];
    const key = own ?? field.split('.', 1)[0]!;
    return { line: at ? (variants[Number(at)]?.line ?? line) : line, column: columns[key] ?? key };
  };
  const checked = checkInput(created.input, product);
  const beside = {
    handle,
    brand: draft.brand,
    categories: draft.categories,
    stock: stocking ? variants.map(({ stock }) => stock ?? null) : [],
    bin: stocking ? variants.map(({ bin }) => bin ?? null) : [],
  };
  const others = checkInput(around, beside);
  const wrong: Fields = { ...('fields' in checked && checked.fields), ...('fields' in others && others.fields) };
  const found = tellUnreadable(wrong, { ...product, ...beside }, (field) => draft.cellAt(placeOf(field)));
  // What is not taken over at all is not looked at further.
  if (variants.length > 0) problems.push(...remarksOf(found, placeOf));
  const shown = { line, name: String(fields.name ?? handle ?? ''), problems, notes, doubtful, placeOf };
  if (problems.length > 0 || 'fields' in checked) return { ...shown, input: null };
  const ready = JSON.parse(checked.input) as { variants: Record<string, unknown>[] };
  return {
    ...shown,
    input: {
      ...ready,
      ...(handle && { handle }),
      ...('brand' in draft && { brand: draft.brand }),
      ...(doubtful.length > 0 && { doubtful_skus: doubtful }),
      ...(draft.categories && { category_paths: draft.categories }),
      variants: ready.variants.map((variant, n) => ({
        ...variant,
        ...(variants[n]!.isNamed && { is_named: true }),
        ...(stocking && variants[n]!.stock !== undefined && { stock: variants[n]!.stock }),
        ...(stocking && variants[n]!.bin !== undefined && { bin: variants[n]!.bin }),
      })),
      image_links: uniqueLinks(images, variants),
      ...(stocking && { location_id: stocking.locationId, reason: stocking.reason }),
    },
  };
}

/** What of a description was cut: tags that show something, each with how often; and its pictures, which lie elsewhere. */
function tellCut(before: string, after: string, place: { line: number; column: string }): Remark[] {
  const tagsIn = (html: string) => {
    const counts = new Map<string, number>();
    for (const [, tag] of html.matchAll(/<([a-z][a-z0-9]*)[\s/>]/gi))
      counts.set(tag!.toLowerCase(), (counts.get(tag!.toLowerCase()) ?? 0) + 1);
    return counts;
  };
  const left = tagsIn(after);
  const cut = [...tagsIn(before)]
    .map(([tag, count]) => [tag, count - (left.get(tag) ?? 0)] as const)
    .filter(([tag, count]) => count > 0 && !['meta', 'style', 'script', 'link'].includes(tag))
    .map(([tag, count]) => `${tag} × ${count}`);
  return cut.length > 0 ? [{ ...place, text: new Problem('rowCut', { tags: cut.join(', ') }) }] : [];
}

/** As many as a product has: internal.add_images. */
const mostPictures = 100;

/** A picture once, and once more for each variant that shows it; how many there are besides. */
function firstPictures(images: readonly DraftImage[]): { pictures: DraftImage[]; left: number } {
  const seen = new Set<string>();
  let left = 0;
  const pictures = images.filter(({ url, ofVariant }) => {
    if (seen.has(url)) return ofVariant !== undefined;
    if (seen.size === mostPictures) left++;
    else seen.add(url);
    return seen.has(url);
  });
  return { pictures, left };
}

/** A picture once, with the SKUs of the variants that show it. */
function uniqueLinks(
  images: { source_url: string; alt_text: string | null; of: number | undefined }[],
  variants: DraftVariant[],
) {
  const links = new Map<string, { source_url: string; alt_text: string | null; skus: string[] }>();
  for (const { source_url, alt_text, of } of images) {
    const link = links.get(source_url) ?? { source_url, alt_text, skus: [] };
    if (of !== undefined) link.skus.push(String(variants[of]!.fields.sku));
    links.set(source_url, link);
  }
  return [...links.values()];
}

function linkIn(url: string): string | null {
  const given = httpsUrl.safeParse(url);
  const { href } = given.success ? new URL(url) : { href: '' };
  return given.success && text(2000).safeParse(href).success ? href : null;
}

/** A SKU for a variant that has none: the same each time the file is read. */
export const madeSku = (base: string, values: string[]) =>
  fitting([base, ...values].join('-').trim().replaceAll(/\s+/g, '-'), 100);

/** The part of an unchecked text that fits; no character is cut in two, and what Postgres cannot hold is left out. */
export const fitting = (text: string, maximum: number) =>
  text
    .replaceAll('\0', '')
    .slice(0, maximum)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
