// A process of any role says on its own port that it lives, and that it is ready: only once it has started, while the database answers, and until it is told to stop.
import { afterEach, expect, test } from 'vitest';
import { startStatusServer, type StatusServer } from './status-server.ts';

let server: StatusServer;
const stopping = { now: new AbortController() };
afterEach(() => server.stop());

const start = async (): Promise<void> => {
  stopping.now = new AbortController();
  server = await startStatusServer({
    port: 0,
    host: '127.0.0.1',
    stage: { current: () => 'counting, 3 of 9' },
    draining: stopping.now.signal,
    metrics: async () => 'metrics',
  });
};
const fetchFrom = (path: string, method = 'GET'): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { method });
const ask = async (path: string, method?: string): Promise<number> => (await fetchFrom(path, method)).status;

test('[I7] it lives from the first moment, and is ready between its start and the order to stop', async () => {
  await start();
  expect([await ask('/live'), await ask('/ready')]).toEqual([200, 503]);
  expect(await (await fetchFrom('/ready')).text()).toBe('not ready: it is starting: counting, 3 of 9\n');
  server.started({ query: async () => [] });
  expect(await ask('/ready?probe=1')).toBe(200);
  stopping.now.abort();
  expect([await ask('/live'), await ask('/ready')]).toEqual([200, 503]);
});

test('[O8] without its database it lives and is not ready', async () => {
  await start();
  server.started({ query: () => Promise.reject(new Error('gone')) });
  expect([await ask('/live'), await ask('/ready')]).toEqual([200, 503]);
});

test('nothing else is answered', async () => {
  await start();
  expect([await ask('/'), await ask('/live', 'POST'), await ask('/api/user')]).toEqual([404, 405, 404]);
});
