// GET /ext/mcp/v1/manifest: describes the tools for people and programs without a key. see: guides/tools
import type { ServedTool } from './tools.ts';

/** Limits of what a client must load. A test keeps us well below them. */
export const limits = { tool_cap: 50, tools_list_token_budget: 60_000 };

export function manifestOf(server: { name: string; version: string }, tools: Iterable<ServedTool>) {
  const listed = [...tools].filter(({ isListed }) => isListed);
  return { ...server, limits, tools: listed.map(entryOf) };
}

function entryOf(tool: ServedTool) {
  const { operation, annotations } = tool;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    scopes: operation.scopes,
    // A job and an export have the scopes of what they run: the tool is shown to a key with any of these.
    ...(tool.scopesAny && { scopes_any: tool.scopesAny }),
    annotations,
    idempotency: tool.idempotency,
    metering: {
      bucket: tool.bucket,
      cost: operation.cost,
      // A call with images costs this for each, and at least `cost`.
      ...(operation.images && { cost_per_image: 1 }),
    },
    paged: 'starting_after' in operation.input.shape,
    response_formats: ['json'],
    rest_twin: tool.restTwin,
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
  };
}
