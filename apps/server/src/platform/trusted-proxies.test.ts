// A caller's address is taken from the configured proxies alone, whatever the caller puts into the header.
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { describe, expect, test } from 'vitest';
import { createHttp } from './http.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

/** The address that a request from `remoteAddress` with this header counts as. */
async function addressOf(trust: string, remoteAddress: string, forwardedFor?: string): Promise<string> {
  const trustProxy = readTrustedProxies(trust);
  if (trustProxy === null) throw new Error(`refused: ${trust}`);
  const http = await createHttp({ log: silentLog, trustProxy });
  http.get('/', (request, reply) => reply.send(request.ip));
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return (await http.inject({ url: '/', remoteAddress, headers })).body;
}

describe('[A11] behind proxies that append the address that they were called from', () => {
  test.each([
    ['no one, where nothing is set', '', '10.0.0.1', '1.1.1.1', '10.0.0.1'],
    ['no one, for false', 'false', '10.0.0.1', '1.1.1.1', '10.0.0.1'],
    ['no one, for 0', '0', '10.0.0.1', '1.1.1.1', '10.0.0.1'],
    ['one proxy', '1', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['one proxy, below an invention', '1', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['one proxy, below many inventions', '1', '10.0.0.1', '1.1.1.1,2.2.2.2 , 3.3.3.3,203.0.113.9', '203.0.113.9'],
    ['one proxy, without the header', '1', '10.0.0.1', undefined, '10.0.0.1'],
    ['two proxies', '2', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['two proxies, the outer one passed by', '2', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a network', '10.0.0.0/8', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    [
      'a network, through two of its proxies',
      '10.0.0.0/8',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.9, 10.3.3.3',
      '203.0.113.9',
    ],
    ['a network, from outside of it', '10.0.0.0/8', '192.0.2.7', '1.1.1.1', '192.0.2.7'],
    ['a network, named as IPv6 by the socket', '10.0.0.0/8', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    [
      'a network whose proxies write ports too',
      '10.0.0.0/8,2001:db8:1::/48',
      '10.0.0.1',
      '203.0.113.9, [2001:db8:1::5]:443, 10.3.3.3:51234',
      '203.0.113.9',
    ],
    ['an IPv6 network', '2001:db8:1::/48', '2001:db8:1::5', '1.1.1.1, 2001:db8:9::1', '2001:db8:9::1'],
    ['an IPv6 network, from outside of it', '2001:db8:1::/48', '2001:db8:2::5', '1.1.1.1', '2001:db8:2::5'],
    ['single addresses', '127.0.0.1, ::1', '::1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['single addresses, from their neighbour', '10.0.0.1', '10.0.0.2', '1.1.1.1', '10.0.0.2'],
  ])('%s', async (_name, trust, remote, header, address) => {
    expect(await addressOf(trust, remote, header)).toBe(address);
  });
});

test.each([
  'true',
  'yes',
  '-1',
  '1.5',
  '17',
  '1,10.0.0.0/8',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '::/0',
  '10.0.0/8',
  'loopback',
])('[A11] %s names no proxy', (text) => {
  expect(readTrustedProxies(text)).toBeNull();
});
