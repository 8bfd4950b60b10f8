import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';

/** How often each server is asked whether it is ready, as a load balancer does. */
const LOOK_MS = 200;
const LONGEST_LOOK_MS = 2_000;

/** Spreads requests over the servers that call themselves ready. What it can't pass on it fails: nothing is tried twice. */
export interface Balancer {
  readonly port: number;
  /** Whether the server at this port gets requests now. */
  isUsed(port: number): boolean;
  /** Each request that a server cut off: how, and where. */
  readonly cuts: readonly string[];
  close(): void;
}

const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/api/ready', timeout: LONGEST_LOOK_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('error', () => resolve(false)).on('timeout', () => asked.destroy());
    asked.end();
  });

/** One in front of the servers at these ports, which need not run yet. It keeps connections to them open, as nginx does. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const servers = ports.map((port) => ({ port, isUsed: false, agent: new Agent({ keepAlive: true }) }));
  const cuts: string[] = [];
  const closing = new AbortController();
  for (const server of servers) {
    void (async () => {
      while (!closing.signal.aborted) {
        server.isUsed = await isReady(server.port);
        await pause(LOOK_MS, undefined, { ref: false });
      }
    })();
  }
  let turn = 0;
  const http = createServer((incoming, outgoing) => {
    const used = servers.filter(({ isUsed }) => isUsed);
    const server = used[(turn += 1) % Math.max(used.length, 1)];
    if (server === undefined) {
      outgoing.writeHead(502).end('no server is ready');
      return;
    }
    const { port, agent } = server;
    const { method, url: path, headers } = incoming;
    const passed = request({ host: '127.0.0.1', port, path, method, agent, headers }, (answer: IncomingMessage) => {
      const { connection: _ofTheServer, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    passed.on('error', (error) => {
      if (outgoing.destroyed) return;
      cuts.push(`${method} ${path}: ${error.message}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end('cut off');
    });
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) passed.destroy();
    });
    incoming.pipe(passed);
  });
  const port = await freePort();
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  return {
    port,
    isUsed: (of) => servers.some((server) => server.port === of && server.isUsed),
    cuts,
    close: () => {
      closing.abort();
      http.close();
      http.closeAllConnections();
      for (const { agent } of servers) agent.destroy();
    },
  };
}
