// The comments of the database are the documentation here too. Some things in them are for people in psql only: where a
// rule is written down ("spec: Order") or which SQLSTATE it raises, and arguments by their SQL names.
import 'postgraphile';
import { isInputObjectType, isObjectType } from 'postgraphile/graphql';

/** What a comment says to people in psql, and what it says here. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/, by internal\.now\(\)/, ''],
  [/ The fence compares it\./, ''],
  [/UUIDv7: opaque to clients, rising with time\./, 'Names the row for good; later rows have higher ones.'],
  [/: internal\.media_url\(\) gives its address/, ''],
];
const references = /\s*\b(Raises HT[^.]*\.|(spec|decisions|design): [^.]*\.?)/g;
const toCamelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const DescriptionsPlugin: GraphileConfig.Plugin = {
  name: 'HaatDescriptionsPlugin',
  version: '1.0.0',
  schema: {
    hooks: {
      finalize(schema) {
        for (const type of Object.values(schema.getTypeMap())) {
          if (type.name.startsWith('__')) continue;
          rewrite(type);
          if (!isObjectType(type) && !isInputObjectType(type)) continue;
          for (const field of Object.values(type.getFields())) {
            if (type.name.endsWith('Payload')) field.description ??= 'What it has become.';
            rewrite(field);
          }
        }
        for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
          const input = field.args[0]?.type.toString().replace('!', '');
          const type = schema.getType(input ?? '');
          if (!isInputObjectType(type)) continue;
          for (const name of Object.keys(type.getFields())) {
            const written = toSnakeCase(name);
            if (written !== name) field.description = field.description?.replaceAll(written, toCamelCase(written));
          }
        }
        return schema;
      },
    },
  },
};

function rewrite(described: { description?: string | null }): void {
  if (!described.description) return;
  let text = described.description.replace(references, '');
  for (const [written, meant] of phrases) text = text.replace(written, meant);
  described.description = text;
}
