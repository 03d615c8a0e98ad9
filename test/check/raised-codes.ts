// The codes that a public function says in its opening comment are those that it can raise or give: its own and those
// of what it calls, through all files of db/code, triggers included.
import path from 'node:path';

/** Functions that clients, staff and DBAs call. */
const publicSchemas = ['api', 'gate', 'ledger', 'staff'];

const keepsStock = { HT102: 'only an order that comes back from spam reserves stock' };
const takesNoLines = { HT008: 'the lines it moves are those of the order' };
const caught = 'internal.find_transition_problem catches refusals: they are its answer';
const asksOnly = { HT008: caught, HT014: caught, HT101: caught, HT102: caught, HT103: caught };
const takesNoVideos = 'it takes no videos';
const takesNoKey = 'it takes no Idempotency-Key';

/** What the files alone cannot tell: codes of a function below that this caller never makes it raise, and why. */
const neverRaised: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'api.cancel_order': keepsStock,
  'gate.read_replica': { HT006: takesNoKey, HT007: takesNoKey },
  'staff.book_parcel': keepsStock,
  'staff.cancel_order': { ...keepsStock, ...takesNoLines },
  'staff.cancel_parcel': { ...keepsStock, ...takesNoLines },
  'staff.orders_is_editable': asksOnly,
  'staff.orders_may_be_reordered': asksOnly,
  'staff.orders_possible_moves': asksOnly,
  'staff.receive_parcel': keepsStock,
  'staff.receive_return': keepsStock,
  'staff.create_product': { HT010: takesNoVideos, HT012: takesNoVideos, HT013: takesNoVideos },
  'staff.create_webhook_endpoint': { HT101: 'it makes none for a key' },
  'staff.record_delivery_failure': { ...keepsStock, ...takesNoLines },
  'staff.record_parcel_delivered': keepsStock,
  'staff.record_parcel_payout': { HT104: 'cash on delivery takes no transaction id' },
  'staff.record_parcel_pickup': { ...keepsStock, ...takesNoLines },
  'staff.record_partial_delivery': keepsStock,
  'staff.recount': { HT101: 'it expects no number on hand' },
};

/** Refuses a staff session that has ended (HT015), whatever was asked: said once, by the staff server, not by every function. */
const atTheDoor = 'internal.proven_setting';

/** Asks gate.find_key what is wrong with a key that does not call: it raises nothing. */
const asksOfKeys = 'internal.rights_of_lineage';

/** Refuse a company that moves to another database, whatever was asked: said where who acts is established. */
const ofMoves = new Set(['HT018', 'HT019']);

const call = /\b(api|gate|internal|ledger|staff)\.(\w+)\s*\(/g;
const write = /\b(insert into|update|delete from)\s+((?:app|gate|internal)\.\w+)/g;
const trigger = /create or replace trigger \w+\s+\w+ ([^;]*?) on (\w+\.\w+)[^;]*?execute function internal\.(\w+)/g;

interface Trigger {
  table: string;
  event: string;
  /** Of "update of": fires only when one of these is set. */
  columns: string[];
  calls: string;
}

interface Code {
  file: string;
  said: Set<string>;
  own: Set<string>;
  calls: Set<string>;
}

/** Takes every file of db/code with its text. */
export function findCodeProblems(files: ReadonlyMap<string, string>): string[] {
  const functions = readFunctions(files);
  const known = new Set([...functions.values()].flatMap(({ own }) => [...own])).difference(ofMoves);
  return [...functions].flatMap(([name, { file, said }]) => {
    if (!publicSchemas.includes(name.split('.')[0]!)) return [];
    const reached = reach(name, functions).difference(ofMoves);
    const never = Object.keys(neverRaised[name] ?? {});
    const raised = reached.difference(new Set(never));
    const missing = [...raised].filter((code) => !said.has(code));
    const wrong = [...said].filter((code) => known.has(code) && !raised.has(code));
    const stale = never.filter((code) => !reached.has(code));
    return [
      ...(stale.length > 0 ? [`db/code/${file}: ${stale.join(', ')} is no longer below it (neverRaised)`] : []),
      ...(missing.length > 0 ? [`db/code/${file}: its comment does not say ${missing.sort().join(', ')}`] : []),
      ...(wrong.length > 0 ? [`db/code/${file}: its comment says ${wrong.sort().join(', ')}, raised nowhere`] : []),
    ];
  });
}

function readFunctions(files: ReadonlyMap<string, string>): Map<string, Code> {
  const triggers = readTriggers(files);
  const functions = new Map<string, Code>();
  for (const [file, text] of files) {
    const [schema = ''] = file.split(path.sep);
    if (/^(policies|triggers)$/.test(schema) || /^create (or replace )?view /m.test(text)) continue;
    functions.set(`${schema}.${path.basename(file, '.sql')}`, readFunction(file, text, triggers));
  }
  return functions;
}

function readFunction(file: string, text: string, triggers: readonly Trigger[]): Code {
  const [comment = ''] = /^(?:--! .*\n)*(?:-- .*\n)*/.exec(text) ?? [];
  const body = text.replace(/--.*$/gm, '');
  const fired = [...body.matchAll(write)].flatMap(([, command, table]) =>
    triggers.filter(
      ({ event, columns, ...other }) =>
        command!.startsWith(event) &&
        other.table === table &&
        (columns.length === 0 || columns.some((column) => new RegExp(`\\b${column} =`).test(body))),
    ),
  );
  const called = [...body.matchAll(call)].map(([, schema, name]) => `${schema}.${name}`);
  return {
    file,
    said: readSaid(comment),
    own: new Set(body.match(/HT\d{3}/g)),
    calls: new Set([...called, ...fired.map(({ calls }) => calls)]),
  };
}

/** "HT001 to HT003" are three. */
function readSaid(comment: string): Set<string> {
  const codes = new Set(comment.match(/HT\d{3}/g));
  for (const [, first, last] of comment.matchAll(/HT(\d{3}) to HT(\d{3})/g)) {
    for (let number = Number(first); number <= Number(last); number++)
      codes.add(`HT${String(number).padStart(3, '0')}`);
  }
  return codes;
}

function readTriggers(files: ReadonlyMap<string, string>): Trigger[] {
  return [...files]
    .filter(([file]) => file.startsWith('triggers'))
    .flatMap(([, text]) => [...text.matchAll(trigger)])
    .flatMap(([, events, table, name]) =>
      events!.split(' or ').map((event) => ({
        table: table!,
        event: event.split(' ')[0]!,
        columns: /update of (.*)/.exec(event)?.[1]?.split(/,\s*/) ?? [],
        calls: `internal.${name}`,
      })),
    );
}

function reach(name: string, functions: ReadonlyMap<string, Code>): Set<string> {
  const seen = new Set([name]);
  const codes = new Set<string>();
  for (const next of seen) {
    if (next === atTheDoor || next === asksOfKeys) continue;
    const code = functions.get(next);
    for (const own of code?.own ?? []) codes.add(own);
    for (const called of code?.calls ?? []) seen.add(called);
  }
  return codes;
}
