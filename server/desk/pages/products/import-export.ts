// Moving in from another shop, and out again: a file is shown as what it would do, then taken in by a job; its progress and what
// was refused stand below.
import { useCompany } from '../../company.ts';
import { number, t } from '../../i18n.ts';
import { FileField } from '../../parts/file-field.ts';
import { Styles } from '../../parts/styles.ts';
import { Badge, Button, Card, ChoiceField, PageHead, Problem, say } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useNewest, useWork } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { fieldName, Told, useWords } from '../../words.ts';
import { useLocations } from '../stock/locations.ts';
import { CatalogTabs } from './catalog-tabs.ts';
import {
  type Columns,
  cancelImport,
  type Given,
  type Import,
  type Kind,
  type Preview,
  type Remark,
  readImports,
  type SkuChoice,
  saveExport,
  sendFile,
  skuChoices,
  type Unread,
  useImports,
  type WithoutPhone,
} from './import-export-data.ts';

const kinds = ['products', 'customers', 'orders'] as const;

export default function ImportExport({ query }: PageProps): VNode {
  const { can, stores } = useCompany();
  const [storeId, setStore] = useState(query.get('store') ?? stores[0]?.id ?? '');
  const imports = useImports(storeId);
  const allowed = kinds.filter((kind) => can(kind === 'products' ? 'catalog_manage' : 'orders_manage'));
  return html`<${Styles} of="move-in" />
    <${PageHead} title=${t('importExport.title')} />
    <${CatalogTabs} />
    <div class="stack">
      ${
        stores.length > 1 &&
        html`<${ChoiceField} label=${t('filter.store')} value=${storeId} onInput=${setStore}
          options=${stores.map(({ id, name }) => ({ value: id, text: name }))} />`
      }
      ${allowed.length > 0 && html`<${TakeIn} key=${storeId} storeId=${storeId} kinds=${allowed} onStarted=${imports.reload} />`}
      <${Problem} of=${imports.problem} onRetry=${imports.reload} />
      ${
        imports.found &&
        imports.found.imports.length > 0 &&
        html`<${Card} title=${t('importExport.imports')}>
          <ul class="moves">
            ${imports.found.imports.map((one) => html`<${Progress} key=${one.job.id} one=${one} storeId=${storeId} lacksPictures=${imports.found!.images.refused > 0} onChanged=${imports.reload} />`)}
          </ul>
          ${imports.found.images.waiting > 0 && html`<p class="quiet">${t('importExport.pictures', { count: imports.found.images.waiting })}</p>`}
          ${imports.found.images.refused > 0 && html`<p class="problem">${t('importExport.noPictures', { count: imports.found.images.refused })}</p>`}
        <//>`
      }
      ${allowed.length > 0 && html`<${Out} storeId=${storeId} kinds=${allowed} />`}
    </div>`;
}

type TakeInProps = { storeId: string; kinds: Kind[]; onStarted: () => Promise<void> };

function TakeIn({ storeId, kinds, onStarted }: TakeInProps): VNode {
  const locations = useLocations();
  const [kind, setKind] = useState<Kind>(kinds[0]!);
  const [locationId, setLocation] = useState('');
  const [skus, setSkus] = useState<SkuChoice>('wait');
  const [withoutPhone, setWithoutPhone] = useState<WithoutPhone>('leave');
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<Preview>();
  const [asked, setAsked] = useState<Columns | null>(null);
  const [columns, setColumns] = useState<Record<string, string>>();
  const { isBusy, problem, run } = useWork();
  const begin = useNewest();
  const given: Given = {
    kind,
    store_id: storeId,
    file_name: file?.name ?? '',
    ...(locationId && { location_id: locationId }),
    ...(kind === 'products' ? { duplicate_skus: skus } : { without_phone: withoutPhone }),
    ...(columns && { columns: JSON.stringify(columns) }),
  };
  // What was shown is of the choices before, and so is what is still asked.
  const choose = (change: () => void) => {
    begin();
    setPreview(undefined);
    setAsked(null);
    setColumns(undefined);
    change();
  };
  const look = (other: Partial<Given> = {}) =>
    run(async () => {
      const isNewest = begin();
      const found = await sendFile<Preview | Unread>(file!, { ...given, ...other }, false).catch((error) => {
        if (isNewest()) throw error;
      });
      if (!found || !isNewest()) return;
      setAsked(found.columns);
      setPreview(found.counts ? found : undefined);
    });
  const chooseColumn = (field: string, heading: string) => {
    const { [field]: _, ...others } = columns ?? chosenIn(asked!);
    const chosen = { ...others, ...(heading && { [field]: heading }) };
    setColumns(chosen);
    void look({ columns: JSON.stringify(chosen) });
  };
  const choosePhone = (choice: WithoutPhone) => {
    setWithoutPhone(choice);
    void look({ without_phone: choice });
  };
  const chooseSkus = (choice: SkuChoice) => {
    setSkus(choice);
    void look({ duplicate_skus: choice });
  };
  const start = () =>
    run(async () => {
      await sendFile(file!, given, true);
      say(t('importExport.started'));
      choose(() => setFile(undefined));
      await onStarted();
    });
  const takes = preview ? preview.counts.create + preview.counts.update : 0;
  return html`<${Card} title=${t('importExport.in')}>
    <div class="fields">
      <p class="quiet">${t(`importExport.hint.${kind}`)} <a href="/docs/moving-in">${t('importExport.guide')}</a></p>
      <div class="fields beside">
        <${ChoiceField} label=${t('importExport.kind')} value=${kind}
          onInput=${(value: Kind) => choose(() => setKind(value))}
          options=${kinds.map((one) => ({ value: one, text: t(`importKind.${one}`) }))} />
        ${
          kind !== 'customers' &&
          html`<${ChoiceField} label=${t(kind === 'products' ? 'importExport.stockAt' : 'importExport.goodsAt')} value=${locationId}
            onInput=${(value: string) => choose(() => setLocation(value))}
            options=${[
              { value: '', text: t(kind === 'products' ? 'importExport.noStock' : 'importExport.usual') },
              ...locations.map(({ id, name }) => ({ value: id, text: name })),
            ]} />`
        }
      </div>
      <${FileField} label=${t('importExport.file')} accept=".csv,.txt,text/csv" name=${file?.name}
        onFile=${(chosen: File) =>
          choose(() => {
            setFile(chosen);
            setSkus('wait');
          })} />
      <${Problem} of=${problem} />
      ${asked && html`<${ColumnChoice} asked=${asked} onChoose=${chooseColumn} />`}
      ${preview && html`<${Shown} preview=${preview} />`}
      ${
        preview &&
        preview.counts.waiting + preview.counts.made_skus > 0 &&
        html`<${ChoiceField} label=${t('importExport.skus', { count: preview.counts.waiting + preview.counts.made_skus })}
          value=${skus} onInput=${chooseSkus} options=${skuChoices.map((value) => ({ value, text: t(`skuChoice.${value}`) }))} />`
      }
      ${
        preview &&
        kind !== 'products' &&
        preview.source !== 'haat' &&
        html`<${ChoiceField} label=${t('importExport.withoutPhone')} value=${withoutPhone} onInput=${choosePhone}
          options=${(['leave', 'email'] as const).map((value) => ({ value, text: t(`withoutPhone.${value}`) }))} />`
      }
      <div class="form-acts">
        ${
          preview
            ? html`<${Button} isBusy=${isBusy} disabled=${takes === 0} onClick=${start}>${t('importExport.start', { count: takes })}<//>`
            : html`<${Button} isBusy=${isBusy} disabled=${!file} onClick=${() => look()}>${t('importExport.look')}<//>`
        }
      </div>
    </div>
  <//>`;
}

