// Turns what ava says in TAP, line by line, into what people read: one line a test as it ends, at the end every failure
// once more with its details, and how many there were of each. The counts are ava's own, not ours.
import { styleText } from 'node:util';

export class Report {
  passed = 0;
  failed = 0;
  readonly skipped: string[] = [];
  readonly #print: (line: string) => void;
  readonly #failures: string[][] = [];
  /** The failure whose details are being read. */
  #open: string[] | undefined;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  read(line: string): void {
    const [, not, title, directive] = /^(not )?ok \d+ - (.*?)(?: # (SKIP|TODO))?$/.exec(line) ?? [];
    const [, count, number] = /^# (pass|fail) (\d+)$/.exec(line) ?? [];
    if (count === 'pass') this.passed = Number(number);
    else if (count === 'fail') this.failed = Number(number);
    else if (title !== undefined && directive) {
      this.#print(`  - ${title}: skipped`);
      this.skipped.push(title);
    } else if (title !== undefined) this.#ended(title, !not);
    else if (line === '  ...') this.#open = undefined;
    else if (this.#open) this.#open.push(line);
    // What a test logs. The version, the plan and the other counts are for programs.
    else if (/^# {2}/.test(line)) this.#print(`  ${line.slice(1)}`);
  }

  /** What went wrong, and what was left out. */
  end(): void {
    for (const lines of this.#failures) for (const line of ['', ...lines]) this.#print(line);
    if (this.skipped.length === 0) return;
    for (const line of ['', `${this.skipped.length} skipped:`, ...this.skipped]) this.#print(line && `  ${line}`);
  }

  #ended(title: string, passed: boolean): void {
    const line = passed ? `  ${styleText('green', '✔')} ${title}` : `  ${styleText('red', '✘')} ${title}`;
    this.#print(line);
    this.#open = undefined;
    if (passed) return;
    this.#open = [line];
    this.#failures.push(this.#open);
  }
}
