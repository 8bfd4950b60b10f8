import { once } from 'node:events';
import { createServer } from 'node:http';

/** A span as OTLP has it in JSON, as far as tests look at it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string }[];
  readonly status?: { readonly code?: number; readonly message?: string };
}

interface Traces {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
}
interface MetricLists {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
  }[];
}

/** What a collector of OpenTelemetry was sent, over OTLP's HTTP with JSON, on a port of this machine. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const metricNames = new Set<string>();
  const keys = new Set<string | undefined>();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      keys.add(request.headers['x-key']?.toString());
      if (request.url === '/v1/traces') {
        const { resourceSpans } = JSON.parse(text) as Traces;
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      } else {
        const { resourceMetrics } = JSON.parse(text) as MetricLists;
        const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
        for (const { name } of metrics) metricNames.add(name);
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    metricNames,
    /** The values of the header `x-key`. */
    keys,
    close: () => void server.close(),
  };
}
