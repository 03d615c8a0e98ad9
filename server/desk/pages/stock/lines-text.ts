// The lines of a document of the stock in one text: the first of them, and how many more there are.
import { t } from '../../i18n.ts';

type Lines = { totalCount: number; nodes: { sku: string; quantity: number }[] };

export function linesText({ totalCount, nodes }: Lines): string {
  const text = nodes.map(({ sku, quantity }) => `${sku} × ${quantity}`.replace('× -', '× −')).join(', ');
  return totalCount > nodes.length ? t('stock.andMore', { lines: text, count: totalCount - nodes.length }) : text;
}
