// SKUs that a file has twice, which shops elsewhere may: the first variant keeps it. The others wait, or get one of their own that
// is the same each time the file is read, as the person who brings the file chooses.
import { type Draft, type DraftVariant, fitting, madeSku } from './draft.ts';
import type { SkuChoice } from './kinds.ts';
import { type Doubtful, doubtIn, type Remark } from './line.ts';

/** As internal.fold compares them. */
const folded = (text: string) => text.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' ');

const skuOf = (variant: DraftVariant) => String(variant.fields.sku);

/** The SKUs of a file, so that none which is made is one of them. */
export async function skusOf(drafts: AsyncIterable<Draft>): Promise<Set<string>> {
  const skus = new Set<string>();
  for await (const { variants } of drafts) for (const variant of variants) skus.add(folded(skuOf(variant)));
  return skus;
}

/** Settles the variants of one product after the other. `taken`: what skusOf gave, if SKUs are to be made. */
export function skuSettler(choice: SkuChoice, taken: Set<string>): (draft: Draft) => void {
  const lines = new Map<string, number>();
  const made = (draft: Draft, variant: DraftVariant): string => {
    const values = variant.options.map(({ value }) => value);
    const base = choice === 'options' ? madeSku(draft.handle ?? String(draft.fields.name), values) : skuOf(variant);
    for (let n = choice === 'options' ? 1 : 2; ; n++) {
      const suffix = n === 1 ? '' : `-${n}`;
      const sku = `${fitting(base, 100 - suffix.length)}${suffix}`;
      if (taken.has(folded(sku))) continue;
      taken.add(folded(sku));
      return sku;
    }
  };
  return (draft) => {
    const combinations = new Map<string, number>();
    const waiting = new Map<DraftVariant, Doubtful>();
    for (const variant of draft.variants) {
      const sku = skuOf(variant);
      const combination = JSON.stringify(variant.options.map(({ value }) => folded(value)));
      const [alike, first] = [combinations.get(combination), lines.get(folded(sku))];
      const doubtful = { line: variant.line, sku, becomes: null };
      if (alike) waiting.set(variant, { ...doubtful, same: 'options', above: alike });
      else if (first && choice === 'wait') waiting.set(variant, { ...doubtful, same: 'sku', above: first });
      if (waiting.has(variant)) continue;
      combinations.set(combination, variant.line);
      if (!first) {
        lines.set(folded(sku), variant.line);
        continue;
      }
      const becomes = made(draft, variant);
      variant.fields.sku = becomes;
      tell(draft, { ...doubtful, same: 'sku', above: first, becomes }, draft.notes);
    }
    leaveOut(draft, waiting);
  };
}

function tell(draft: Draft, doubtful: Doubtful, where: Remark[]): void {
  draft.doubtful.push(doubtful);
  where.push({ line: doubtful.line, column: draft.columns.sku!, text: doubtIn(doubtful) });
}

/** A product all of whose variants wait has nothing to come in with. */
function leaveOut(draft: Draft, waiting: ReadonlyMap<DraftVariant, Doubtful>): void {
  if (waiting.size === 0) return;
  const areAll = waiting.size === draft.variants.length;
  for (const doubtful of waiting.values()) tell(draft, doubtful, areAll ? draft.problems : draft.notes);
  if (areAll) return;
  const kept = draft.variants.filter((variant) => !waiting.has(variant));
  const places = new Map(kept.map((variant, n) => [variant, n]));
  for (const image of draft.images) {
    if (image.ofVariant === undefined) continue;
    const at = places.get(draft.variants[image.ofVariant]!);
    if (at === undefined) delete image.ofVariant;
    else image.ofVariant = at;
  }
  draft.variants = kept;
}
