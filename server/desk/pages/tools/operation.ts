// One saved operation: a form for its variables, made from the schema, and the answer.
import { Refusal } from '../../client.ts';
import { t } from '../../i18n.ts';
import { operations } from '../../operations/index.ts';
import { Card, Form, PageHead, Problem } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useWork } from '../../use.ts';
import { html, useMemo, useState, type VNode } from '../../view.ts';
import { run } from './run.ts';
import { variablesOf } from './types.ts';
import { ValueField } from './value-field.ts';

type Members = Record<string, unknown>;

export default function Operation({ params }: PageProps): VNode {
  const operation = operations.find(({ id }) => id === params.id);
  const declared = useMemo(() => variablesOf(operation?.query ?? ''), [operation]);
  const [variables, setVariables] = useState(() => withoutSamples(operation?.variables ?? {}) as Members);
  const [answer, setAnswer] = useState<unknown>();
  const { isBusy, problem, run: work } = useWork();
  const back = { href: '/admin/tools', text: t('tools.library') };
  if (!operation) return html`<${PageHead} title=${t('tools.none')} back=${back} />`;
  const { id, title, about, needs, query } = operation;
  const submit = () =>
    work(async () => {
      setAnswer(undefined);
      const { isSignedOut, answer: given } = await run({ query, variables });
      if (isSignedOut) throw new Refusal(t('problem.signedOut'), 'UNAUTHENTICATED');
      setAnswer(given);
    });
  return html`
    <${PageHead} title=${title} back=${back}>
      <a class="button plain" href="/admin/tools/explorer?operation=${id}">${t('tools.openInExplorer')}</a>
    <//>
    <p lang="en">${about}</p>
    ${needs && html`<p class="quiet" lang="en">Needs ${needs}</p>`}
    <div class="columns">
      <${Card} title=${t('tools.variables')}>
        <${Form} onSubmit=${submit} submit=${t('tools.run')} isBusy=${isBusy}>
          ${declared.length === 0 && html`<p class="quiet">${t('tools.noVariables')}</p>`}
          ${declared.map(
            ({ name, type }) => html`<${ValueField} key=${name} name=${name} type=${type} value=${variables[name]}
              onValue=${(value: unknown) => setVariables((all) => ({ ...all, [name]: value }))} />`,
          )}
        <//>
      <//>
      <${Card} title=${t('tools.answer')}>
        <${Problem} of=${problem} />
        <div aria-live="polite">
          ${answer === undefined ? html`<p class="quiet">${t('tools.noAnswer')}</p>` : html`<pre class="answer" tabindex="0">${JSON.stringify(answer, null, 2)}</pre>`}
        </div>
      <//>
    </div>
  `;
}

/** The library fills in samples; an id of zeros, a null and an empty text stand for what a person has to know. */
function withoutSamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSamples);
  if (value === null || value === '' || (typeof value === 'string' && /^[0-]{36}$/.test(value))) return undefined;
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value!).map(([name, member]) => [name, withoutSamples(member)]));
}
