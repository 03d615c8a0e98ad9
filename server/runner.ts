// What stands between a checked input and the gate, for REST and tools alike: HTML is cleaned, links are looked at,
// pictures are brought in, and the storage is asked about videos.
import { type Answer, answered, type Call, type Gate } from './gate.ts';
import { cleanHtml } from './html.ts';
import type { FormPictures, PictureCalls } from './media/picture-calls.ts';
import type { VideoCalls } from './media/video-calls.ts';
import { bucketOf } from './operations/types.ts';
import { linkProblem } from './outbound.ts';
import type { OutboundRule } from './settings.ts';

type RunnerOptions = {
  gate: Gate;
  pictures: PictureCalls;
  videos: VideoCalls;
  mediaUrl: string;
  outboundAllow: OutboundRule[];
};

export class Runner {
  readonly #gate: Gate;
  readonly #pictures: PictureCalls;
  readonly #videos: VideoCalls;
  readonly #mediaUrl: string;
  readonly #outboundAllow: OutboundRule[];

  constructor({ gate, pictures, videos, mediaUrl, outboundAllow }: RunnerOptions) {
    this.#gate = gate;
    this.#pictures = pictures;
    this.#videos = videos;
    this.#mediaUrl = mediaUrl;
    this.#outboundAllow = outboundAllow;
  }

  /** Runs an operation as the gate does. */
  async callOperation(call: Call, form?: FormPictures): Promise<Answer> {
    const { pictures, video, links } = call.operation;
    const cleaned = this.#clean(call);
    if (pictures) return this.#pictures.callOperation(cleaned, form);
    if (video) return this.#videos.callOperation(cleaned);
    const refusal = links && (await this.#refuseLinks(cleaned, links));
    return refusal ?? this.#gate.callOperation(cleaned);
  }

  /** What a worker will not follow is refused at once, where that can be known. */
  async #refuseLinks(call: Call, links: string[]): Promise<Answer | null> {
    const input = JSON.parse(call.input) as Record<string, unknown>;
    for (const field of links) {
      const link = input[field];
      const problem = typeof link === 'string' ? await linkProblem(link, this.#outboundAllow) : null;
      if (!problem) continue;
      const { keyHash, operation, outOfScopeBucket, idempotencyKey } = call;
      const bucket = bucketOf(operation.method);
      const admission = await this.#gate.admitOnly(keyHash, operation.scopes, bucket, operation.cost, {
        outOfScopeBucket,
      });
      if (admission.sqlstate !== null) return { outcome: admission, result: null };
      // A retry hears what the first call did, even when the host is not to be found for a while.
      const replay = idempotencyKey === null ? null : await this.#gate.replay(call, idempotencyKey);
      if (replay) return answered(admission, replay.outcome, replay.result);
      return answered(admission, {
        sqlstate: 'HT008',
        message: `${field} ${problem}.`,
        fields: { [field]: [problem] },
      });
    }
    return null;
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
