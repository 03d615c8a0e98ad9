// Rings when a call-back falls due: on every page it is seen, and by choice it is heard and notified.
import { t } from '../i18n.ts';
import { Button, Icon, Time } from '../parts.ts';
import { useData } from '../use.ts';
import { html, useEffect, useRef, useState, type VNode } from '../view.ts';
import { callsDue } from './call-bell.graphql';

const storage = 'haat.bell';
let context: AudioContext | undefined;

export const isBellOn = (): boolean => localStorage.getItem(storage) === 'on';

/** Browsers let a page sound only after a click in it: this click is one, and every later one wakes the sound again. */
export async function setBell(isOn: boolean): Promise<void> {
  localStorage.setItem(storage, isOn ? 'on' : 'off');
  if (!isOn) return;
  if ('Notification' in globalThis && Notification.permission === 'default') await Notification.requestPermission();
  wake();
  ring();
}

function wake(): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

/** Two short tones. Without leave to sound it stays silent; it is seen all the same. */
function ring(): void {
  if (context?.state !== 'running') return;
  for (const [delay, pitch] of [
    [0, 880],
    [0.25, 1175],
  ] as const) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const from = context.currentTime + delay;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.25, from);
    loudness.gain.exponentialRampToValueAtTime(0.001, from + 0.22);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(from + 0.25);
  }
}

function notify(text: string): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  try {
    new Notification(t('bell.title'), { body: text, tag: 'haat.bell' });
  } catch {
    // Phones show notifications only of service workers; there the sound and the page remain.
  }
}

/** The calls that are due, above every page. One that was put away comes back when another falls due. */
export function CallBell(): VNode | null {
  const { data } = useData(callsDue, {}, { everyMs: 20_000 });
  const [away, setAway] = useState('');
  const known = useRef<Set<string> | undefined>(undefined);
  const nodes = data?.callBacksDue?.nodes ?? [];
  const names = nodes.map(({ id, followUpAt }) => `${id} ${followUpAt}`);
  const now = names.join();
  useEffect(() => {
    const click = () => isBellOn() && wake();
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
    ring();
    notify(fresh.map(({ number, customer }) => `${number} ${customer?.fullName}`).join('\n'));
  }, [now, Boolean(data)]);
  const [first] = nodes;
  if (!first || away === now) return null;
  const more = data!.callBacksDue!.totalCount - 1;
  return html`<div class="connection bell" role="status">
    <${Icon} name="bell" />
    <p><a href="/admin/orders/${first.id}"><strong>${t('bell.call', { name: first.customer?.fullName ?? '' })}</strong></a>
      <span class="quiet"> ${first.number} · <${Time} at=${first.followUpAt} />${first.followUpNote && ` · ${first.followUpNote}`}</span></p>
    ${
      first.customer?.phone &&
      html`<a class="button plain" data-plain href="tel:${first.customer.phone}" aria-label=${first.customer.phone}>
      <${Icon} name="telephone" /><span>${first.customer.phone}</span></a>`
    }
    ${more > 0 && html`<a class="button plain" href="/admin/orders?view=due">${t('bell.more', { count: more })}</a>`}
    <${Button} kind="plain" icon="x-lg" title=${t('bell.away')} onClick=${() => setAway(now)} />
  </div>`;
}