const chosenIn = ({ fields }: Columns): Record<string, string> =>
  Object.fromEntries(fields.flatMap(({ field, heading }) => (heading ? [[field, heading]] : [])));

type ColumnChoiceProps = { asked: Columns; onChoose: (field: string, heading: string) => void };

/** Which column is which, to be corrected; those that are needed first. */
function ColumnChoice({ asked: { headings, samples, fields }, onChoose }: ColumnChoiceProps): VNode {
  useWords(true);
  const shown = (heading: string) => [heading, ...(samples[heading] ?? [])].join(' · ').slice(0, 60);
  const choices = [{ value: '', text: '–' }, ...headings.map((value) => ({ value, text: shown(value) }))];
  const named = (field: string) => field.replace(/_(\d)$/, ' $1');
  const ordered = [...fields].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  return html`<details open><summary>${t('importExport.columns')}</summary>
    <div class="fields beside">${ordered.map(
      ({ field, isRequired, heading }) =>
        html`<${ChoiceField} key=${field} label=${`${fieldName(named(field))}${isRequired ? ' *' : ''}`} value=${heading ?? ''}
          onInput=${(value: string) => onChoose(field, value)} options=${choices} />`,
    )}</div>
  </details>`;
}

function Shown({ preview }: { preview: Preview }): VNode {
  const { counts, changes, lines, problems, notes, told } = preview;
  const said = [
    ['create', 'importExport.wouldMake'],
    ['update', 'importExport.wouldUpdate'],
    ['unchanged', 'importExport.wouldStay'],
    ['skip', 'importExport.isThere'],
    ['leave', 'importExport.leave'],
    ['refuse', 'importExport.cannot'],
  ] as const;
  return html`<div class="stack" role="status">
    <ul class="import-counts">
      ${said.map(([what, text]) => counts[what] > 0 && html`<li key=${what} class=${what}><strong>${number(counts[what])}</strong> ${t(text, { count: counts[what] })}</li>`)}
      ${counts.waiting > 0 && html`<li class="refuse"><strong>${number(counts.waiting)}</strong> ${t('importExport.waiting', { count: counts.waiting })}</li>`}
      ${counts.made_skus > 0 && html`<li class="update"><strong>${number(counts.made_skus)}</strong> ${t('importExport.madeSkus', { count: counts.made_skus })}</li>`}
    </ul>
    ${problems.length > 0 && html`<${Remarks} title=${t('importExport.problems')} remarks=${problems} />`}
    ${
      told.length > 0 &&
      html`<details open><summary>${t('importExport.notes')}</summary>
        <ul class="import-lines">${told.map(
          ({ column, count, text }, n) =>
            html`<li key=${n}><strong>${column}</strong> <${Told} text=${text} name="" /> <span class="quiet">${t('importExport.inLines', { count })}</span></li>`,
        )}</ul>
        <${RemarkList} remarks=${notes} />
      </details>`
    }
    ${(['create', 'update'] as const).map(
      (what) =>
        lines[what].length > 0 &&
        html`<details key=${what}><summary>${t(what === 'create' ? 'importExport.create' : 'importExport.update')}</summary>
          ${
            what === 'update' &&
            html`<p>${Object.entries(changes)
              .map(([field, count]) => `${changed(field)} ${number(count)}`)
              .join(' · ')}</p>`
          }
          <ol class="import-lines">${lines[what].map(
            ({ line, name, changes: own }) =>
              html`<li key=${line}><span class="quiet">${t('importExport.line', { line: number(line) })}</span> ${name}${own && html` <span class="quiet">${own.map(changed).join(', ')}</span>`}</li>`,
          )}</ol>
        </details>`,
    )}
  </div>`;
}

