// What the bundles of lists and forms share beyond what all do: Today, the first page of most days, does without it.
import './common.ts';
import '../address.ts';
import '../pages/new-order/draft.ts';
import '../pages/stock/locations.ts';
import '../parts/columns.ts';
import '../parts/csv.ts';
import '../parts/history.ts';
import '../parts/history-link.ts';
import '../parts/is-cut.ts';
import '../parts/number-field.ts';
import '../parts/rows.ts';
import '../parts/scan-field.ts';
import '../parts/store-filter.ts';
import '../parts/use-pages.ts';
import '../use-change.ts';
import '../use-draft.ts';
import '../zoned.ts';
