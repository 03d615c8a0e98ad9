// Every state that one order can be brought into, breadth first. The states of a depth are visited on a walk through the tree of
// shortest paths, under nested savepoints; in each of them every act is tried and taken back (driver.ts).
import type pg from 'pg';
import { oneOf, type Random } from '../faults.ts';
import type { Act } from './acts.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of every table
type Facts = Record<string, any>;

export interface State {
  key: string;
  /** The rows of the order, as the driver tells them apart. */
  facts: Facts;
  depth: number;
  /** The state before on the shortest path, and the act that led here. Undefined for the first one. */
  from?: State;
  by?: string;
  children: State[];
  edges: Edge[];
  isExpanded: boolean;
  /** Why it cannot be closed by settling its money; null: it can. */
  open?: string | null;
}

/** What an act led to: a state, one beyond the limits, or a refusal. */
interface Edge {
  act: Act;
  to?: State;
  code?: string;
  message?: string;
}

/** A row of staff.orders_possible_moves. */
interface Move {
  mutation: string;
  to_status: string | null;
  allowed: boolean;
  required_arguments: string[];
}

export interface Session {
  client: pg.ClientBase;
  orderId: string;
  /** Begins a transaction as staff. */
  begin(): Promise<void>;
  /** What is wrong with the books as they are. */
  findBroken(): Promise<string[]>;
}

/** Of the states that are looked into. What lies beyond is tried, and not followed. */
export interface Limits {
  /** Settled payments that the customer made to the store. */
  payments: number;
  refunds: number;
  payouts: number;
  /** Those that were not cancelled. */
  parcels: number;
  returns: number;
}

/** Something that must not be, how often it was found, and the first state on the shortest path to it. */
export interface Finding {
  kind: 'broken' | 'error' | 'move' | 'door' | 'stuck' | 'way back' | 'search';
  count: number;
  state: State;
}

export interface Plan {
  isEnough?: (search: Search) => boolean;
  /** Of each depth so many states are drawn, and the others left. */
  width?: number;
  random?: Random;
}

/** In one transaction: what it leaves behind is taken out of the tables after it. */
const batchSize = 100;
const changedTables = ['orders', 'order_items', 'parcels', 'payments', 'events', 'order_timeline', 'activity_log'];

export const pathOf = (state: State): string[] => (state.from ? [...pathOf(state.from), state.by!] : []);

const nameOf = (move: string, to?: string | null) => (to ? `${move} ${to}` : move);

export class Search {
  readonly states = new Map<string, State>();
  readonly findings = new Map<string, Finding>();
  tried = 0;
  expanded = 0;
  private readonly sessions: Session[];
  private readonly acts: Map<string, Act>;
  private readonly limits: Limits;
  private frontier: State[] = [];

  constructor(sessions: Session[], acts: Act[], limits: Limits) {
    this.sessions = sessions;
    this.acts = new Map(acts.map((act) => [act.name, act]));
    this.limits = limits;
  }

  /** Depth after depth, until no state is new or enough is enough. */
  async run({ isEnough = () => false, width, random }: Plan = {}): Promise<this> {
    const first = await this.begin(this.sessions[0]!);
    while (this.frontier.length > 0 && !isEnough(this)) {
      const drawn = width ? draw(this.frontier, width, random!) : this.frontier;
      const wanted = inTreeOrder(first, drawn);
      this.frontier = [];
      const batches: State[][] = [];
      for (let n = 0; n < wanted.length; n += batchSize) batches.push(wanted.slice(n, n + batchSize));
      await Promise.all(
        this.sessions.map(async (session) => {
          for (let batch = batches.shift(); batch && !isEnough(this); batch = batches.shift())
            await this.visit(session, first, batch);
        }),
      );
    }
    return this;
  }

  get isComplete(): boolean {
    return this.expanded === this.states.size;
  }

