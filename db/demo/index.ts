// Loads the demo into a new database, in one transaction: it is there whole or not at all. Everything past the bare
// tenancy goes through the service's own procedures with the clock turned back, so ledger, timeline and money are as
// real as any shop's. Afterwards DATA_DIR/demo.json tells the keys and passwords, which cannot be read from the
// database.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { openStorage } from '../../server/media/storage/index.ts';
import { noProgress, type Progress } from '../../server/process/progress.ts';
import type { Settings } from '../../server/process/settings.ts';
import { withClient } from '../connect/connection.ts';
import { asOwner } from '../migrate/migrate.ts';
import { catalogs } from './catalog.ts';
import { demoClient } from './client.ts';
import { storeImages } from './drawings/images.ts';
import { inOrderOfAge, loadCatalog } from './load-catalog.ts';
import { loadHistory } from './load-history.ts';
import { type LoadedCompany, loadTenancy } from './load-tenancy.ts';
import { loadVideos } from './load-videos.ts';

export type DemoOptions = {
  adminUrl: string;
  settings: Pick<Settings, 'dataDir' | 'media' | 'publicUrl'>;
  log: Logger;
  progress?: Progress;
  /** When the last of it happened. */
  now?: Date;
};

/** Loads the demo when no company exists yet; in any case brings the addresses in demo.json up to date. */
export async function loadDemo({
  adminUrl,
  settings,
  log,
  progress = noProgress,
  now = new Date(),
}: DemoOptions): Promise<void> {
  const file = path.join(settings.dataDir, 'demo.json');
  const started = performance.now();
  const loaded = await withClient(asOwner(adminUrl), async (client) => {
    const isNew = await client.query('select internal.has_no_company() as yes');
    if (!isNew.rows[0].yes) return null;
    await client.query('begin');
    const demo = demoClient(client);
    const storage = openStorage(settings.media, `${settings.publicUrl}/media`);
    progress.at('loading the demo, catalog');
    const products = catalogs.flatMap((catalog) => inOrderOfAge(catalog.products));
    const images = storeImages(
      products.flatMap((product) => product.images),
      storage,
    );
    const companies = await loadTenancy(demo, now);
    for (const company of companies) await loadCatalog(demo, company, images, now);
    const [first] = companies;
    if (first) {
      await loadVideos(demo, storage, first, now);
      await loadHistory(demo, first, now, progress);
    }
    progress.at('loading the demo, statistics');
    await client.query('commit');
    await client.query('vacuum analyze');
    return companies;
  });
  progress.end();
  if (loaded) {
    write(file, { ...addresses(settings), ...describe(loaded) });
    log.info({ seconds: Math.round((performance.now() - started) / 100) / 10 }, 'demo loaded');
  } else if (fs.existsSync(file)) {
    write(file, { ...JSON.parse(fs.readFileSync(file, 'utf8')), ...addresses(settings) });
  }
}

function addresses({ publicUrl }: Pick<Settings, 'publicUrl'>) {
  return {
    base_url: publicUrl,
    rest_url: `${publicUrl}/ext/v1`,
    mcp_url: `${publicUrl}/ext/mcp/v1`,
    graphql_url: `${publicUrl}/admin/graphql`,
  };
}

function describe(companies: LoadedCompany[]) {
  return {
    staff: companies.flatMap(({ id: company_id, staff }) =>
      staff.map(({ email, password, role }) => ({ email, password, role, company_id })),
    ),
    companies: companies.map(({ staff: _, ...company }) => company),
  };
}

/** Whole or not at all, and for this account's eyes only. */
function write(file: string, content: unknown): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  fs.writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(draft, file);
}
