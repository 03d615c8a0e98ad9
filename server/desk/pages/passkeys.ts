// The own passkeys: listed, added, renamed, removed. To add or remove one the password is asked for where the sign-in was long ago.
import { ask, Refusal } from '../client.ts';
import { t, when } from '../i18n.ts';
import { Button, Card, Dialog, Form, Problem, say, TextField } from '../parts.ts';
import { addPasskeyHere } from '../passkey.ts';
import { useWork } from '../use.ts';
import { html, useState, type VNode } from '../view.ts';
import { type OwnAccountQuery, removePasskey, renamePasskey } from './account.graphql';

type Nodes = NonNullable<OwnAccountQuery['passkeys']>['nodes'];

export function Passkeys({ nodes, onChanged }: { nodes: Nodes; onChanged: () => Promise<void> }): VNode {
  const [password, setPassword] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [renamed, setRenamed] = useState<Nodes[number]>();
  const [removed, setRemoved] = useState<Nodes[number]>();
  const { isBusy, problem, run } = useWork();
  const act = (work: (password: string | null) => Promise<string>) =>
    run(async () => {
      setRemoved(undefined);
      try {
        say(await work(password || null));
      } catch (error) {
        if (error instanceof Refusal && error.fields.currentPassword) setAsked(true);
        throw error;
      }
      setAsked(false);
      setPassword('');
      await onChanged();
    });
  const add = () => act(async (given) => t('passkeys.added', { name: await addPasskeyHere(given) }));
  const remove = ({ id, name }: Nodes[number]) =>
    act(async (given) => {
      await ask(removePasskey, { id: id!, password: given });
      return t('passkeys.removed', { name: name! });
    });
  const isPossible = Boolean(globalThis.PublicKeyCredential);
  return html`<${Card} title=${t('passkeys.title')}>
    <p>${t('passkeys.why')}</p>
    ${!isPossible && html`<p class="quiet">${t('passkeys.cannot')}</p>`}
    ${
      nodes.length > 0 &&
      html`<ul class="list">${nodes.map((one) =>
        renamed?.id === one.id
          ? html`<li key=${one.id}><${Rename} of=${one} onDone=${async (isChanged: boolean) => {
              setRenamed(undefined);
              if (isChanged) await onChanged();
            }} /></li>`
          : html`<li key=${one.id}>
          <div class="grow">
            <p>${one.name} ${one.domain !== location.hostname && html`<span class="quiet">${one.domain}</span>`}</p>
            <p class="quiet">${t('passkeys.since', { time: when(one.createdAt!) })} · ${one.lastUsedAt ? t('passkeys.used', { time: when(one.lastUsedAt) }) : t('passkeys.unused')}</p>
          </div>
          <${Button} kind="plain" title=${t('passkeys.renameOne', { name: one.name! })} icon="pencil" onClick=${() => setRenamed(one)} />
          <${Button} kind="plain" title=${t('passkeys.removeOne', { name: one.name! })} icon="trash" onClick=${() => setRemoved(one)} />
        </li>`,
      )}</ul>`
    }
    ${
      isAsked &&
      html`<${TextField} label=${t('account.current')} value=${password} onInput=${setPassword} problems=${problem?.fields.currentPassword}
      attributes=${{ type: 'password', autocomplete: 'current-password' }} />`
    }
    <${Problem} of=${problem} />
    ${isPossible && html`<${Button} isBusy=${isBusy} onClick=${add}>${t('passkeys.add')}<//>`}
    ${
      removed &&
      html`<${Dialog} title=${t('passkeys.removeOne', { name: removed.name! })} onClose=${() => setRemoved(undefined)}>
      <p>${t('passkeys.removeWhy')}</p>
      <${Form} onSubmit=${() => remove(removed)} submit=${t('passkeys.remove')} kind="danger" isBusy=${isBusy} />
    <//>`
    }
  <//>`;
}

function Rename({ of, onDone }: { of: Nodes[number]; onDone: (isChanged: boolean) => Promise<void> }): VNode {
  const [name, setName] = useState(of.name!);
  const { isBusy, problem, run } = useWork();
  const save = () =>
    run(async () => {
      await ask(renamePasskey, { id: of.id!, name });
      await onDone(true);
    });
  return html`<div class="grow">
    <${Form} onSubmit=${save} submit=${t('do.save')} isBusy=${isBusy} problem=${problem} onCancel=${() => onDone(false)}>
      <${TextField} label=${t('passkeys.name')} value=${name} onInput=${setName} problems=${problem?.fields.name} attributes=${{ required: true }} />
    <//>
  </div>`;
}
