// What can be done with a test store alone: let time pass in it, and bring it back to the demo.
import { t } from '../../i18n.ts';
import { Button, Card, Problem, say } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { Confirm } from './shown-once.ts';
import { letTimePass, resetTestStore } from './stores.graphql';

type Props = { store: { id: string; name: string; resetAskedAt: string | null }; onReset: () => void };

const presets = [
  { hours: 1, text: () => t('testStore.hours', { count: 1 }) },
  { hours: 24, text: () => t('testStore.hours', { count: 24 }) },
  { hours: 72, text: () => t('testStore.days', { count: 3 }) },
];

export function TestStore({ store, onReset }: Props): VNode {
  const [isAsking, setAsking] = useState(false);
  const time = useSave(letTimePass);
  const reset = useSave(resetTestStore);
  const pass = async (hours: number) => {
    if (await time.save({ storeId: store.id, hours })) say(t('testStore.passed'));
  };
  const begin = async () => {
    if (!(await reset.save({ storeId: store.id }))) return;
    say(t('testStore.resetting', { name: store.name }));
    onReset();
  };
  return html`<${Card} title=${t('testStore.time')}>
      <p class="quiet">${t('testStore.timeWhat')}</p>
      <${Problem} of=${time.problem} />
      <div class="row">
        ${presets.map(
          ({ hours, text }) =>
            html`<${Button} key=${hours} kind="plain" icon="clock-history" isBusy=${time.isBusy} onClick=${() => pass(hours)}>${text()}<//>`,
        )}
      </div>
    <//>
    <${Card} title=${t('testStore.reset')}>
      <p class="quiet">${store.resetAskedAt ? t('testStore.filling') : t('testStore.resetWhat')}</p>
      <${Button} kind="danger" icon="arrow-repeat" disabled=${store.resetAskedAt !== null} onClick=${() => setAsking(true)}>${t('testStore.reset')}<//>
    <//>
    ${
      isAsking &&
      html`<${Confirm} title=${t('testStore.reset')} text=${t('testStore.resetWhat')} act=${t('testStore.reset')}
        isBusy=${reset.isBusy} problem=${reset.problem} onYes=${begin} onClose=${() => setAsking(false)} />`
    }`;
}
