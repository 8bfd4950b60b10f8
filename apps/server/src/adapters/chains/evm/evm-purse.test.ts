// A transaction counts as handed over only where the node has that very one.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createEvmPurse } from './evm-purse.ts';

const calls = z.array(z.object({ id: z.number(), method: z.string() }));
let server: Server;
let rpcUrl: string;
let isThere = false;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const answers = calls.parse(JSON.parse(body)).map(({ id, method }) => {
        if (method === 'eth_sendRawTransaction') return { id, error: { code: -32000, message: 'nonce too low' } };
        return { id, result: method === 'eth_chainId' ? '0x1' : isThere ? { hash: '0x' } : null };
      });
      response.end(JSON.stringify(answers));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere');
  rpcUrl = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
  server.close();
});

test('a number that is used up is a refusal, unless the node has this transaction', async () => {
  const purse = createEvmPurse({ network: 'ethereum', rpcUrl });
  await expect(purse.broadcast('0x02ab')).rejects.toThrow(/nonce too low/);
  isThere = true;
  await expect(purse.broadcast('0x02ab')).resolves.toBeUndefined();
});
