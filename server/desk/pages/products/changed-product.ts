// What a change of many products is for one of them: only what it does not have already.
export type Change = {
  /** Empty: each keeps its own. */
  status: string;
  addCategory: string;
  removeCategory: string;
  addTags: readonly string[];
  removeTags: readonly string[];
};
export type Changeable = { status: string; tags: readonly unknown[]; categoryIds: readonly string[] };

/** As internal.fold, which takes what is doubled nevertheless. */
const folded = (text: string) => text.normalize('NFC').toLowerCase();

/** The fields that are to be written; nothing where the product is so already. */
export function changedProduct(product: Changeable, change: Change): Record<string, unknown> | undefined {
  const tags = product.tags.map(String);
  const removed = new Set(change.removeTags.map(folded));
  const known = new Set(tags.map(folded));
  const nextTags = [...tags, ...change.addTags.filter((tag) => !known.has(folded(tag)))].filter(
    (tag) => !removed.has(folded(tag)),
  );
  const ids = product.categoryIds;
  const nextIds = [...new Set([...ids, ...(change.addCategory ? [change.addCategory] : [])])].filter(
    (id) => id !== change.removeCategory,
  );
  const fields = {
    ...(change.status && change.status !== product.status && { status: change.status }),
    ...(nextTags.join() !== tags.join() && { tags: nextTags }),
    ...(nextIds.join() !== ids.join() && {
      categories: nextIds.map((id, n) => ({ id, isPrimary: n === 0 })),
    }),
  };
  return Object.keys(fields).length > 0 ? fields : undefined;
}
