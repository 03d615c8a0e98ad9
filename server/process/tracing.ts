// OpenTelemetry traces: a span for each request, each database call inside it, each webhook delivery and each job. They are
// made only when the standard variables name a collector. Otherwise the SDK is not loaded, and a span is only a function
// call. Spans contain routes, operations, ids and codes, never keys, bodies, query values or messages.
//
// A process has one tracer, as in OpenTelemetry itself, so it is a module variable and not passed as a parameter.
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import packageFile from '../../package.json' with { type: 'json' };
import type { Logger } from './log.ts';

type Facts = {
  kind: 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** Starts a new trace, also inside another one. */
  root?: boolean;
};

type Api = typeof import('@opentelemetry/api');

let running: { api: Api; tracer: Tracer } | undefined;

/** How long a stopping process waits for the collector. */
const flushMs = 3_000;
/** When the collector is not reachable, one line is logged per this time. */
const warnedEveryMs = 60_000;

/** The SDK reads where to send, what to sample and what to call itself from OTEL_ variables, which settings.ts checked. */
export async function startTracing(log: Logger): Promise<{ stop(): Promise<void> }> {
  const [api, { BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  let warned = Number.NEGATIVE_INFINITY;
  // Messages of the SDK may quote headers, so they are not logged.
  const warn = () => {
    if (performance.now() - warned < warnedEveryMs) return;
    warned = performance.now();
    log.warn('traces cannot be sent to the collector; everything else goes on');
  };
  const silent = () => {};
  api.diag.setLogger(
    { error: warn, warn: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: api.DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const provider = new NodeTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'haat', 'service.version': packageFile.version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  running = { api, tracer: provider.getTracer('haat', packageFile.version) };
  return {
    async stop() {
      running = undefined;
      await Promise.race([provider.shutdown().catch(warn), sleep(flushMs, undefined, { ref: false })]);
    },
  };
}

export const isTracing = (): boolean => running !== undefined;

/** The facts of every span of a statement. */
export const sqlSpan = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const;

/** Runs the work in a span. When it throws, the span is marked as failed, with the error code only. */
export function inSpan<T>(name: string, facts: Facts, work: (span?: Span) => Promise<T>): Promise<T> {
  return running ? record(running, name, facts, running.api.context.active(), work) : work();
}

/** The same for the work of a request: in the trace of its headers, if they have one. */
export function inSpanOfCaller<T>(
  name: string,
  facts: Facts,
  headers: IncomingHttpHeaders,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  if (!running) return work();
  const { ROOT_CONTEXT, propagation } = running.api;
  return record(running, name, facts, propagation.extract(ROOT_CONTEXT, headers), work);
}

function record<T>(
  { api, tracer }: NonNullable<typeof running>,
  name: string,
  { kind, attributes, root }: Facts,
  context: Context,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, consumer: api.SpanKind.CONSUMER };
  return tracer.startActiveSpan(name, { kind: kinds[kind], attributes, root }, context, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      const { code, name: kindOfError } = error as NodeJS.ErrnoException;
      fail(span, String(code ?? kindOfError));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed. */
export function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  // This is SpanStatusCode.ERROR; its package is loaded only when there are spans.
  span.setStatus({ code: 2 });
}
