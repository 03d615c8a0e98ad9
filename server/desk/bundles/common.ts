// What several bundles use. Each bundle and the start import it, so that it comes as one file and not as one for each pair of
// bundles that share something.
import '../address.ts';
import '../amounts.ts';
import '../company.ts';
import '../enter.graphql';
import '../pages/new-order/draft.ts';
import '../pages/stock/locations.ts';
import '../parts/bar-chart.ts';
import '../parts/call-bell.ts';
import '../parts/csv.ts';
import '../parts/history.ts';
import '../parts/history-link.ts';
import '../parts/is-cut.ts';
import '../parts/rows.ts';
import '../parts/scan-field.ts';
import '../parts/store-filter.ts';
import '../parts/test-badge.ts';
import '../parts/use-pages.ts';
import '../shell.ts';
import '../sign-in.ts';
import '../zoned.ts';
