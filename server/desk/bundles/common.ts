// What all bundles use. Each bundle and the start import it, so that it comes as one file and not as one for each pair of
// bundles that share something.
import '../amounts.ts';
import '../company.ts';
import '../enter.graphql';
import '../parts/bar-chart.ts';
import '../parts/call-bell.ts';
import '../parts/test-badge.ts';
import '../shell.ts';
