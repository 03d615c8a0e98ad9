// How many answers of receivers may be under way at once in this process, in all and for one company: each holds a connection
// with what has arrived on it, whatever the receiver sends. An endpoint always has one slot, so that its deliveries never wait
// for those of another; the slots beside it are shared.

export type Limits = { all: number; ofCompany: number };

const defaultLimits: Limits = { all: 240, ofCompany: 60 };

export class Slots {
  readonly #limits: Limits;
  readonly #ofCompany = new Map<string, number>();
  #all = 0;

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Takes as many of the wanted slots as there are, and at least one for an endpoint that has none. */
  take(company: string, wanted: number, has: number): number {
    const taken = this.#ofCompany.get(company) ?? 0;
    const free = Math.min(this.#limits.all - this.#all, this.#limits.ofCompany - taken);
    const given = Math.min(wanted, Math.max(free, has === 0 ? 1 : 0));
    this.#add(company, given);
    return given;
  }

  leave(company: string, slots: number): void {
    this.#add(company, -slots);
  }

  #add(company: string, slots: number): void {
    this.#all += slots;
    const taken = (this.#ofCompany.get(company) ?? 0) + slots;
    if (taken > 0) this.#ofCompany.set(company, taken);
    else this.#ofCompany.delete(company);
  }
}
