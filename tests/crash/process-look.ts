import { readdir, readFile } from 'node:fs/promises';
import { WebSocket } from 'ws';
import { send } from '../support/http.ts';

/** What a process holds at a moment. */
export interface Held {
  /** Bytes that are in use after a collection of garbage: objects, and buffers beside the heap. */
  readonly usedBytes: number;
  /** Bytes of memory that the process has from the system. */
  readonly residentBytes: number;
  /** Open files and sockets. */
  readonly files: number;
}

/** A connection to the inspector of a running Node process. */
export interface ProcessLook {
  look(): Promise<Held>;
  close(): void;
}

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Connects to a process that was started with `--inspect=127.0.0.1:PORT`. */
export async function openProcessLook(pid: number, port: number): Promise<ProcessLook> {
  const [target] = (await send('GET', `http://127.0.0.1:${port}/json/list`)).json as readonly {
    readonly webSocketDebuggerUrl: string;
  }[];
  if (target === undefined) throw new Error(`the process at ${port} has no inspector`);
  const socket = new WebSocket(target.webSocketDebuggerUrl, { perMessageDeflate: false });
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  socket.on('message', (text: Buffer) => {
    const { id = 0, result, error } = JSON.parse(text.toString()) as Reply;
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error.message));
    waiting.delete(id);
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error(`the process at ${port} has ended`));
  });
  await new Promise((resolve, reject) => void socket.once('open', resolve).once('error', reject));
  let last = 0;
  const ask = (method: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method }));
    });

  return {
    look: async () => {
      await ask('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize } = (await ask('Runtime.getHeapUsage')) as Record<string, number>;
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      const files = await readdir(`/proc/${pid}/fd`);
      return {
        usedBytes: (usedSize ?? 0) + (backingStorageSize ?? 0),
        residentBytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024,
        files: files.length,
      };
    },
    close: () => socket.close(),
  };
}
