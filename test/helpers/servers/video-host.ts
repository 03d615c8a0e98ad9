// An https server that holds one video, answers ranges as servers do, and can be told to fail on the way.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { emptyBox, sample } from '../videos/samples.ts';
import { type ImageServer, startImageServer } from './image-server.ts';

export type Asked = { url: string; range: string | undefined; ifRange: string | undefined };

/** A good video of so many bytes: the sample, and behind it a box that players skip. */
export function paddedVideo(bytes: number, name = 'ok'): Buffer {
  const video = sample(name);
  return Buffer.concat([video, emptyBox('free', bytes - video.length)]);
}

export class VideoHost {
  video: Buffer;
  etag: string | undefined = '"one"';
  knowsRanges = true;
  tellsLength = true;
  /** Connections that break off behind this byte of the file, so many times. */
  breaks = { at: 0, times: 0 };
  /** Behind this byte nothing comes until release() is called. */
  holdsAt: number | undefined;
  /** Answers in place of the video. */
  instead: RequestListener | undefined;
  readonly asked: Asked[] = [];
  #server: ImageServer | undefined;
  #held: (() => void)[] = [];
  #waiting: (() => void)[] = [];

  constructor(video: Buffer) {
    this.video = video;
  }

  async listen(): Promise<this> {
    this.#server = await startImageServer((request, response) => this.#answer(request, response));
    return this;
  }

  get port(): number {
    return this.#server!.port;
  }

  url(path = '/video.mp4'): string {
    return this.#server!.url(path);
  }

  /** Resolves when an answer has come to the byte it holds at. */
  async holds(): Promise<void> {
    if (this.#held.length > 0) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    this.holdsAt = undefined;
    for (const proceed of this.#held.splice(0)) proceed();
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { range, 'if-range': ifRange } = request.headers as Record<string, string | undefined>;
    this.asked.push({ url: request.url!, range, ifRange });
    if (this.instead) return void this.instead(request, response);
    const { video, etag } = this;
    const isRange = this.knowsRanges && range !== undefined && (ifRange === undefined || ifRange === etag);
    const start = isRange ? Number(/^bytes=(\d+)-$/.exec(range)![1]) : 0;
    response.writeHead(isRange ? 206 : 200, {
      ...(etag && { etag }),
      ...(this.tellsLength && { 'content-length': video.length - start }),
      ...(isRange && { 'content-range': `bytes ${start}-${video.length - 1}/${video.length}` }),
    });
    const stops = [this.breaks.times > 0 ? this.breaks.at : undefined, this.holdsAt, video.length];
    const end = Math.min(...stops.filter((stop) => stop !== undefined && stop > start).map(Number));
    const written = new Promise((resolve) => response.write(video.subarray(start, end), resolve));
    if (end === this.holdsAt) {
      await written;
      await this.#hold();
      response.end(video.subarray(end));
    } else if (end < video.length) {
      this.breaks.times -= 1;
      await written;
      response.destroy();
    } else {
      response.end();
    }
  }

  #hold(): Promise<void> {
    return new Promise((resolve) => {
      this.#held.push(resolve);
      for (const waiting of this.#waiting.splice(0)) waiting();
    });
  }
}
