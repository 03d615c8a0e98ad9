// What all bundles use. Each bundle and the start import it, so that it comes as one file and not as one for each pair of
// bundles that share something: over plain HTTP a browser asks for six at a time.
import '../../gate/typed-number.ts';
import '../address.ts';
import '../amounts.ts';
import '../company.ts';
import '../enter.graphql';
import '../parts/bar-chart.ts';
import '../parts/call-bell.ts';
import '../parts/counted.ts';
import '../parts/device.ts';
import '../parts/test-badge.ts';
import '../save-file.ts';
import '../shell.ts';
import '../sign-in.graphql';
