// Every act of every door is tried in every state that one order can be brought into. What must hold in each state is asked
// there: the books, the lists of work, and that what is offered is what is accepted; and from each state a way leads to the end.
import { emptyRow, type Generator, type Row, randomFrom } from '../helpers/faults.ts';
import { acts } from '../helpers/order-states/acts.ts';
import { type Realm, realms, small } from '../helpers/order-states/realms.ts';
import { type Plan, pathOf, Search } from '../helpers/order-states/search.ts';
import { openWorld } from '../helpers/order-states/world.ts';

/** So many states are drawn, by other ways with each seed, where there is no time for all. */
const drawn = 90;

export const run: Generator = async ({ minutes, seed }) => {
  const end = performance.now() + minutes * 60_000;
  const isLong = minutes > 0;
  const row = emptyRow();
  const remarks: string[] = [];
  for (const realm of isLong ? realms : realms.slice(-1)) {
    const plan = isLong
      ? { isEnough: () => performance.now() > end }
      : { isEnough: ({ expanded }: Search) => expanded >= drawn, width: 8, random: randomFrom(seed) };
    remarks.push(addUp(row, realm, await searchIn(realm, isLong ? 2 : 1, plan)));
  }
  return { ...row, remarks: remarks.join(', ') };
};

/** The small realm: as a whole, or so many states of it, drawn by the seed. */
export async function searchSmall(part?: { states: number; seed: number }): Promise<{ search: Search; row: Row }> {
  const row = emptyRow();
  const plan = part && {
    isEnough: ({ expanded }: Search) => expanded >= part.states,
    width: 12,
    random: randomFrom(part.seed),
  };
  const search = await searchIn(small, 1, plan);
  addUp(row, small, search);
  return { search, row };
}

async function searchIn({ without, limits, prices }: Realm, sessions: number, plan?: Plan): Promise<Search> {
  const world = await openWorld(sessions, prices);
  try {
    const known = acts.filter(({ name }) => !without.test(name));
    return await new Search(world.sessions, known, limits).run(plan);
  } finally {
    await world.close();
  }
}

function addUp(row: Row, { name }: Realm, search: Search): string {
  row.operations += search.tried;
  if (search.isComplete) {
    search.judgeEnds();
    search.judgeWaysBack();
  }
  for (const [what, { kind, count, state }] of search.findings) {
    if (kind === 'error') row.serverErrors++;
    row.gaveWay.push(`${name}: ${what}\n${count} times, first: ${pathOf(state).join(' → ')}`);
  }
  const left = search.states.size - search.expanded;
  return `${name}: ${search.states.size} states${left > 0 ? `, ${left} of them not looked into` : ''}`;
}
