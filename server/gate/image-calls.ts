// The side effects of operations with images: images are downloaded, checked and stored, and SQL gets the keys of the stored
// files. When something fails, the files are deleted and nothing is saved. see: guides/images#rules
import { maxBytes as defaultMaxBytes } from '../media/images/index.ts';
import type { FormFile, ImageStore, WantedImage } from '../media/images/store.ts';
import type { ImageField } from '../operations/types.ts';
import type { Fields } from './errors.ts';
import type { Gates } from './gate.ts';
import type { Answer, Call, Refusal } from './outcome.ts';
import type { CheckedCall, SideEffects } from './side-effects.ts';

/** How long a call may hold its slot: longer than all its time limits together, so only a dead process lets it expire. */
export const slotSeconds = 120;

/** The files of a multipart form, and the slot that was taken before the form was read. */
export type FormImages = { files: FormFile[]; lease: string };

/** In a checked input, a link that stands for the n-th file of the form. */
export const formLink = (index: number) => `https://form.invalid/${index}`;

export class ImageCalls {
  readonly #gate: Gates;
  readonly #store: ImageStore;

  constructor(gate: Gates, store: ImageStore) {
    this.#gate = gate;
    this.#store = store;
  }

  /** The input of a call without its links, and the work that adds the stored images, if there are any. */
  plan(call: Call, form?: FormImages): { input: string; work: SideEffects | null } {
    const input = JSON.parse(call.input) as Record<string, unknown>;
    const wanted = findImages(call.operation.images!, input, form?.files ?? []);
    const run = (checked: CheckedCall) => this.#run(call, input, wanted, checked, form);
    return { input: JSON.stringify(input), work: wanted.length > 0 ? { cost: wanted.length, run } : null };
  }

  async #run(
    call: Call,
    input: object,
    wanted: WantedImage[],
    checked: CheckedCall,
    form?: FormImages,
  ): Promise<Answer | Refusal> {
    const slot = form ?? (await this.#gate.startImageCall(call, slotSeconds));
    if (!('lease' in slot)) return slot;
    try {
      const links = wanted.filter(({ file }) => !file).length;
      const refusal = links > 0 ? await this.#gate.countImageLinks(call, links) : null;
      return refusal ?? (await this.#storeAll(input, wanted, checked));
    } finally {
      if (!form) await this.#gate.endImageCall(call, slot.lease);
    }
  }

  async #storeAll(
    input: object,
    wanted: WantedImage[],
    { admission, operate }: CheckedCall,
  ): Promise<Answer | Refusal> {
    const keys: string[] = [];
    let kept = false;
    try {
      const fields = await this.#store.bringIn(wanted, admission.key!.company_id, keys);
      if (fields) return { sqlstate: 'HT008', message: problemText(fields), fields };
      const answer = await operate(input);
      kept = answer.outcome.sqlstate === null && !answer.outcome.replayed;
      return answer;
    } finally {
      if (!kept) await this.#store.remove(keys);
    }
  }
}

/** Removes the links from a checked input; a null link becomes a null image. */
export function findImages(images: ImageField[], input: Record<string, unknown>, files: FormFile[]): WantedImage[] {
  const wanted: WantedImage[] = [];
  for (const { list, link: field, stored, isAttachment, maxBytes = defaultMaxBytes } of images) {
    const entries = (list ? (input[list] ?? []) : [input]) as Record<string, unknown>[];
    for (const [index, entry] of entries.entries()) {
      const link = entry[field] as string | null | undefined;
      delete entry[field];
      if (link === null) entry[stored] = null;
      if (typeof link !== 'string') continue;
      const file = files.find((_, n) => link === formLink(n));
      const ofLink = list ? `${list}.${index}.${field}` : field;
      const ofFile = list ? `${list}.${index}` : file?.part;
      wanted.push({ entry, stored, link, file, name: (file ? ofFile : ofLink)!, maxBytes, isAttachment });
    }
  }
  return wanted;
}

const problemText = (fields: Fields) =>
  Object.entries(fields)
    .map(([field, problems]) => `${field}: ${problems.join(', ')}`)
    .join('; ');
