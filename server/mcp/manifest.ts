// GET /ext/mcp/v1/manifest: describes the tools for people and programs without a key. see: guides/tools
import { jobScopes, type ServedTool, takesJobScopes } from './tools.ts';

/** Limits of what a client must load. A test keeps us well below them. */
export const limits = { tool_cap: 50, tools_list_token_budget: 60_000 };

export function manifestOf(server: { name: string; version: string }, tools: Iterable<ServedTool>) {
  return { ...server, limits, tools: Array.from(tools, entryOf) };
}

function entryOf(tool: ServedTool) {
  const { operation, annotations } = tool;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    scopes: operation.scopes,
    // A job has the scopes of the operation that it runs, so its tool takes a key with any of these.
    ...(takesJobScopes(operation) && { scopes_any: jobScopes }),
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
