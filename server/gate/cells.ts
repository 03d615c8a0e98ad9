// The gate of a process that serves several databases (CELLS): the calls of a key go to the gate of the cell that has it.
// Each has its own pool and its own turns, so a cell that is slow or away keeps no call of another waiting. With one database
// there is none of this: the doors hold its gate itself.
import type { Logger } from '../process/log.ts';
import { type EventWait, failedOutcome, type Gate, type Gates } from './gate.ts';
import { foundInAny, type Gone, Homes, inTime, type Place } from './homes.ts';
import type { Answer, Call, Outcome, Refusal } from './outcome.ts';

export type CellGate = Place & { gate: Gate };

/** How long a look for events may take before the others go on without it. */
const lookMs = 1_000;

type Horizons = Record<string, object | null>;

export class CellGates implements Gates {
  readonly #cells: readonly CellGate[];
  readonly #homes: Homes<CellGate>;
  readonly #waitsAt = new WeakMap<EventWait, CellGate>();
  /** Cells whose last look for events is not over. */
  readonly #looking = new Set<CellGate>();

  /** `wait`: how long a cell may take to answer a look-up; for tests. */
  constructor(cells: readonly CellGate[], log: Logger, wait?: number) {
    this.#cells = cells;
    this.#homes = new Homes(
      cells,
      ({ gate }) =>
        (hashes) =>
          gate.knownKeys(hashes),
      log,
      wait,
    );
  }

  callOperation(call: Call): Promise<Answer> {
    return this.#answer(call, (gate) => gate.callOperation(call));
  }

  precheck(call: Call): Promise<Answer> {
    return this.#answer(call, (gate) => gate.precheck(call));
  }

  admitOnly(...given: Parameters<Gate['admitOnly']>): Promise<Outcome> {
    return this.#run<Outcome>(given[0], (gate) => gate.admitOnly(...given), failedOutcome);
  }

  replay(...given: Parameters<Gate['replay']>): Promise<Answer | null> {
    return this.#answer<Answer | null>(given[0], (gate) => gate.replay(...given));
  }

  /** For the per-IP limit: of a cell that does not answer, no key is known. */
  validKeys(keyHashes: Buffer[]): Promise<Buffer[]> {
    return foundInAny(this.#cells, ({ gate }) => gate.validKeys(keyHashes));
  }

  startEventWait(call: Parameters<Gate['startEventWait']>[0]): Promise<EventWait | Refusal> {
    return this.#run<EventWait | Refusal>(
      call.keyHash,
      async (gate, cell) => {
        const wait = await gate.startEventWait(call);
        if (!('sqlstate' in wait)) this.#waitsAt.set(wait, cell);
        return wait;
      },
      refusalOf,
    );
  }

  /** Each cell is asked for its own. One that does not answer is left out until it does. */
  async awaitedEvents(waits: EventWait[], seen: object | null): Promise<{ horizons: object; awake: number[] }> {
    const before = (seen ?? {}) as Horizons;
    const horizons: Horizons = {};
    const look = async (cell: CellGate): Promise<number[]> => {
      horizons[cell.name] = before[cell.name] ?? null;
      const places = waits.flatMap((wait, place) => (this.#waitsAt.get(wait) === cell ? [place] : []));
      if (places.length === 0 || this.#looking.has(cell)) return [];
      this.#looking.add(cell);
      const asked = cell.gate
        .awaitedEvents(
          places.map((place) => waits[place]!),
          before[cell.name] ?? null,
        )
        .finally(() => this.#looking.delete(cell));
      const found = await inTime(asked, lookMs);
      horizons[cell.name] = found.horizons;
      return found.awake.map((place) => places[place]!);
    };
    const looks = await Promise.allSettled(this.#cells.map(look));
    const failed = looks.find((one) => one.status === 'rejected');
    if (failed && looks.every((one) => one.status === 'rejected')) throw failed.reason;
    return { horizons, awake: looks.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])) };
  }

  startImageCall(...given: Parameters<Gate['startImageCall']>): Promise<{ lease: string } | Refusal> {
    return this.#find(given[0], (gate) => gate.startImageCall(...given));
  }

  endImageCall(...given: Parameters<Gate['endImageCall']>): Promise<unknown> {
    return this.#find(given[0], (gate) => gate.endImageCall(...given));
  }

  countImageLinks(...given: Parameters<Gate['countImageLinks']>): Promise<Refusal | null> {
    return this.#find(given[0], (gate) => gate.countImageLinks(...given));
  }

  keepStorageUpload(...given: Parameters<Gate['keepStorageUpload']>): ReturnType<Gate['keepStorageUpload']> {
    return this.#find(given[0], (gate) => gate.keepStorageUpload(...given));
  }

  startVideoCompletion(...given: Parameters<Gate['startVideoCompletion']>): ReturnType<Gate['startVideoCompletion']> {
    return this.#find(given[0], (gate) => gate.startVideoCompletion(...given));
  }

  endVideoCompletion(...given: Parameters<Gate['endVideoCompletion']>): Promise<unknown> {
    return this.#find(given[0], (gate) => gate.endVideoCompletion(...given));
  }

  addJobLines(...given: Parameters<Gate['addJobLines']>): Promise<Refusal | null> {
    return this.#find(given[0], (gate) => gate.addJobLines(...given));
  }

  #answer<Found extends Answer | null>(
    { keyHash }: Pick<Call, 'keyHash'>,
    work: (gate: Gate) => Promise<Found>,
  ): Promise<Found | Answer> {
    return this.#run<Found | Answer>(keyHash, work, (error) => ({ outcome: failedOutcome(error), result: null }));
  }

  #find<Found>({ keyHash }: Pick<Call, 'keyHash'>, work: (gate: Gate) => Promise<Found>): Promise<Found | Refusal> {
    return this.#run<Found | Refusal>(keyHash, work, refusalOf);
  }

  async #run<T>(
    keyHash: Buffer,
    work: (gate: Gate, cell: CellGate) => Promise<T>,
    failed: (error: unknown) => T,
  ): Promise<T> {
    try {
      return await this.#homes.run(keyHash, (cell) => work(cell.gate, cell), goneIn);
    } catch (error) {
      return failed(error);
    }
  }
}

function refusalOf(error: unknown): Refusal {
  const { sqlstate, message } = failedOutcome(error);
  return { sqlstate, message };
}

/** What the gate of a cell answered with: an answer, an outcome or a refusal. */
function goneIn(found: unknown): Gone {
  const { sqlstate } = Object(Object(found).outcome ?? found) as Partial<Outcome>;
  return sqlstate === 'HT019' ? 'moved' : sqlstate === 'HT001' ? 'unknown' : null;
}
