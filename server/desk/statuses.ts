// The statuses of orders as the database describes them, read with the company: their order, their stage, their colour and
// their words. Nothing here names one, so a new status takes no code.
import type { EnterQuery } from './enter.graphql';
import { learn } from './i18n.ts';

export type Status = NonNullable<EnterQuery['orderStatuses']>['nodes'][number];
type Words = Record<'en' | 'bn', { name: string; transition: string; effect: string }>;

let known = new Map<string, Status>();

export function takeStatuses(statuses: Status[]): void {
  known = new Map(statuses.map((status) => [status.status, status]));
  for (const language of ['en', 'bn'] as const)
    for (const { status, words } of statuses) {
      const { name, transition, effect } = (words as Words)[language];
      learn(language, {
        [`status.${status}`]: name,
        [`move.to_${status}`]: transition,
        [`moveEffect.to_${status}`]: effect,
      });
    }
}

/** As an order goes through them. */
export const statusNames = (): string[] => [...known.keys()];

export const statusOf = (name: string | null | undefined): Status | undefined => known.get(name ?? '');

const tones: Partial<Record<NonNullable<Status['stage']>, string>> = {
  new: 'wait',
  call_back: 'wait',
  on_hold: 'wait',
  to_pack: 'way',
  to_ship: 'way',
  with_courier: 'way',
  delivered: 'good',
};

/** The colour of a status: what waits for us, what is under way, what went well, what went wrong. */
export function toneOf(name: string): string | undefined {
  const status = statusOf(name);
  if (!status) return undefined;
  return status.parcel === 'failed' || !status.isGenuine ? 'problem' : tones[status.stage!];
}
