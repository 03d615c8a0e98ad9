// Rings when a call-back falls due: on every page it is seen, and by choice it is heard and notified.
import { number, t, when } from '../i18n.ts';
import { Button, Icon } from '../parts.ts';
import { useData } from '../use.ts';
import { html, useEffect, useRef, useState, type VNode } from '../view.ts';
import { callsDue } from './call-bell.graphql';

const storage = 'haat.bell';

/** Of those who chose it, after the page stands. */
let sound: typeof import('./bell-sound.ts') | undefined;
const loadSound = async () => {
  sound ??= await import('./bell-sound.ts');
  return sound;
};

export const isBellOn = (): boolean => localStorage.getItem(storage) === 'on';

/** Browsers let a page sound only after a click in it: this click is one, and every later one wakes the sound again. */
export async function setBell(isOn: boolean): Promise<void> {
  localStorage.setItem(storage, isOn ? 'on' : 'off');
  if (!isOn) return;
  if ('Notification' in globalThis && Notification.permission === 'default') await Notification.requestPermission();
  await loadSound().then(
    ({ wake, ring }) => {
      wake();
      ring();
    },
    () => {},
  );
}

/** The calls that are due, in the menu of every page. One that was put away comes back when another falls due. */
export function CallBell(): VNode | null {
  const { data } = useData(callsDue, {}, { everyMs: 20_000 });
  const [away, setAway] = useState('');
  const known = useRef<Set<string> | undefined>(undefined);
  const nodes = data?.callBacksDue?.nodes ?? [];
  const names = nodes.map(({ id, followUpAt }) => `${id} ${followUpAt}`);
  const now = names.join();
  useEffect(() => {
    if (isBellOn()) loadSound().catch(() => {});
    const click = () => isBellOn() && sound?.wake();
    addEventListener('pointerdown', click);
    addEventListener('keydown', click);
    return () => {
      removeEventListener('pointerdown', click);
      removeEventListener('keydown', click);
    };
  }, []);
  useEffect(() => {
    if (!data) return;
    const fresh = nodes.filter((_, n) => known.current && !known.current.has(names[n]!));
    known.current = new Set(names);
    if (fresh.length === 0 || !isBellOn()) return;
    const text = fresh.map(({ number: of, customer }) => `${of} ${customer?.fullName}`).join('\n');
    loadSound().then(
      ({ ring, notify }) => {
        ring();
        notify(t('bell.title'), text);
      },
      // Without a connection it is seen all the same.
      () => {},
    );
  }, [now, Boolean(data)]);
  const [first] = nodes;
  if (!first || away === now) return null;
  const more = data!.callBacksDue!.totalCount - 1;
  const name = first.customer?.fullName ?? first.number;
  const phone = first.customer?.phone;
  return html`<div class="bell" role="status">
    <a href="/admin/orders/${first.id}" aria-label=${t('bell.call', { name })}
      title=${[first.number, phone, when(first.followUpAt), first.followUpNote].filter(Boolean).join(' · ')}>
      <${Icon} name="bell" /><span>${name}</span></a>
    ${
      phone &&
      html`<a class="button plain" data-plain href="tel:${phone}" aria-label=${phone}><${Icon} name="telephone" /></a>`
    }
    ${more > 0 && html`<a class="button plain" href="/admin/orders?view=due" title=${t('bell.more', { count: more })}>+${number(more)}</a>`}
    <${Button} kind="plain" icon="x-lg" title=${t('bell.away')} onClick=${() => setAway(now)} />
  </div>`;
}
