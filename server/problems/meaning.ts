/** What a sentence means, for clients who tell it in words of their own. `field`: the input that the sentence begins with. */
export type Meaning = { reason: string; values: Record<string, string>; field?: string };

/** By the sentence. */
export type Meanings = Readonly<Record<string, Meaning>>;
