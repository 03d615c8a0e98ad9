// The staff's door of this process. To build the GraphQL schema and to plan documents takes seconds, so the files that
// share a process share it: it asks the database of the file that has borrowed it.
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import type pg from 'pg';
import type { Reads } from '../../server/gate/personal-data-reads.ts';
import type { VideoFiles } from '../../server/media/videos/files.ts';
import type { OutboundRule } from '../../server/process/address-ranges.ts';
import { createLog } from '../../server/process/log.ts';
import { createStaff, type Staff } from '../../server/staff/index.ts';
import type { Timeouts } from '../../server/staff/schema/preset.ts';
import { mediaUrl, patient } from './api.ts';
import { testSecrets } from './secrets.ts';

export const staffDefaults = {
  log: createLog('silent'),
  outboundAllow: [],
  secrets: testSecrets,
  publicUrl: 'https://haat.example',
  mediaUrl,
  waits: patient,
  /** What waits longer hangs. Tests of the limits say `startStaff(db, { served: usualTimeouts })`. */
  timeouts: { planning: 600_000, execution: 600_000, statement: 600_000 },
};

type Borrowed = { pool: pg.Pool; reads: Reads; videos?: VideoFiles };
const unnoted: Reads = { note() {} };
/** What the file that has borrowed the door allows: it is read anew at each link that is given. */
const outboundAllow: OutboundRule[] = [];
/** How long a statement may take is asked at each request; the limits of the engine itself stay patient. */
const timeouts = { ...staffDefaults.timeouts };
let shared: Staff | undefined;
let borrowed: Borrowed | undefined;
let seen: GraphQLSchema | undefined;

/** The schema that the shared door shows, which is asked once. */
export async function seenSchema(ask: () => Promise<IntrospectionQuery>): Promise<GraphQLSchema> {
  seen ??= buildClientSchema(await ask());
  return seen;
}

/** Stands for what is borrowed, whatever that is at the moment of the call. */
function standIn<Name extends keyof Borrowed>(name: Name): NonNullable<Borrowed[Name]> {
  return new Proxy({} as NonNullable<Borrowed[Name]>, {
    get(_, property) {
      const present = borrowed![name] as unknown as Record<PropertyKey, unknown>;
      const value = present[property];
      return typeof value === 'function' ? value.bind(present) : value;
    },
  });
}

/** Until its release no other file has it: one that asks meanwhile gets a door of its own. */
export function borrowStaff(
  pool: pg.Pool,
  { reads = unnoted, allowed = [] as OutboundRule[], served = staffDefaults.timeouts as Timeouts } = {},
): Staff {
  if (borrowed) return createStaff({ ...staffDefaults, timeouts: served, outboundAllow: allowed, pool, reads });
  const mine: Borrowed = { pool, reads };
  borrowed = mine;
  outboundAllow.splice(0, Number.POSITIVE_INFINITY, ...allowed);
  timeouts.statement = served.statement;
  shared ??= createStaff({
    ...staffDefaults,
    timeouts,
    outboundAllow,
    pool: standIn('pool'),
    reads: standIn('reads'),
  });
  return {
    ...shared,
    door(videos) {
      mine.videos = videos;
      return shared!.door(standIn('videos'));
    },
    async release() {
      if (borrowed === mine) borrowed = undefined;
    },
  };
}
