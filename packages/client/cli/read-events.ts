/** One event of a stream of server-sent events. */
export interface StreamEvent {
  readonly id: string;
  readonly data: string;
}

/**
 * Reads a stream of server-sent events to its end; comments and events without data are left out. `onBytes` is called
 * with everything that arrives.
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>, onBytes: () => void): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    onBytes();
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = readBlock(block);
      if (event !== null) yield event;
    }
  }
}

function readBlock(block: string): StreamEvent | null {
  const lines = block.split('\n').map((line) => /^(?<name>\w+): (?<value>.*)$/s.exec(line)?.groups);
  const valueOf = (wanted: string): string | undefined => lines.find((line) => line?.['name'] === wanted)?.['value'];
  const [id, data] = [valueOf('id'), valueOf('data')];
  return id === undefined || data === undefined ? null : { id, data };
}
