// What the pages are made of, on one page: each part is the one that the pages use, in the language and density of the person.
import { bundleNames } from '../../bundles.ts';
import { Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { label, loadTexts, money, noSymbol, number, t } from '../../i18n.ts';
import type { Column } from '../../parts/columns.ts';
import { DensityChoice } from '../../parts/density-choice.ts';
import { Rows } from '../../parts/rows.ts';
import { Styles } from '../../parts/styles.ts';
import type { PagedList } from '../../parts/use-pages.ts';
import {
  Badge,
  Button,
  Card,
  Dialog,
  Empty,
  Form,
  Icon,
  Loading,
  Money,
  PageHead,
  Problem,
  say,
  Tile,
  Time,
} from '../../parts.ts';
import { statusNames } from '../../statuses.ts';
import { html, useEffect, useLayoutEffect, useRef, useState, type VNode } from '../../view.ts';
import { badges } from './badges.ts';
import { Fields } from './fields.ts';

const colours =
  'ground card raised ink quiet line edge accent on-accent problem problem-ground good-ground wait-ground way-ground';
const sizes = ['touch', 'row', 'gap', 'round'];

export default function Design(): VNode {
  const [isRead, setRead] = useState(false);
  const [isStyled, setStyled] = useState(false);
  // It shows what other pages say, too.
  useEffect(() => void Promise.all(bundleNames.map(loadTexts)).then(() => setRead(true)), []);
  if (!isRead) return html`<${Loading} />`;
  return html`<${Styles} of="design" onLoad=${() => setStyled(true)} />
    <${PageHead} title=${t('design.title')} />
    <p class="quiet">${t('design.what')}</p>
    <div class="stack design">
      <${Card}><div class="fields beside"><${DensityChoice} /></div><//>
      <${Type} key=${isStyled} />
      <${Card} title=${t('design.colours')}>${['light', 'dark'].map((scheme) => html`<${Colours} key=${scheme} scheme=${scheme} />`)}<//>
      <${Fields} />
      <${List} />
      <${Card} title=${t('design.tiles')}>
        <ul class="tiles">${[12, 0, 3].map(
          (count, n) =>
            html`<li key=${n}><${Tile} text=${t('nav.newOrder')} href="/admin/orders" count=${count} isAlarm=${n === 2} /></li>`,
        )}</ul>
      <//>
      <${Notices} />
      <${Card} title=${t('design.badges')}>
        <div class="row">${statusNames().map((code) => html`<${Badge} key=${code} list="status" code=${code} />`)}</div>
        ${Object.entries(badges).map(
          ([list, codes]) => html`<div key=${list} class="row badges" data-list=${list}>
            ${codes.split(' ').map((code) => html`<${Badge} key=${code} list=${list} code=${code} />`)}</div>`,
        )}
      <//>
    </div>
  `;
}

/** A text with its size and weight, as the browser has them. */
function Measured({ children }: { children?: VNode }): VNode {
  const element = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState('');
  useLayoutEffect(() => {
    const { fontSize, fontWeight } = getComputedStyle(element.current!.firstElementChild!);
    const next = `${number(Number.parseFloat(fontSize))} px · ${number(Number(fontWeight))}`;
    if (next !== told) setTold(next);
  });
  return html`<div class="row" ref=${element}>${children}<small class="quiet">${told}</small></div>`;
}

function Type(): VNode {
  const style = getComputedStyle(document.documentElement);
  const samples = [
    html`<strong class="of-h1">${t('design.title')}</strong>`,
    html`<strong class="of-h2">${t('design.fields')}</strong>`,
    html`<span>${t('design.hint')}</span>`,
    html`<label>${t('design.text')}</label>`,
    html`<span class="badge">${t('design.row')}</span>`,
    html`<span class="figure">${money('123456.50', noSymbol)}</span>`,
  ];
  return html`<${Card} title=${t('design.type')}>
    ${samples.map((sample, n) => html`<${Measured} key=${n}>${sample}<//>`)}
    <ul class="row">${sizes.map((name) => html`<li key=${name}><code>--${name}</code> ${style.getPropertyValue(`--${name}`)}</li>`)}</ul>
  <//>`;
}

const Colours = ({
  scheme,
}: {
  scheme: string;
}): VNode => html`<ul class="row colours" style=${{ colorScheme: scheme }}>
  ${colours.split(' ').map((name) => html`<li key=${name}><span style=${{ background: `var(--${name})` }}></span><code>${name}</code></li>`)}
</ul>`;

type Row = { id: string; code: string; amount: string };

function List(): VNode {
  const symbol = useCompany().symbolOf(null);
  const rows = statusNames()
    .slice(0, 4)
    .map((code, n) => ({ id: code, code, amount: `${(n + 1) * 1250}.50` }));
  const list = { name: 'design', rows, isLoading: false } as unknown as PagedList<Row>;
  const columns: Column[] = [
    { text: t('design.text'), width: 'minmax(0, 3fr)', sort: 'NAME' },
    { text: t('products.status'), width: 'minmax(0, 2fr)' },
    { text: t('list.made'), width: 'minmax(0, 2fr)', sort: 'CREATED_AT' },
    { text: t('design.money'), width: 'minmax(0, 1fr)', isEnd: true },
  ];
  const row = ({ code, amount }: Row) => html`
    <a class="row-name" href="/admin/design">${label('status', code)}</a>
    <span><${Badge} list="status" code=${code} /></span>
    <span class="quiet"><${Time} at=${new Date().toISOString()} /></span>
    <span class="end money"><${Money} amount=${amount} symbol=${symbol} /></span>`;
  return html`<div>
    <${Rows} list=${list} empty="" columns=${columns} row=${row} />
    <${Empty}>${t('design.empty')}<//>
  </div>`;
}

function Notices(): VNode {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return html`<${Card} title=${t('design.notices')}>
    <${Problem} of=${new Refusal('', 'UNREACHABLE')} onRetry=${() => say(t('design.said'))} />
    <p class="notice">${t('design.hint')}</p>
    <p class="connection"><${Icon} name="wifi-off" /> ${t('problem.connection')}</p>
    <div class="row">
      <${Button} kind="plain" onClick=${() => say(t('design.said'), { text: t('do.retry'), run: close })}>${t('design.message')}<//>
      <${Button} kind="plain" onClick=${() => setOpen(true)}>${t('design.dialog')}<//>
    </div>
    ${isOpen && html`<${Dialog} title=${t('design.dialog')} onClose=${close}><${Form} submit=${t('do.save')} onSubmit=${close}><p>${t('design.hint')}</p><//><//>`}
  <//>`;
}
