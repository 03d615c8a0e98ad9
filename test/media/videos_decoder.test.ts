// What becomes of a video when its decoder does not end by itself. A script stands in for ffmpeg.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { DecoderKilled, readFrame } from '../../server/media/videos/frames.ts';
import { VideoRefused } from '../../server/media/videos/index.ts';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-decoder-'));
const originalPath = process.env.PATH;
test.after.always(() => {
  process.env.PATH = originalPath;
  fs.rmSync(directory, { recursive: true });
});

function decoderThat(does: string): void {
  const script = `#!/bin/sh\ncase "$*" in *-version*) exit 0 ;; esac\n${does}\n`;
  fs.writeFileSync(path.join(directory, 'ffmpeg'), script, { mode: 0o755 });
  process.env.PATH = `${directory}:${originalPath}`;
}

const read = () => readFrame(path.join(directory, 'video.mp4'), { width: 64, height: 64 });

test.serial('a video over which the decoder crashes is corrupt', async (t) => {
  for (const signal of ['SEGV', 'ABRT', 'FPE']) {
    decoderThat(`kill -${signal} $$`);
    const error = await t.throwsAsync(read, { instanceOf: VideoRefused });
    t.like(error, { code: 'VIDEO_CORRUPT' });
  }
});

test.serial('a decoder that is ended from outside says nothing certain of the video', async (t) => {
  decoderThat('kill -KILL $$');
  await t.throwsAsync(read, { instanceOf: DecoderKilled });
});
