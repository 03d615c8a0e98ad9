// What stands between a checked input and the gate, for REST and tools alike: HTML is cleaned, pictures are brought in.
import type { Answer, Call, Gate } from './gate.ts';
import { cleanHtml } from './html.ts';
import type { FormPictures, PictureCalls } from './media/picture-calls.ts';

export class Runner {
  readonly #gate: Gate;
  readonly #pictures: PictureCalls;
  readonly #mediaUrl: string;

  constructor(gate: Gate, pictures: PictureCalls, mediaUrl: string) {
    this.#gate = gate;
    this.#pictures = pictures;
    this.#mediaUrl = mediaUrl;
  }

  /** Runs an operation as the gate does. */
  callOperation(call: Call, form?: FormPictures): Promise<Answer> {
    const cleaned = this.#clean(call);
    if (call.operation.pictures) return this.#pictures.callOperation(cleaned, form);
    return this.#gate.callOperation(cleaned);
  }

  #clean(call: Call): Call {
    const { html = [] } = call.operation;
    if (html.length === 0) return call;
    const input = JSON.parse(call.input) as Record<string, unknown>;
    for (const field of html) {
      const text = input[field];
      if (typeof text === 'string') input[field] = cleanHtml(text, this.#mediaUrl);
    }
    return { ...call, input: JSON.stringify(input) };
  }
}
