/**
 * The event names of a stream of server-sent events, as they arrive (WHATWG HTML, section 9.2.6). Comments and data
 * are passed over: an event only says what to fetch again. Ends with the stream, throws when it breaks.
 */
export async function* eventNames(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const frames = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const name = nameOf(frame);
        if (name !== null) yield name;
      }
    }
  } finally {
    // The consumer may stop in the middle: an open stream would hold its connection.
    await reader.cancel().catch(() => undefined);
  }
}

function nameOf(frame: string): string | null {
  const line = frame.split('\n').find((candidate) => candidate.startsWith('event:'));
  return line === undefined ? null : line.slice('event:'.length).trim();
}
