// npm run db -- watch | commit -m "message" | uncommit | status | reset
// Runs graphile-migrate on a temporary Postgres, so that writing a migration needs no installed server and risks no data.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { commit, reset, type Settings, status, uncommit, watch } from 'graphile-migrate';
import { stopOnSignals } from '../../server/process/signals.ts';
import { withClient } from '../connect/connection.ts';
import { openThrowAwayCluster } from '../embedded/throw-away.ts';
import { applyCode, summary } from '../migrate/apply-code.ts';
import { asOwner, migrate, migrateSettings } from '../migrate/migrate.ts';
import { clearAllPools } from '../migrate/private-graphile-migrate.ts';
import { writeSchema } from './schema.ts';

const usage = `npm run db -- <command>
  watch              applies db/migrations/current and db/code again whenever they change
  commit -m <text>   freezes db/migrations/current as the next committed migration, and writes its hash and db/schema
  uncommit           turns the last committed migration, not released yet, back into the current one
  status             says whether a migration is being written
  reset              applies every committed migration, and the code, to an empty database
  schema             writes db/schema, which shows all tables`;

const { positionals, values } = readArguments();

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { message: { type: 'string', short: 'm' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

const commands: Record<string, (settings: Settings) => Promise<unknown>> = {
  async watch(settings) {
    // Applies the code after the current migration, and also when only the code has changed.
    const afterCurrent = [{ _: 'command' as const, command: 'node db/migrate/apply-code.ts' }];
    fs.watch(path.join(import.meta.dirname, '..', 'code'), { recursive: true }, () => {
      clearTimeout(settling);
      settling = setTimeout(() => showCode(settings), 200);
    });
    await watch({ ...settings, afterCurrent });
    // A signal ends it.
    await new Promise(() => {});
  },
  async commit(settings) {
    if (!values.message) throw new Error('say what the migration does: npm run db -- commit -m "text"');
    await commit(settings, values.message);
    writeHashes();
    await showSchema(settings);
  },
  async uncommit(settings) {
    await uncommit(settings);
    writeHashes();
  },
  async status(settings) {
    const { hasCurrentMigration } = await status(settings);
    console.log(hasCurrentMigration ? 'a migration is being written in db/migrations/current' : 'nothing to commit');
  },
  async reset(settings) {
    await reset(settings);
    await showCode(settings);
  },
  async schema(settings) {
    await watch(settings, true);
    await showSchema(settings);
  },
};
let settling: NodeJS.Timeout | undefined;

async function showSchema(settings: Settings): Promise<void> {
  await applyCode(settings.connectionString!);
  await withClient(settings.connectionString!, (client) => writeSchema(client));
}

/** What is committed shows there: a change of a former line is seen in review. */
function writeHashes(): void {
  const folder = path.join(import.meta.dirname, '../migrations/committed');
  const file = path.join(import.meta.dirname, '../../test/architecture/committed-migrations.ts');
  const lines = fs
    .readdirSync(folder)
    .sort()
    .map((name) => {
      const hash = createHash('sha256')
        .update(fs.readFileSync(path.join(folder, name)))
        .digest('hex');
      return `  '${name}': '${hash.slice(0, 16)}',`;
    });
  const head = fs.readFileSync(file, 'utf8').split('{')[0];
  fs.writeFileSync(file, `${head}{\n${lines.join('\n')}\n};\n`);
}

async function showCode(settings: Settings): Promise<void> {
  try {
    console.log(summary(await applyCode(settings.connectionString!)));
  } catch (error) {
    console.error((error as Error).message);
  }
}

if (values.help) {
  console.log(usage);
  process.exit(0);
}
const command = commands[positionals[0] ?? ''];
if (!command || positionals.length !== 1) {
  console.error(usage);
  process.exit(2);
}

const cluster = await stopOnSignals(openThrowAwayCluster(), ({ stop }) => stop());
let failed = false;
try {
  await migrate(cluster.url('haat'), { withoutCode: true });
  await command({
    ...migrateSettings(asOwner(cluster.url('haat')), console.log),
    shadowConnectionString: asOwner(cluster.url('haat_shadow')),
    rootConnectionString: cluster.url('postgres'),
  });
} catch (error) {
  console.error((error as Error).message);
  failed = true;
} finally {
  clearAllPools();
  await cluster.stop();
}
process.exit(failed ? 1 : 0);