/** What a line changes, as the file calls it. */
const changed = (field: string) => (field === 'variants' ? t('importExport.newVariants') : field);

const Remarks = ({ title, remarks }: { title: string; remarks: Remark[] }): VNode =>
  html`<details open><summary>${title}</summary><${RemarkList} remarks=${remarks} /></details>`;

const RemarkList = ({ remarks }: { remarks: Remark[] }): VNode =>
  html`<ol class="import-lines">
    ${remarks.map(
      ({ line, column, text }, n) =>
        html`<li key=${n}><span class="quiet">${t('importExport.line', { line: number(line) })}</span> ${column && html`<strong>${column}</strong> `}<${Told} text=${text} name="" /></li>`,
    )}
  </ol>`;

type ProgressProps = { one: Import; storeId: string; lacksPictures: boolean; onChanged: () => Promise<void> };

function Progress({ one, storeId, lacksPictures, onChanged }: ProgressProps): VNode {
  const { job, kind, file_name } = one;
  const [refused, setRefused] = useState<Remark[] | null>(null);
  const { isBusy, problem, run } = useWork();
  const isOn = job.status === 'queued' || job.status === 'running';
  const done = job.succeeded_count + job.failed_count;
  const cancel = () =>
    run(async () => {
      await cancelImport(job.id);
      await onChanged();
    });
  const { waiting_skus: waiting, made_skus: made } = one;
  const hasTold = job.failed_count + waiting + made > 0 || (lacksPictures && kind === 'products');
  const show = () =>
    run(async () => {
      const [found] = (await readImports(storeId, job.id)).imports;
      setRefused([
        ...(found?.refused ?? []).map(({ line, message }) => ({ line, column: '', text: message })),
        ...(found?.pictures ?? []).map(({ line, message, source_url }) => ({
          line,
          column: source_url,
          text: message,
        })),
        ...(found?.skus ?? []).map(({ line, text }) => ({ line, column: 'SKU', text })),
      ]);
    });
  return html`<li>
    <p><strong>${file_name}</strong> <span class="quiet">${t(`importKind.${kind}`)}</span> <${Badge} list="jobStatus" code=${job.status} /></p>
    <progress aria-label=${file_name} max=${job.line_count} value=${done}></progress>
    <p>${t('importExport.done', { done: number(done), all: number(job.line_count) })}
      ${job.failed_count > 0 && html` <span class="problem">${t('importExport.refused', { count: job.failed_count })}</span>`}
      ${waiting > 0 && html` <span class="problem">${number(waiting)} ${t('importExport.waiting', { count: waiting })}</span>`}
      ${made > 0 && html` <span class="quiet">${number(made)} ${t('importExport.madeSkus', { count: made })}</span>`}</p>
    <${Problem} of=${problem} />
    ${isOn && html`<${Button} kind="plain" isBusy=${isBusy} onClick=${cancel}>${t('importExport.cancel')}<//>`}
    ${!isOn && hasTold && !refused && html`<${Button} kind="plain" isBusy=${isBusy} onClick=${show}>${t('importExport.showRefused')}<//>`}
    ${refused && html`<${Remarks} title=${t('importExport.problems')} remarks=${refused} />`}
  </li>`;
}

const exports = [
  ['products', 'shopify', 'importExport.asShopify'],
  ['products', 'woocommerce', 'importExport.asWoo'],
  ['products', 'haat', 'importExport.asHaat'],
  ['customers', 'haat', 'importKind.customers'],
  ['orders', 'haat', 'importKind.orders'],
] as const;

function Out({ storeId, kinds }: { storeId: string; kinds: Kind[] }): VNode {
  const { isBusy, problem, run } = useWork();
  return html`<${Card} title=${t('importExport.out')}>
    <p class="quiet">${t('importExport.outHint')}</p>
    <${Problem} of=${problem} />
    <div class="acts">
      ${exports
        .filter(([kind]) => kinds.includes(kind))
        .map(
          ([kind, as, text]) =>
            html`<${Button} key=${text} kind="plain" icon="download" isBusy=${isBusy} onClick=${() => run(() => saveExport(kind, as, storeId))}>${t(text)}<//>`,
        )}
    </div>
  <//>`;
}
