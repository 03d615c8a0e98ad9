// What desk-types.ts writes: apart, because the code generator is loaded only when something has changed.
import path from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as operationsPlugin from '@graphql-codegen/typescript-operations';
import { buildSchema, type DocumentNode, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import { documentsOf } from '../../server/staff/pages/desk-documents.ts';

type Declared = { files: Map<string, string>; problems: string[] };

export async function declare(sdl: string, documents: [string, string][], scalars: object): Promise<Declared> {
  const schema = buildSchema(sdl);
  const files = new Map<string, string>();
  const problems: string[] = [];
  for (const [source, text] of documents) {
    const { document, errors } = read(schema, text);
    problems.push(
      ...errors.map(({ message, locations }) => `server/desk/${source}:${locations?.[0]?.line ?? 1}: ${message}`),
    );
    if (document && errors.length === 0)
      files.set(source.replace(/\.graphql$/, '.d.graphql.ts'), await declaration(schema, source, document, scalars));
  }
  return { files, problems };
}

function read(schema: GraphQLSchema, text: string): { document?: DocumentNode; errors: readonly GraphQLError[] } {
  try {
    const document = parse(text);
    return { document, errors: validate(schema, document) };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

async function declaration(schemaAst: GraphQLSchema, source: string, document: DocumentNode, scalars: object) {
  const types = await codegen({
    filename: source,
    schema: parse('type Query { unused: Int }'),
    schemaAst,
    documents: [{ location: source, document }],
    config: { scalars, useTypeImports: true, skipTypename: true },
    plugins: [{ 'typescript-operations': {} }],
    pluginMap: { 'typescript-operations': operationsPlugin },
    // They are valid already, and the generator would say it without the line.
    skipDocumentsValidation: true,
  });
  const up = '../'.repeat(source.split('/').length - 1) || './';
  return [
    `// Made of ${path.basename(source)} by npm run check.`,
    `import type { Document } from '${up}client.ts';`,
    // No list of ours has holes, which the schema cannot say.
    types.replaceAll(' | null>', '>'),
    ...documentsOf(document).map(
      ({ constant, type }) => `export declare const ${constant}: Document<${type}, ${type}Variables>;`,
    ),
    '',
  ].join('\n');
}
