// Names for people. PostGraphile's own are made to be unique whatever the schema (`allOrders`, `rowId`,
// `orderItemsByStoreIdAndOrderId`); ours rely on how the tables are built: a key is `id`, and a reference is
// (tenant, something_id), so its last column says what it is.
import 'postgraphile';
import { jsonPgSmartTags } from 'postgraphile/utils';

/** `customer_id` to `customer`. */
const referenceOf = (columns: readonly string[]) => columns[columns.length - 1]!.replace(/_id$/, '');

/** The columns that say which row, without those that only say whose. */
const ownColumns = (columns: readonly string[]) =>
  columns.filter((name) => name !== 'store_id' || columns.length === 1);

export const NamesPlugin: GraphileConfig.Plugin = {
  name: 'HaatNamesPlugin',
  version: '1.0.0',
  inflection: {
    // Strangers have no nodes.
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
        // A webhook delivery's endpoint_id needs no "webhook": what else could it be.
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

/** What only the machinery needs. */
const hiddenColumns = [
  'inventory_levels.last_sequence',
  'products.child_changes',
  'products.search_text',
  'variants.option_key',
];
const hiddenTables = ['product_sales', 'sales_changes', 'sales_days', 'webhook_attempt_counts'];

/** What people call a row by; look-ups by other unique columns serve constraints only. */
const naturalKeys = ['code', 'email', 'name', 'number', 'phone', 'sku', 'slug'];

export const TagsPlugin = jsonPgSmartTags({
  version: 1,
  config: {
    class: {
      ...Object.fromEntries(hiddenTables.map((table) => [`app.${table}`, { tags: { behavior: '-*' } }])),
      'app.activity_log': { tags: { name: 'activity_entry' } },
      'app.order_timeline': { tags: { name: 'timeline_entry' } },
      'app.staff': { tags: { name: 'staff_member' } },
    },
    attribute: {
      // Beside `coupon`, the row as it is today.
      'app.orders.coupon': { tags: { name: 'applied_coupon' } },
      ...Object.fromEntries(hiddenColumns.map((column) => [`app.${column}`, { tags: { behavior: '-*' } }])),
    },
    constraint: {
      // Beside `status`, the word.
      'app.orders.orders_status_is_known': { tags: { fieldName: 'statusMeaning', foreignFieldName: 'orders' } },
      'app.order_transitions.order_transitions_from_status_fkey': {
        tags: { fieldName: 'from', foreignFieldName: 'transitions' },
      },
      'app.order_transitions.order_transitions_to_status_fkey': {
        tags: { fieldName: 'to', foreignFieldName: 'transitionsInto' },
      },
      // The key that a rotation put in its place.
      'app.api_keys.api_keys_replaces_key_id_fkey': { tags: { foreignSingleFieldName: 'replacedBy' } },
      'app.categories.categories_store_id_parent_id_fkey': { tags: { foreignFieldName: 'children' } },
      'app.payments.payments_store_id_refunds_payment_id_fkey': { tags: { foreignFieldName: 'refunds' } },
    },
  },
});

/** The columns that only say whose a row is, and the look-ups by them, are no field of any type. */
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
