// What the requests of one company may take of this process where others ask too. A request takes a connection, and
// the one thread while its document is planned: by either, a company that asks for much would make all others wait. So
// while others ask, a company has a third of the connections, and its requests wait when it is ahead of its share of
// the thread. While no other company asks, nothing is kept from it.
import { Shed } from '../../gate/load-shedding.ts';

export type Limits = {
  /** How many milliseconds of the thread a company may be ahead of its share; and its share of each second. */
  burstMs: number;
  share: number;
  /** How long after a request of another company they ask still. */
  othersMs: number;
  /** How many requests of a company may wait, and how long. */
  waiting: number;
  patienceMs: number;
};

/** Tells how many milliseconds of the thread a request has taken. */
export type Spend = (ms: number) => void;

/** Runs one statement in the turn of a company. */
export type InTurn = <Result>(company: string, work: () => Promise<Result>) => Promise<Result>;

const defaultLimits: Limits = { burstMs: 2_000, share: 1 / 4, othersMs: 10_000, waiting: 100, patienceMs: 10_000 };

type Waiting = { since: number; start: () => void; refuse: () => void };

/** `spentMs`: how far ahead of its share the company was at `at`. */
type Account = { running: number; waiting: Waiting[]; spentMs: number; at: number };

export class Shares {
  readonly #connections: number;
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();
  /** The companies that asked last, the latest first, and when: two are enough to know whether there is another. */
  #latest: { company: string; at: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(connections: number, limits: Partial<Limits> = {}, now: () => number = () => performance.now()) {
    this.#connections = connections;
    this.#limits = { ...defaultLimits, ...limits };
    this.#now = now;
  }

  get size(): number {
    return this.#accounts.size;
  }

  /** Runs the work in the company's turn. Throws `Shed`, without any work done, when it would wait too long. */
  async run<Result>(company: string, work: (spend: Spend) => Promise<Result>): Promise<Result> {
    const account = this.#accountOf(company);
    this.#note(company);
    if (account.waiting.length > 0 || !this.#mayStart(company, account)) await this.#wait(account);
    else account.running++;
    try {
      return await work((ms) => {
        this.#refill(account);
        account.spentMs += ms;
      });
    } finally {
      account.running--;
      this.#startNext();
    }
  }

  #accountOf(company: string): Account {
    const known = this.#accounts.get(company);
    if (known) return known;
    const account = { running: 0, waiting: [], spentMs: 0, at: this.#now() };
    this.#accounts.set(company, account);
    return account;
  }

  #note(company: string): void {
    this.#latest = [{ company, at: this.#now() }, ...this.#latest.filter((one) => one.company !== company)].slice(0, 2);
  }

  #hasOthers = (company: string) =>
    this.#latest.some((one) => one.company !== company && this.#now() - one.at <= this.#limits.othersMs);

  #mayStart(company: string, account: Account): boolean {
    if (!this.#hasOthers(company)) return account.running < this.#connections;
    this.#refill(account);
    const isAhead = account.spentMs >= this.#limits.burstMs;
    return !isAhead && account.running < Math.max(1, Math.floor(this.#connections / 3));
  }

  /** Time gives back what was spent. */
  #refill(account: Account): void {
    const now = this.#now();
    account.spentMs = Math.max(0, account.spentMs - (now - account.at) * this.#limits.share);
    account.at = now;
  }

  #wait(account: Account): Promise<void> {
    if (account.waiting.length >= this.#limits.waiting) throw new Shed('queue');
    return new Promise((resolve, reject) => {
      account.waiting.push({ since: this.#now(), start: resolve, refuse: () => reject(new Shed('queue')) });
      this.#timer ??= setInterval(() => this.#startNext(), 20).unref();
    });
  }

  /** Starts those whose turn has come, and refuses those who waited too long. */
  #startNext(): void {
    let waits = false;
    for (const [company, account] of this.#accounts) {
      while (account.waiting.length > 0) {
        const [next] = account.waiting;
        if (this.#now() - next!.since > this.#limits.patienceMs) next!.refuse();
        else if (this.#mayStart(company, account)) {
          account.running++;
          next!.start();
        } else break;
        account.waiting.shift();
      }
      this.#refill(account);
      waits ||= account.waiting.length > 0;
      // An account that owes nothing is like none.
      if (account.running === 0 && account.waiting.length === 0 && account.spentMs === 0)
        this.#accounts.delete(company);
    }
    if (waits) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
