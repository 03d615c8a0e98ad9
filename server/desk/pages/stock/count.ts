// A stock count on a phone: scan, tap or type; what differs is shown; then it is booked, or given up. It lives on the
// server: a reload, or another phone, goes on with it.
import { Refusal } from '../../client.ts';
import { useCompany } from '../../company.ts';
import { number, t, when } from '../../i18n.ts';
import { limitsOf } from '../../limits.ts';
import { numberOf, numberProblem } from '../../number.ts';
import { GoodsName } from '../../parts/goods-name.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { signal } from '../../parts/scan-field.ts';
import { Stepper } from '../../parts/stepper.ts';
import { Badge, Button, Card, Dialog, Empty, Form, isFilled, Loading, PageHead, Problem, say } from '../../parts.ts';
import type { PageProps } from '../../router.ts';
import { useData, useSave } from '../../use.ts';
import { html, useRef, useState, type VNode } from '../../view.ts';
import { useCounting } from './counting.ts';
import { bookCount, type CountQuery, cancelCount, count, countDifferences, removeCountLine } from './counts.graphql';
import { type Goods, GoodsPicker } from './goods-picker.ts';

type Found = NonNullable<CountQuery['stockCount']>;
type Line = Found['stockCountLines']['nodes'][number];

/** The newest lines are what one looks at; a count of a whole warehouse has thousands. */
const pageSize = 100;

