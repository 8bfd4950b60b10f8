// No address of a private network, in whatever form it is written or carried inside another, counts as public.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLoopback, isPublicAddress } from './public-address.ts';

test.each([
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['100.100.100.200', false],
  ['100.128.0.1', true],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['168.63.129.16', false],
  ['169.254.169.254', false],
  ['172.15.255.255', true],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.0.0.192', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['203.0.113.7', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['1.1.1.1', true],
  ['8.8.8.8', true],
  ['::', false],
  ['::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['2001::1', false],
  ['2606:4700:4700::1111', true],
  ['2a00:1450:4001:800::200e', true],
  ['2606:4700:4700::1111%1', false],
  ['', false],
  ['localhost', false],
  ['0x7f.1', false],
  ['2130706433', false],
])('[W1] %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

const octet = fc.integer({ min: 0, max: 255 });
const anyIpv4 = fc.tuple(octet, octet, octet, octet);
const hex = (one: number, other: number) => (one * 256 + other).toString(16);

test('[W1] no IPv6 address that carries an IPv4 one counts, whichever it carries: mapped, 6to4, NAT64, Teredo', () => {
  fc.assert(
    fc.property(anyIpv4, ([a, b, c, d]) => {
      const [high, low] = [hex(a, b), hex(c, d)];
      for (const address of [
        `::ffff:${a}.${b}.${c}.${d}`,
        `::ffff:${high}:${low}`,
        `::${a}.${b}.${c}.${d}`,
        `64:ff9b::${high}:${low}`,
        `64:ff9b:1::${high}:${low}`,
        `2002:${high}:${low}::1`,
        `2001:0:${high}:${low}::1`,
      ]) {
        expect([address, isPublicAddress(address)]).toEqual([address, false]);
      }
    }),
  );
});

test('[W1] an IPv4 address is public exactly where arithmetic on its number says so', () => {
  const blocks: [number, number][] = [
    [0x00_00_00_00, 8],
    [0x0a_00_00_00, 8],
    [0x64_40_00_00, 10],
    [0x7f_00_00_00, 8],
    [0xa8_3f_81_10, 32],
    [0xa9_fe_00_00, 16],
    [0xac_10_00_00, 12],
    [0xc0_00_00_00, 24],
    [0xc0_00_02_00, 24],
    [0xc0_58_63_00, 24],
    [0xc0_a8_00_00, 16],
    [0xc6_12_00_00, 15],
    [0xc6_33_64_00, 24],
    [0xcb_00_71_00, 24],
    [0xe0_00_00_00, 4],
    [0xf0_00_00_00, 4],
  ];
  const isInside = (number: number) =>
    blocks.some(([start, length]) => number >= start && number < start + 2 ** (32 - length));
  // Near the edges of a block, where a wrong prefix length shows.
  const nearAnEdge = fc
    .tuple(fc.constantFrom(...blocks), fc.boolean(), fc.integer({ min: -2, max: 2 }))
    .map(([[start, length], isEnd, shift]) => start + (isEnd ? 2 ** (32 - length) : 0) + shift)
    .filter((number) => number >= 0 && number < 2 ** 32);
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), nearAnEdge), (number) => {
      const address = [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
      expect([address, isPublicAddress(address)]).toEqual([address, !isInside(number)]);
    }),
    { numRuns: 500 },
  );
});

test('this machine’s own addresses are distinguished from a private network’s', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1'].map(isLoopback)).toEqual([true, true, true]);
  expect(['10.0.0.1', '::ffff:127.0.0.1', 'fd00::1', '1.1.1.1'].map(isLoopback)).toEqual([false, false, false, false]);
});
