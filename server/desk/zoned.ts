// Moments as a store's clock shows them. Browsers know every time zone, but only in one direction.

/** What the clock of a time zone shows at a moment, as if it were UTC. */
function shownAt(moment: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(moment);
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
}

/** The moment at which the clock of a time zone shows it. */
function momentOf(shown: number, timeZone: string | undefined): Date {
  const first = shown - (shownAt(shown, timeZone) - shown);
  // Where the clock was put forward or back in between, a second look is right.
  return new Date(shown - (shownAt(first, timeZone) - first));
}

/** Some days from today at an hour of the store's clock: "tomorrow 11:00". */
export function inDays(days: number, hour: number, timeZone: string | undefined, now = Date.now()): Date {
  const today = new Date(shownAt(now, timeZone));
  return momentOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, hour), timeZone);
}

/** For and from an input of type datetime-local. */
export const toLocal = (moment: Date, timeZone: string | undefined): string =>
  new Date(shownAt(moment.getTime(), timeZone)).toISOString().slice(0, 16);
export const fromLocal = (text: string, timeZone: string | undefined): Date =>
  momentOf(Date.parse(`${text}:00Z`), timeZone);

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** From the beginning of a day to the end of another, as a filter of moments takes it; a day that is empty is no bound. */
export function inDaysFromTo(from: string, until: string, timeZone: string | undefined) {
  const begin = (day: string) => fromLocal(`${day}T00:00`, timeZone).toISOString();
  return {
    ...(from && { greaterThanOrEqualTo: begin(from) }),
    ...(until && { lessThan: begin(dayAfter(until)) }),
  };
}
