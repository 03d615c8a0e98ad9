// Notices of new orders and call-backs: turned on and off in this browser, and off in others.
import { ask, Refusal } from '../client.ts';
import { useCompany } from '../company.ts';
import { t, when } from '../i18n.ts';
import { Device } from '../parts/device.ts';
import { Button, Card, ChoiceField, Form, Loading, Problem, say } from '../parts.ts';
import { type Choice, obstacle, ownEndpoint, turnOff, turnOn } from '../push.ts';
import { useData, useWork } from '../use.ts';
import { html, useEffect, useState, type VNode } from '../view.ts';
import { type PushDevicesQuery, pushDevices, removePushDevice, sendTestPush } from './notices.graphql';

type Nodes = NonNullable<PushDevicesQuery['pushDevices']>['nodes'];
const told = {
  insecure: 'notices.insecure',
  install: 'notices.install',
  unsupported: 'notices.unsupported',
  denied: 'notices.denied',
} as const;

export function Notices(): VNode {
  const [endpoint, setEndpoint] = useState<string | null>();
  const { data, problem, reload } = useData(endpoint === undefined ? null : pushDevices, { endpoint }, { keeps: true });
  const look = () => ownEndpoint().then(setEndpoint, () => setEndpoint(null));
  useEffect(() => void look(), []);
  const changed = async () => {
    await look();
    await reload();
  };
  const nodes = data?.pushDevices?.nodes;
  const others = nodes?.filter(({ isHere }) => !isHere) ?? [];
  const inTheWay = obstacle();
  return html`<${Card} title=${t('notices.title')}>
    <p>${t('notices.why')}</p>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!nodes && !problem && html`<${Loading} />`}
    ${inTheWay && html`<p class="quiet">${t(told[inTheWay])}</p>`}
    ${nodes && !inTheWay && html`<${Here} key=${endpoint} of=${nodes.find(({ isHere }) => isHere)} onChanged=${changed} />`}
    ${others.length > 0 && html`<${Others} nodes=${others} onChanged=${reload} />`}
  <//>`;
}

function Here({ of, onChanged }: { of: Nodes[number] | undefined; onChanged: () => Promise<void> }): VNode {
  const { viewer, stores } = useCompany();
  const [choice, setChoice] = useState<Choice>({
    newOrders: of?.newOrders ?? true,
    callBacks: of?.callBacks ?? true,
    storeId: of?.storeId ?? null,
  });
  const { isBusy, problem, run } = useWork();
  const live = stores.filter(({ isTest }) => !isTest);
  const save = () =>
    run(async () => {
      const outcome = await turnOn(choice, viewer.id!);
      if (outcome !== 'on')
        throw new Refusal(t(outcome === 'denied' ? 'notices.denied' : 'notices.service'), 'OWN_WORDS');
      say(t(of ? 'notices.saved' : 'notices.isOn'));
      await onChanged();
    });
  const off = () =>
    run(async () => {
      await ask(removePushDevice, { id: of!.id! });
      await turnOff();
      say(t('notices.isOff'));
      await onChanged();
    });
  const test = () =>
    run(async () => {
      await ask(sendTestPush, { id: of!.id! });
      say(t('notices.testSent'));
    });
  const tick = (name: 'newOrders' | 'callBacks', text: string) => html`<label class="check">
    <input type="checkbox" checked=${choice[name]} onChange=${() => setChoice({ ...choice, [name]: !choice[name] })} />
    <span>${text}</span></label>`;
  return html`<div class="stack">
    <${Form} onSubmit=${save} submit=${t(of ? 'do.save' : 'notices.turnOn')} isBusy=${isBusy} problem=${problem}>
      ${tick('newOrders', t('notices.newOrders'))}
      ${tick('callBacks', t('notices.callBacks'))}
      ${
        live.length > 1 &&
        html`<${ChoiceField} label=${t('filter.store')} value=${choice.storeId ?? ''}
          onInput=${(storeId: string) => setChoice({ ...choice, storeId: storeId || null })}
          options=${[{ value: '', text: t('filter.allStores') }, ...live.map(({ id, name }) => ({ value: id, text: name }))]} />`
      }
    <//>
    ${of?.isFailing && html`<p class="quiet">${t('notices.failing')}</p>`}
    ${
      of &&
      html`<div class="form-acts">
      <${Button} kind="plain" isBusy=${isBusy} onClick=${test}>${t('notices.test')}<//>
      <${Button} kind="danger" isBusy=${isBusy} onClick=${off}>${t('notices.turnOff')}<//>
    </div>`
    }
  </div>`;
}

function Others({ nodes, onChanged }: { nodes: Nodes; onChanged: () => Promise<void> }): VNode {
  const { isBusy, problem, run } = useWork();
  const remove = (id: string) =>
    run(async () => {
      await ask(removePushDevice, { id });
      say(t('notices.isOffThere'));
      await onChanged();
    });
  return html`<h3>${t('notices.others')}</h3>
    <${Problem} of=${problem} />
    <ul class="list">
      ${nodes.map(
        ({ id, userAgent, createdAt, lastSentAt }) => html`<li key=${id}>
          <div class="grow">
            <p><${Device} userAgent=${userAgent} /></p>
            <p class="quiet">${t(lastSentAt ? 'notices.lastSent' : 'account.since', { time: when(lastSentAt ?? createdAt) })}</p>
          </div>
          <${Button} kind="plain" isBusy=${isBusy} onClick=${() => remove(id!)}>${t('notices.turnOff')}<//>
        </li>`,
      )}
    </ul>`;
}
