// Short names for the GraphQL schema. PostGraphile's default names are unique in every schema (`allOrders`, `rowId`,
// `orderItemsByStoreIdAndOrderId`). Ours use that all our tables are built alike: the key is `id`, and a foreign key is
// (tenant, something_id), so its last column gives the name.
import 'postgraphile';
import { jsonPgSmartTags } from 'postgraphile/utils';

/** `customer_id` to `customer`. */
const referenceOf = (columns: readonly string[]) => columns[columns.length - 1]!.replace(/_id$/, '');

/** The columns that identify the row, without the tenant columns. */
const ownColumns = (columns: readonly string[]) =>
  columns.filter((name) => name !== 'store_id' || columns.length === 1);

export const NamesPlugin: GraphileConfig.Plugin = {
  name: 'HaatNamesPlugin',
  version: '1.0.0',
  inflection: {
    // The schema of callers without a session has no nodes.
    ignoreReplaceIfNotExists: ['nodeIdFieldName'],
    replace: {
      _schemaPrefix: () => '',
      _attributeName(previous, _options, details) {
        return details.attributeName === 'id' ? 'id' : previous!(details);
      },
      nodeIdFieldName: () => 'nodeId',
      _allRows(_previous, _options, resource) {
        return this.camelCase(this.pluralize(this._singularizedResourceName(resource)));
      },
      rowByUnique(_previous, _options, { unique, resource }) {
        const type = this.tableType(resource.codec);
        const columns = ownColumns(unique.attributes);
        return this.camelCase(unique.isPrimary ? type : `${type}-by-${columns.join('-and-')}`);
      },
      _singleRelationRaw(_previous, _options, { registry, codec, relationName }) {
        const relation = registry.pgRelations[codec.name]![relationName]!;
        const given = relation.extensions?.tags?.fieldName;
        if (typeof given === 'string') return given;
        const reference = referenceOf(relation.localAttributes);
        // A key that a later version adds to a column such as `status` must not stop this server: the column keeps its name.
        return reference in codec.attributes ? `${reference}-row` : reference;
      },
      _singleRelationBackwardsRaw(_previous, _options, { registry, codec, relationName }) {
        const relation = registry.pgRelations[codec.name]![relationName]!;
        const given = relation.extensions?.tags?.foreignSingleFieldName;
        return typeof given === 'string' ? given : this.tableType(relation.remoteResource.codec);
      },
      _manyRelationRaw(_previous, _options, { registry, codec, relationName }) {
        const relation = registry.pgRelations[codec.name]![relationName]!;
        const given = relation.extensions?.tags?.foreignFieldName;
        if (typeof given === 'string') return given;
        const rows = this.pluralize(this.tableType(relation.remoteResource.codec));
        const reference = referenceOf(relation.remoteAttributes);
        // endpoint_id of a webhook delivery can only be a webhook endpoint, so the name need not say it.
        const saysEnough = this.tableType(codec).endsWith(this.upperCamelCase(reference));
        return saysEnough ? rows : `${rows}-as-${reference}`;
      },
      functionMutationResultFieldName(previous, _options, details) {
        const type = details.returnGraphQLTypeName;
        const isScalar = ['Boolean', 'Int', 'String', 'BigInt', 'BigFloat', 'JSON', 'UUID', 'Datetime'].includes(type);
        if (isScalar) return previous!(details);
        return this.camelCase(details.resource.isUnique ? type : this.pluralize(type));
      },
    },
  },
};

/** Columns and tables for internal use only. */
const hiddenColumns = [
  'attachments.media_key',
  'attachments.parent_id',
  'inventory_levels.is_low_stock',
  'inventory_levels.last_sequence',
  'inventory_levels.low_stock_threshold',
  'inventory_levels.threshold_changed_at',
  'jobs.is_internal',
  'jobs.served_at',
  'product_categories.product_created_at',
  'product_categories.product_status',
  'order_timeline.prints',
  'products.child_changes',
  'products.has_image',
  'products.search_text',
  'variants.option_key',
  'videos.cover_key',
  'videos.playback_path',
  'videos.poster_key',
];
const hiddenTables = [
  'missing_levels',
  'order_count_changes',
  'order_counts',
  'product_counts',
  'product_documents',
  'product_sales',
  'sales_changes',
  'sales_days',
  'webhook_attempt_counts',
  'webhook_gaps',
];

/** Unique columns that people search by. Other unique constraints get no lookup field. */
const naturalKeys = ['code', 'email', 'name', 'number', 'phone', 'sku', 'slug'];

export const TagsPlugin = jsonPgSmartTags({
  version: 1,
  config: {
    class: {
      ...Object.fromEntries(hiddenTables.map((table) => [`app.${table}`, { tags: { behavior: '-*' } }])),
      'app.activity_log': { tags: { name: 'activity_entry' } },
      'app.changes': { tags: { name: 'change_entry' } },
      'app.order_timeline': { tags: { name: 'timeline_entry' } },
      'app.staff': { tags: { name: 'staff_member' } },
    },
    attribute: {
      // `coupon` is the row as it is today.
      'app.orders.coupon': { tags: { name: 'applied_coupon' } },
      ...Object.fromEntries(hiddenColumns.map((column) => [`app.${column}`, { tags: { behavior: '-*' } }])),
    },
    constraint: {
      // `status` is the word.
      'app.orders.orders_status_is_known': { tags: { fieldName: 'statusMeaning', foreignFieldName: 'orders' } },
      'app.order_transitions.order_transitions_from_status_fkey': {
        tags: { fieldName: 'from', foreignFieldName: 'transitions' },
      },
      'app.order_transitions.order_transitions_to_status_fkey': {
        tags: { fieldName: 'to', foreignFieldName: 'transitionsInto' },
      },
      // The new key after a rotation.
      'app.api_keys.api_keys_replaces_key_id_fkey': { tags: { foreignSingleFieldName: 'replacedBy' } },
      'app.categories.categories_store_id_parent_id_fkey': { tags: { foreignFieldName: 'children' } },
      'app.payments.payments_store_id_refunds_payment_id_fkey': { tags: { foreignFieldName: 'refunds' } },
    },
  },
});

/** Hides the tenant columns, and lookups by them. */
export const TenantColumnsPlugin: GraphileConfig.Plugin = {
  name: 'HaatTenantColumnsPlugin',
  version: '1.0.0',
  schema: {
    entityBehavior: {
      pgCodecAttribute: {
        override: (behavior, [, attributeName]) => (attributeName === 'company_id' ? [behavior, '-*'] : behavior),
      },
      pgResourceUnique: {
        override: (behavior, [, unique]) => {
          const names = unique.attributes as readonly string[];
          const isForPeople = !names.includes('company_id') && naturalKeys.includes(names[names.length - 1]!);
          return unique.isPrimary || isForPeople ? behavior : [behavior, '-*'];
        },
      },
    },
  },
};
