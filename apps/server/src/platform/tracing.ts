import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

/*
 * Each order, deposit and other thing has one trace, from the call that made it to its end, in whichever processes. The
 * thing's id, a UUID, is the trace's id too: no process has to ask for it, and an order's page names its trace.
 * Without an OTLP endpoint no provider is registered (telemetry.ts), and all of this does nothing.
 */
const tracer = () => trace.getTracer('kobogate');

/** A place in a trace as text, in the form of W3C's `traceparent`; null where nothing is traced. */
export type Carried = string | null;

interface SpanTerms {
  /** The thing whose trace the span belongs to; else it belongs to the trace of what led to it, or the present one. */
  readonly of?: string | undefined;
  /** What led to it, in this trace or another; else the present place. */
  readonly from?: Carried | undefined;
  /** Another thing that led to it. */
  readonly after?: string | undefined;
  /** `call`: of something outside of this program. */
  readonly kind?: 'call' | 'step';
  readonly attributes?: Attributes;
}

/** The first span of a thing's trace has the second half of its id, so that every process knows it. */
function firstSpanOf(id: string): SpanContext {
  const traceId = id.replaceAll('-', '');
  return { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

const read = (carried: unknown): Context =>
  typeof carried === 'string' ? propagation.extract(ROOT_CONTEXT, { traceparent: carried }) : ROOT_CONTEXT;

/** The present place in a trace, for a process that goes on from here. */
export function carry(): Carried {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

function begin(name: string, terms: SpanTerms, startTime?: Date): { span: Span; inside: Context } {
  const { of, from, after, kind = 'step', attributes = {} } = terms;
  const before = from === undefined ? context.active() : read(from);
  const around = of === undefined ? before : trace.setSpanContext(before, firstSpanOf(of));
  const cause = after === undefined ? trace.getSpanContext(before) : firstSpanOf(after);
  const isElsewhere = cause !== undefined && cause.traceId !== trace.getSpanContext(around)?.traceId;
  const options = {
    kind: kind === 'call' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    attributes,
    links: isElsewhere ? [{ context: cause }] : [],
  };
  const span = tracer().startSpan(name, startTime === undefined ? options : { ...options, startTime }, around);
  return { span, inside: trace.setSpan(around, span) };
}

/** Does the work in a span, which ends with it. Of a failure the kind is noted, never the text. */
export async function inSpan<Result>(name: string, terms: SpanTerms, work: () => Promise<Result>): Promise<Result> {
  const { span, inside } = begin(name, terms);
  try {
    return await context.with(inside, work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' });
    throw error;
  } finally {
    span.end();
  }
}

/** Notes a span that began at a time of the past and ends now. */
export const noteSpan = (name: string, terms: SpanTerms, since: Date): void => begin(name, terms, since).span.end();

/** Does work at the place in a trace at which this is called, also where the work begins later, by another caller. */
export function placeInTrace(): <Result>(work: () => Result) => Result {
  const place = context.active();
  return (work) => context.with(place, work);
}

const MADE = createContextKey('ids of what the present call has made');

/** The present call has made this thing: its trace begins with the call. */
export function noteMade(id: string): void {
  const made = context.active().getValue(MADE);
  if (Array.isArray(made) && !made.includes(id)) made.push(id);
}

/** A call of the API that is being answered. */
export interface AnsweredCall {
  /** Its trace; missing where nothing is traced. */
  readonly traceId?: string;
  within<Result>(work: () => Promise<Result>): Promise<Result>;
  end(answer: { readonly route: string; readonly status: number }): void;
}

interface BegunCall {
  readonly method: string;
  /** In milliseconds since 1970. */
  readonly startTime: number;
  readonly span: Span;
  /** The ids of what it has made. */
  readonly made: readonly string[];
}

/** Begins a span for a call, in the trace that the caller names in `traceparent`, if any. */
export function beginCall(method: string, traceparent: unknown): AnsweredCall {
  const before = read(traceparent);
  const startTime = Date.now();
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, startTime }, before);
  const made: string[] = [];
  const inside = trace.setSpan(before, span).setValue(MADE, made);
  return {
    ...(span.isRecording() && { traceId: span.spanContext().traceId }),
    within: (work) => context.with(inside, work),
    end: endOf({ method, startTime, span, made }),
  };
}

/** The end of a call, apart from the place inside of it, which nothing needs while an answer lasts. */
function endOf({ method, startTime, span, made }: BegunCall): AnsweredCall['end'] {
  return ({ route, status }) => {
    const name = `${method} ${route}`;
    const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
    const links = [{ context: span.spanContext() }];
    for (const id of made) noteFirst(id, name, { kind: SpanKind.SERVER, startTime, attributes, links });
    span.updateName(name).setAttributes(attributes);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
}

/** The first span of a thing's trace, that lasted until now. */
function noteFirst(id: string, name: string, options: SpanOptions): void {
  chosen = firstSpanOf(id);
  tracer()
    .startSpan(name, { ...options, root: true }, ROOT_CONTEXT)
    .end();
  chosen = null;
}

/** A thing's trace begins, at a time of the past, with something that no call of the API made. */
export const noteArrival = (id: string, name: string, startTime: Date): void => noteFirst(id, name, { startTime });

let chosen: SpanContext | null = null;

/** The ids that the span which is begun now must have; null: any. For the provider's generator of ids. */
export const chosenIds = (): SpanContext | null => chosen;

/** The present trace, for a line of the log. */
export function traceOfLine(): { readonly traceId?: string } {
  const traceId = trace.getSpanContext(context.active())?.traceId;
  return traceId === undefined ? {} : { traceId };
}
