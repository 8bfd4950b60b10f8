import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * IPv4 blocks that are not public addresses: IANA's IPv4 Special-Purpose Address Registry (private, shared, loopback,
 * link-local with the clouds' metadata, documentation, benchmarks), multicast, reserved, and the one public address at
 * which Azure answers its machines.
 */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * All global unicast that IANA has assigned. Outside are loopback, private, link-local, multicast, IPv4-mapped and
 * NAT64.
 */
const GLOBAL_IPV6 = '2000::/3';
/** Within it: protocol assignments with Teredo, documentation, and 6to4, which carries an IPv4 address. */
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const notPublicIpv4 = listOf(NOT_PUBLIC_IPV4, 'ipv4');
const globalIpv6 = listOf([GLOBAL_IPV6], 'ipv6');
const notPublicIpv6 = listOf(NOT_PUBLIC_IPV6, 'ipv6');
const loopback = listOf(['127.0.0.0/8'], 'ipv4');

function listOf(blocks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [start = '', length = ''] = block.split('/');
    list.addSubnet(start, Number(length), family);
  }
  return list;
}

/**
 * Whether an IP address is on the public internet, so that connecting to it reaches nothing of our own network. False
 * for a text that is not an address, or has a zone. Pure.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublicIpv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6');
}

/** Whether an IP address is this machine's own. Pure. */
export const isLoopback = (address: string): boolean =>
  isIPv4(address) ? loopback.check(address, 'ipv4') : address === '::1';