export default function Count({ params }: PageProps): VNode {
  const id = params.id!;
  const { can } = useCompany();
  const [most, setMost] = useState(pageSize);
  const { data, problem, isLoading, reload } = useData(count, { id }, { most });
  const counting = useCounting(id, reload);
  const [lost, setLost] = useState<Refusal>();
  const [last, setLast] = useState('');
  const [ending, setEnding] = useState<'book' | 'cancel'>();
  const list = useRef<HTMLUListElement>(null);
  const found = data?.stockCount;
  const lines = found?.stockCountLines.nodes ?? [];
  const isOpen = found?.status === 'open' && can('inventory_manage');
  const pick = async (goods: Goods) => {
    setLost(undefined);
    try {
      setLast(t('count.counted', { sku: goods.sku, count: await counting.addOne(goods.id) }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      signal(false);
      setLost(error);
    }
  };
  const ended = async () => {
    setEnding(undefined);
    await reload();
  };
  return html`
    <${PageHead} title=${found ? `${found.number} · ${found.location?.name}` : t('stock.count')}
      back=${{ href: '/admin/stock/count', text: t('stock.count') }}>
      ${found && html`<${Badge} list="countStatus" code=${found.status} />`}
      ${found && html`<${HistoryLink} type="stock_count" id=${id} />`}
    <//>
    <${Problem} of=${problem} onRetry=${reload} />
    ${!data && !problem && html`<${Loading} />`}
    ${data && !found && html`<p role="alert">${t('count.gone')}</p>`}
    ${
      isOpen &&
      html`<div class="card stack">
        <${GoodsPicker} label=${t('count.scan')} onPick=${pick} />
        <p class="last" role="status">${last}</p>
      </div>`
    }
    <${Problem} of=${lost} />
    <${Problem} of=${counting.problem} onRetry=${counting.retry} />
    ${
      found &&
      html`<${Card} title=${t('count.lines', { count: found.stockCountLines.totalCount })}
        acts=${html`<span class="quiet" role="status">${counting.isPending && t('count.saving')}</span>`}>
        ${lines.length === 0 && html`<${Empty}>${t('count.empty')}<//>`}
        <ul class="work-lines" ref=${list}>
          ${lines.map(
            (line) => html`<${CountedLine} key=${line.variantId} countId=${id} line=${line}
            counting=${isOpen && counting} onRemoved=${reload} />`,
          )}
        </ul>
        ${
          found.stockCountLines.pageInfo.hasNextPage &&
          html`<p class="quiet">${t('list.shown', { shown: lines.length, count: found.stockCountLines.totalCount })}</p>
          <${Button} kind="plain" isBusy=${isLoading} onClick=${() => setMost(most + pageSize)}>${t('do.more')}<//>`
        }
      <//>`
    }
    ${
      isOpen &&
      html`<div class="card form-acts stays">
        <${Button} icon="check-lg" disabled=${lines.length === 0 || counting.isPending}
          onClick=${() => isFilled(list.current!) && setEnding('book')}>${t('count.book')}<//>
        <${Button} kind="danger" onClick=${() => setEnding('cancel')}>${t('count.cancel')}<//>
      </div>`
    }
    ${ending === 'book' && html`<${Book} countId=${id} onDone=${ended} onClose=${() => setEnding(undefined)} />`}
    ${ending === 'cancel' && html`<${Cancel} countId=${id} onDone=${ended} onClose=${() => setEnding(undefined)} />`}
  `;
}

/** `+2`, `−1`, or that it is as expected. */
function Difference({ units }: { units: number }): VNode {
  if (units === 0) return html`<span class="badge" data-code="good">${t('count.same')}</span>`;
  const key = units > 0 ? 'count.more' : 'count.fewer';
  return html`<span class="badge" data-code="bad">${t(key, { count: Math.abs(units) })}</span>`;
}

type LineProps = {
  countId: string;
  line: Line;
  counting: ReturnType<typeof useCounting> | false;
  onRemoved: () => Promise<void>;
};

const limits = limitsOf('save_stock_count_lines.lines.counted');
const isCount = (text: string) => text.trim() !== '' && numberProblem(text, limits) === undefined;

function CountedLine({ countId, line, counting, onRemoved }: LineProps): VNode {
  const { save, isBusy, problem } = useSave(removeCountLine);
  const unsaved = counting ? counting.unsaved.get(line.variantId) : undefined;
  const now = unsaved ?? line.countedQuantity;
  const [typed, setTyped] = useState(String(now));
  // What is no number stays until it is one; after a scan it is what was counted.
  const isShown = !isCount(typed) || numberOf(typed) === now;
  const remove = async () => {
    if (await save({ countId, variantId: line.variantId })) await onRemoved();
  };
  return html`<li>
    <${GoodsName} product=${line.variant?.product?.name ?? ''} variant=${line.variant?.name} sku=${line.sku}
      imageUrl=${line.variant?.product?.thumbnailUrl}>
      <p class="quiet">${[t('count.expected', { count: line.expectedQuantity }), line.actorName, when(line.countedAt, 'time')].join(' · ')}</p>
      ${unsaved === undefined && html`<${Difference} units=${line.differenceQuantity} />`}
      <${Problem} of=${problem} />
    <//>
    ${
      counting
        ? html`<div class="row">
            <${Stepper} label=${t('count.units', { sku: line.sku })} hideLabel value=${isShown ? typed : String(now)}
              limits=${limits} attributes=${{ required: true }} onInput=${(text: string) => {
                setTyped(text);
                if (isCount(text)) counting.set(line.variantId, numberOf(text)!);
              }} />
            <${Button} kind="plain" icon="trash" isBusy=${isBusy} title=${t('goods.remove', { sku: line.sku })} onClick=${remove} />
          </div>`
        : html`<strong class="figure">${number(line.countedQuantity)}</strong>`
    }
  </li>`;
}

type EndProps = { countId: string; onDone: () => Promise<void>; onClose: () => void };

function Book({ countId, onDone, onClose }: EndProps): VNode {
  const read = useData(countDifferences, { id: countId });
  const differing = read.data?.stockCount?.differing;
  const { save, isBusy, problem, cancel } = useSave(bookCount);
  const book = async () => {
    if (!(await save({ countId }))) return;
    say(t('count.booked'));
    await onDone();
  };
  return html`<${Dialog} title=${t('count.book')} onClose=${onClose}>
    <${Form} onSubmit=${book} submit=${t('count.book')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
      disabled=${!differing}>
      <${Problem} of=${read.problem} onRetry=${read.reload} />
      ${!differing && !read.problem && html`<${Loading} />`}
      ${differing && html`<p>${t('count.differs', { count: differing.totalCount })}</p>`}
      <ul class="stack">
        ${differing?.nodes.map(
          ({ variantId, sku, differenceQuantity }) => html`<li key=${variantId} class="row">
            <span class="grow">${sku}</span> <${Difference} units=${differenceQuantity} />
          </li>`,
        )}
      </ul>
    <//>
  <//>`;
}

function Cancel({ countId, onDone, onClose }: EndProps): VNode {
  const { save, isBusy, problem, cancel } = useSave(cancelCount);
  const giveUp = async () => {
    if (!(await save({ countId }))) return;
    say(t('count.cancelled'));
    await onDone();
  };
  return html`<${Dialog} title=${t('count.cancel')} onClose=${onClose}>
    <${Form} onSubmit=${giveUp} submit=${t('count.cancel')} kind="danger" isBusy=${isBusy} problem=${problem} onCancel=${cancel}>
      <p>${t('count.cancelWhy')}</p>
    <//>
  <//>`;
}
