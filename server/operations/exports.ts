// Exports: whole lists as files. A worker writes the file from one snapshot (workers/exports).
import { z } from 'zod';
import { customerOperations } from './customers.ts';
import { inventoryOperations } from './inventory.ts';
import { orderOperations } from './orders.ts';
import { productOperations } from './products.ts';
import { byId, id, list, oneOf, pageOf, pagination, storeId, timestamp } from './schemas.ts';
import type { Operation } from './types.ts';

const { list_products } = productOperations;
const { list_orders } = orderOperations;
const { list_customers } = customerOperations;
const { list_inventory_levels, list_inventory_movements } = inventoryOperations;
const exportable = { list_products, list_orders, list_customers, list_inventory_levels, list_inventory_movements };

type Exportable = keyof typeof exportable;
const names = Object.keys(exportable) as Exportable[];
const statuses = ['pending', 'running', 'finished', 'failed'] as const;

export const exportRecord = z
  .object({
    id,
    store_id: id,
    key_id: id.describe('The key that asked for it.'),
    operation: oneOf(...names),
    filters: z.record(z.string(), z.unknown()),
    format: oneOf('ndjson', 'csv'),
    bom: z.boolean(),
    for_sync: z.boolean(),
    status: oneOf(...statuses),
    record_count: z.int().describe('Records written so far; of a finished export all.'),
    size_bytes: z.int().nullable(),
    synced_until: timestamp
      .nullable()
      .describe('Set when finished: every change up to this moment is in the file. Go on with it as `updated_after`.'),
    failure: z
      .object({
        code: oneOf('KEY_NOT_LIVE', 'FORBIDDEN_SCOPE', 'TOOK_TOO_LONG', 'GAVE_UP', 'CANCELLED'),
        message: z.string(),
      })
      .nullable()
      .describe('`CANCELLED`: staff cancelled it.'),
    url: z
      .string()
      .nullable()
      .describe('Signed address of the file, good for an hour; each read gives a new one. Null in lists.'),
    url_expires_at: timestamp.nullable(),
    started_at: timestamp.nullable(),
    ended_at: timestamp.nullable(),
    expires_at: timestamp.nullable().describe('When the file and the export are deleted: seven days after its end.'),
    created_at: timestamp,
  })
  .describe('A whole list as a file. Only the key that asked for it, and keys that replace that key, see it.')
  .meta({ id: 'Export' });

/** The filters must be those of the list: they are checked by its own input, without its pages. */
const filtersOfTheList = z.check<{ operation: Exportable; filters: Record<string, unknown> }>((checked) => {
  const { operation, filters } = checked.value;
  const given = Object.entries(filters).filter(([, value]) => value !== null);
  for (const [name] of given.filter(([name]) => Object.hasOwn(pagination, name)))
    checked.issues.push({ code: 'unrecognized_keys', keys: [name], path: ['filters'], input: filters });
  const found = exportable[operation].input._zod.run(
    { value: Object.fromEntries(given), issues: [] },
    { async: false },
  );
  if (found instanceof Promise) throw new Error(`the input of ${operation} is checked at once`);
  checked.issues.push(...z.core.util.prefixIssues('filters', found.issues));
  const entries = Object.entries(found.value as object).filter(([name]) => !Object.hasOwn(pagination, name));
  checked.value.filters = Object.fromEntries(entries);
});

const newExport = z
  .strictObject({
    store_id: storeId.optional(),
    operation: z.enum(names).describe('The list. The key needs its scope.'),
    filters: z
      .record(z.string(), z.unknown())
      .default({})
      .describe(
        'Filters of the list, and `expand` of orders, by the names of its query. Without pages, `sort`, `store_id`.',
      ),
    format: z
      .enum(['ndjson', 'csv'])
      .default('ndjson')
      .describe('`ndjson`: the documents of the list, one a line. `csv`: a table; the guide lists its columns.'),
    bom: z.boolean().default(false).describe('Begins a CSV with the mark by which spreadsheets know that it is UTF-8.'),
    for_sync: z
      .boolean()
      .default(false)
      .describe(
        'Products and orders: leaves out what changed after `synced_until`. It comes with the sync that goes on from there, so that no change is missed and none comes twice.',
      ),
  })
  .check(filtersOfTheList);

export const exportOperations = {
  create_export: {
    method: 'POST',
    path: '/exports',
    scopes: [],
    summary: 'Export a list',
    description:
      'Writes a whole list into a file: all products, orders, customers, inventory levels or stock movements of a store that pass the filters, oldest first, as they are at one moment. The work is done in the background: read the export until it is `finished`. Five exports of a store may be open at a time.',
    input: newExport,
    output: exportRecord,
    status: 202,
    idempotency: 'optional',
    bulk: false,
    cost: 1,
    errors: ['FORBIDDEN_SCOPE', 'NOT_FOUND', 'CONFLICT'],
    tool: {
      title: 'Export a list',
      description:
        'Writes a whole list of a store to a file in the background, for lists too long to page through. Then `get_export` until it is `finished`, for the link to the file.',
      // Every key that reads a list may export it; yet one that writes nothing is shown no tool that writes.
      scopesAny: ['customers:write', 'inventory:write', 'orders:write', 'products:write'],
      hints: { destructive: false, idempotent: false, openWorld: false },
    },
  },
  list_exports: {
    method: 'GET',
    path: '/exports',
    scopes: [],
    summary: 'List exports',
    description: 'The exports that this key asked for, or keys that it replaced, newest first.',
    input: pageOf({ status: z.enum(statuses).optional().describe('Only exports with this status.') }),
    output: list(exportRecord),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  get_export: {
    method: 'GET',
    path: '/exports/{id}',
    scopes: [],
    summary: 'Read an export',
    description: 'How far an export is, and of a finished one the address of its file.',
    input: byId('export'),
    output: exportRecord,
    status: 200,
    cost: 1,
    download: true,
    errors: ['NOT_FOUND', 'STORAGE_UNAVAILABLE'],
    tool: {
      title: 'Read an export',
      description: 'How far an export is; of a finished one `url`, the link to its file. Give a person the link.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;
