import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { context, type Observable, propagation, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
} from '@opentelemetry/sdk-trace-base';
import { METRICS, type Metrics } from './metrics.ts';
import { chosenIds } from './tracing.ts';

const METRICS_EVERY_MS = 60_000;
/** How long a stop waits for what is not sent yet. */
const LAST_SEND_MS = 3_000;

interface TelemetryOptions {
  /** Of an OTLP receiver over HTTP, such as `http://localhost:4318`. */
  readonly endpoint: string;
  /** Such as a receiver's key, by name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly roles: readonly string[];
  readonly metrics: Metrics;
}

const random = new RandomIdGenerator();
/** By chance, but for the first span of a thing's trace. */
const ids: IdGenerator = {
  generateTraceId: () => chosenIds()?.traceId ?? random.generateTraceId(),
  generateSpanId: () => chosenIds()?.spanId ?? random.generateSpanId(),
};

/**
 * Sends traces and all metrics to an OTLP receiver, by OpenTelemetry's SDK. One that does not answer delays nothing: what can't be
 * sent is dropped. `stop` sends what is left, for three seconds at most.
 */
export function startTelemetry({ endpoint, headers, roles, metrics }: TelemetryOptions) {
  const resource = resourceFromAttributes({ 'service.name': 'kobogate', 'kobogate.roles': [...roles] });
  const at = (path: string) => ({ url: `${endpoint.replace(/\/+$/, '')}${path}`, headers: { ...headers } });
  const tracing = new BasicTracerProvider({
    resource,
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(at('/v1/traces')))],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(tracing);
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(at('/v1/metrics')),
    exportIntervalMillis: METRICS_EVERY_MS,
  });
  const measuring = new MeterProvider({ resource, readers: [reader] });
  observe(measuring.getMeter('kobogate'), metrics);
  return {
    stop: async () => {
      const limit = new Promise<void>((resolve) => void setTimeout(resolve, LAST_SEND_MS).unref());
      await Promise.race([Promise.allSettled([tracing.shutdown(), measuring.shutdown()]), limit]);
    },
  };
}

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
