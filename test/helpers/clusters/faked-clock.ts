// The clock of a process as its machine would have set it: faketime answers for the clock of the day. The clock that only
// goes forward, by which processes wait, stays as it is.
import fs from 'node:fs';

/** Debian's faketime has it. */
const library = fs.globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];

export const hasFaketime = library !== undefined;

export class FakedClock {
  readonly #file: string;

  /** The file must be one that the process may read. */
  constructor(file: string) {
    this.#file = file;
    this.set(0);
  }

  /** Sets it so many seconds ahead of the real one, or behind it. */
  set(seconds: number): void {
    // Renamed into place: who reads it finds the one or the other.
    fs.writeFileSync(`${this.#file}.new`, `${seconds >= 0 ? '+' : ''}${seconds}\n`);
    fs.renameSync(`${this.#file}.new`, this.#file);
  }

  /** What a process needs that is to live by it. */
  get environment(): Record<string, string> {
    return {
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DISABLE_SHM: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }
}