  /** From each state a way leads to one that is closed once its money is settled. To be asked of a search that is complete. */
  judgeEnds(): void {
    const before = new Map<State, State[]>();
    for (const state of this.states.values())
      for (const { to } of state.edges) if (to) before.set(to, [...(before.get(to) ?? []), state]);
    const good = new Set([...this.states.values()].filter(({ open }) => open === null));
    for (const state of good) for (const one of before.get(state) ?? []) good.add(one);
    for (const state of this.states.values()) {
      const { facts, open } = state;
      const parcel = facts.parcels?.at(-1)?.status ?? 'no parcel';
      if (!good.has(state)) this.find('stuck', `${facts.orders[0].status}, ${parcel}: ${open}, and no way on`, state);
    }
  }

  /** What takes back an act does so exactly: of all that it may take back, one leads to the state before. */
  judgeWaysBack(): void {
    for (const state of this.states.values())
      for (const { act, to } of state.edges) {
        if (!to?.isExpanded || to === state) continue;
        const back = to.edges.filter((edge) => edge.act.takesBack?.test(act.name) && edge.act !== act);
        if (back.length === 0 || back.some((edge) => edge.to === state)) continue;
        const answers = back.map(({ code, message }) => (code ? message : 'leads elsewhere'));
        this.find('way back', `${act.name} is not taken back: ${[...new Set(answers)].sort().join(', ')}`, state);
      }
  }

  private find(kind: Finding['kind'], what: string, state: State): void {
    const known = this.findings.get(what);
    if (!known) this.findings.set(what, { kind, count: 1, state });
    else
      this.findings.set(what, {
        kind,
        count: known.count + 1,
        state: state.depth < known.state.depth ? state : known.state,
      });
  }

  private async begin({ begin, client, orderId }: Session): Promise<State> {
    await begin();
    const { rows } = await client.query('select s as facts, md5(s::text) as key from machine.state($1) s', [orderId]);
    await client.query('rollback');
    return this.add(rows[0].key, rows[0].facts);
  }

  private add(key: string, facts: Facts, from?: State, by?: string): State {
    const depth = from ? from.depth + 1 : 0;
    const state: State = { key, facts, depth, from, by, children: [], edges: [], isExpanded: false };
    this.states.set(key, state);
    from?.children.push(state);
    this.frontier.push(state);
    return state;
  }

  private async visit(session: Session, first: State, batch: State[]): Promise<void> {
    const { client, orderId } = session;
    const wanted = new Set(batch);
    const ways = withAncestors(batch);
    const walk = async (state: State) => {
      if (wanted.has(state)) await this.expand(session, state);
      for (const child of state.children) {
        // Those that were added meanwhile are of the next depth.
        if (!ways.has(child)) continue;
        const savepoint = `at_depth_${state.depth}`;
        await client.query(`savepoint ${savepoint}`);
        await client.query({ name: 'act', text: 'select machine.act($1, $2)', values: [orderId, child.by] });
        await walk(child);
        await client.query(`rollback to savepoint ${savepoint}; release savepoint ${savepoint}`);
      }
    };
    await session.begin();
    await walk(first);
    await client.query('rollback');
    for (const table of changedTables) await client.query(`vacuum (truncate off) app.${table}`);
  }

  private async expand(session: Session, state: State): Promise<void> {
    const { client, orderId } = session;
    const { rows: looked } = await client.query({
      ...{ name: 'look', text: 'select * from machine.look($1)', values: [orderId] },
    });
    if (looked[0].key !== state.key) this.find('search', `${state.by}, done again, leads elsewhere`, state);
    state.open = looked[0].open;
    for (const what of await session.findBroken()) this.find('broken', what, state);
    const { rows: outcomes } = await client.query({
      ...{ name: 'expand', text: 'select * from machine.expand($1, $2)', values: [orderId, [...this.acts.keys()]] },
    });
    for (const { act: name, key, facts, code, message, context } of outcomes) {
      const act = this.acts.get(name)!;
      this.tried++;
      if (code) state.edges.push({ act, code, message });
      else state.edges.push({ act, to: this.states.get(key) ?? this.follow(state, name, key, facts) });
      if (code && !code.startsWith('HT')) this.find('error', `${name}: ${code} ${message}\n${context}`, state);
    }
    this.judgeMoves(state, looked[0].moves);
    this.judgeDoors(state);
    state.isExpanded = true;
    this.expanded++;
  }

