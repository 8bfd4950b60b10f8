import { context, type Observable, propagation, trace } from '@opentelemetry/api';
import type { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { IdGenerator } from '@opentelemetry/sdk-trace-base';
import { METRICS, type Metrics } from './metrics.ts';
import { chosenIds } from './tracing.ts';

const METRICS_EVERY_MS = 60_000;
/** How long a stop waits for what is not sent yet. */
const LAST_SEND_MS = 3_000;
const TRY_MS = 10_000;
const TRACES = '/v1/traces';

interface TelemetryOptions {
  /** Of an OTLP receiver over HTTP, such as `http://localhost:4318`. */
  readonly endpoint: string;
  /** Such as a receiver's key, by name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly roles: readonly string[];
  readonly metrics: Metrics;
}

/**
 * The SDK, loaded when it is asked for: in the bundle an `import` above would be a part of every start, a quarter of a
 * second of processor time.
 */
async function loadSdk() {
  const [contexts, core, metricsOverHttp, tracesOverHttp, resources, metrics, tracing] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  return { ...contexts, ...core, ...metricsOverHttp, ...tracesOverHttp, ...resources, ...metrics, ...tracing };
}

/** By chance, but for the first span of a thing's trace. */
const idsAfter = (random: IdGenerator): IdGenerator => ({
  generateTraceId: () => chosenIds()?.traceId ?? random.generateTraceId(),
  generateSpanId: () => chosenIds()?.spanId ?? random.generateSpanId(),
});

/**
 * Sends traces and all metrics to an OTLP receiver, by OpenTelemetry's SDK. One that does not answer delays nothing: what can't be
 * sent is dropped. `stop` sends what is left, for three seconds at most.
 */
export async function startTelemetry({ endpoint, headers, roles, metrics }: TelemetryOptions) {
  const sdk = await loadSdk();
  const resource = sdk.resourceFromAttributes({ 'service.name': 'kobogate', 'kobogate.roles': [...roles] });
  const at = (path: string) => ({ url: addressOf(endpoint, path), headers: { ...headers } });
  const tracing = new sdk.BasicTracerProvider({
    resource,
    idGenerator: idsAfter(new sdk.RandomIdGenerator()),
    spanProcessors: [new sdk.BatchSpanProcessor(new sdk.OTLPTraceExporter(at(TRACES)))],
  });
  const contexts = new sdk.AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  propagation.setGlobalPropagator(new sdk.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(tracing);
  const reader = new sdk.PeriodicExportingMetricReader({
    exporter: new sdk.OTLPMetricExporter(at('/v1/metrics')),
    exportIntervalMillis: METRICS_EVERY_MS,
  });
  const measuring = new sdk.MeterProvider({ resource, readers: [reader] });
  observe(measuring.getMeter('kobogate'), metrics);
  return {
    stop: async () => {
      const limit = new Promise<void>((resolve) => void setTimeout(resolve, LAST_SEND_MS).unref());
      await Promise.race([Promise.allSettled([tracing.shutdown(), measuring.shutdown()]), limit]);
    },
  };
}

/** Sends a receiver a list of no spans. Throws where there is no answer, or a refusal. */
export async function tryReceiver({
  endpoint,
  headers,
}: Pick<TelemetryOptions, 'endpoint' | 'headers'>): Promise<void> {
  const response = await fetch(addressOf(endpoint, TRACES), {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TRY_MS),
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [] }),
  }).catch((cause: unknown) => {
    throw new Error('it can’t be reached', { cause });
  });
  if (!response.ok) throw new Error(`it answered with HTTP status ${response.status}`);
}

const addressOf = (endpoint: string, path: string): string => `${endpoint.replace(/\/+$/, '')}${path}`;

/** Hands over the samples of Prometheus' text under the same names; how long answers take is in their spans. */
function observe(meter: ReturnType<MeterProvider['getMeter']>, metrics: Metrics): void {
  const instruments = new Map<string, Observable>();
  for (const [name, [kind, description]] of Object.entries(METRICS)) {
    if (kind === 'gauge') instruments.set(name, meter.createObservableGauge(name, { description }));
    if (kind === 'counter') instruments.set(name, meter.createObservableCounter(name, { description }));
  }
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { name, labels, value } of await metrics.samples()) {
        const instrument = instruments.get(name);
        if (instrument !== undefined) result.observe(instrument, value, labels);
      }
    },
    [...instruments.values()],
  );
}