  private follow(from: State, by: string, key: string, facts: Facts): State | undefined {
    const { limits } = this;
    const count = (list: Facts[] | null, test: (one: Facts) => boolean) => (list ?? []).filter(test).length;
    const isBeyond =
      count(facts.payments, ({ kind, parcel }) => kind === 'payment' && !parcel) > limits.payments ||
      count(facts.payments, ({ kind }) => kind === 'refund') > limits.refunds ||
      count(facts.payments, ({ parcel }) => parcel) > limits.payouts ||
      count(facts.parcels, ({ status }) => status !== 'cancelled') > limits.parcels ||
      count(facts.returns, () => true) > limits.returns;
    return isBeyond ? undefined : this.add(key, facts, from, by);
  }

  /** What pages offer is what is accepted, with the arguments that they name and no larger amount. */
  private judgeMoves(state: State, moves: Move[]): void {
    const offers = new Map(
      moves.filter(({ allowed }) => allowed).map((move) => [nameOf(move.mutation, move.to_status), move]),
    );
    const accepted = new Set<string>();
    const open = new Set<string>();
    for (const { act, code, message } of state.edges) {
      const { name: what, move, to, gives = [], isSure, isTooMuch } = act;
      if (isTooMuch && !code) this.find('move', `${what} is accepted`, state);
      if (!move) continue;
      const name = nameOf(move, to);
      const offer = offers.get(name);
      if (!code) accepted.add(name);
      if (!offer && !code) this.find('move', `${what} is accepted, and ${name} not offered`, state);
      if (!offer) continue;
      const lacks = offer.required_arguments.filter((argument) => !gives.includes(argument));
      if (lacks.length === 0) open.add(name);
      if (lacks.length > 0 && !code)
        this.find('move', `${what} is accepted without ${lacks}, which is required`, state);
      if (lacks.length === 0 && isSure && code)
        this.find('move', `${name} is offered, and ${what} refused: ${message}`, state);
    }
    for (const name of open)
      if (!accepted.has(name)) this.find('move', `${name} is offered, and nothing of it accepted`, state);
  }

  private judgeDoors(state: State): void {
    const ends = new Map(state.edges.map(({ act, code, to }) => [act.name, code ?? to?.key ?? 'beyond']));
    for (const { act } of state.edges)
      if (act.sameAs && ends.get(act.name) !== ends.get(act.sameAs))
        this.find('door', `${act.name} does not end as ${act.sameAs}`, state);
  }
}

/** States with all that is on the way to them. */
function withAncestors(states: State[]): Set<State> {
  const found = new Set<State>();
  for (const state of states) for (let s: State | undefined = state; s && !found.has(s); s = s.from) found.add(s);
  return found;
}

/** In the order in which a walk through the tree meets them. */
function inTreeOrder(first: State, states: State[]): State[] {
  const wanted = new Set(states);
  const ways = withAncestors(states);
  const found: State[] = [];
  const walk = (state: State) => {
    if (wanted.has(state)) found.push(state);
    for (const child of state.children) if (ways.has(child)) walk(child);
  };
  walk(first);
  return found;
}

function draw(states: State[], count: number, random: Random): State[] {
  const left = [...states];
  const drawn: State[] = [];
  while (left.length > 0 && drawn.length < count) {
    const one = oneOf(random, left);
    drawn.push(one);
    left.splice(left.indexOf(one), 1);
  }
  return drawn;
}
