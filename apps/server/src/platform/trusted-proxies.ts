import { BlockList, isIP } from 'node:net';

/** Whether the machine at `address`, so many proxies away from us (the connection itself is 0), is a trusted proxy. */
export type TrustedProxy = (address: string, hop: number) => boolean;

/** An address of `X-Forwarded-For` without the port that some proxies write: `203.0.113.9:51234`, `[2001:db8::9]:443`. Pure. */
export function withoutPort(address: string): string {
  const [, v4, v6] = /^(?:([\d.]+):\d+|\[(.+)\](?::\d+)?)$/.exec(address) ?? [];
  return v4 ?? v6 ?? address;
}

/** More proxies than this in front of a program are a mistake. */
const MOST_HOPS = 16;
const FAMILIES = { 4: { name: 'ipv4', bits: 32 }, 6: { name: 'ipv6', bits: 128 } } as const;

/** No `X-Forwarded-For` is trusted. */
export const NO_PROXY: TrustedProxy = () => false;

/**
 * Reads TRUST_PROXY: how many proxies are in front, or their addresses (IP or CIDR, commas between). Each proxy appends
 * the address that called it, so entries that the caller invented are further left and never reached. Null where it is
 * neither, or a network that holds every address. Pure.
 */
export function readTrustedProxies(text: string): TrustedProxy | null {
  if (text === '' || text === 'false') return NO_PROXY;
  if (/^\d{1,2}$/.test(text)) {
    const hops = Number(text);
    return hops > MOST_HOPS ? null : (_address, hop) => hop < hops;
  }
  const known = new BlockList();
  for (const network of text.split(',')) if (!addNetwork(known, network.trim())) return null;
  return (address) => {
    // A socket for both families reports an IPv4 address as an IPv6 one.
    const bare = withoutPort(address).replace(/^::ffff:(?=\d+\.)/i, '');
    const version = isIP(bare);
    return (version === 4 || version === 6) && known.check(bare, FAMILIES[version].name);
  };
}

function addNetwork(known: BlockList, network: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || address.includes('%')) return false;
  const { name, bits } = FAMILIES[version];
  const length = prefix === undefined ? bits : Number(prefix);
  if (length < 1 || length > bits) return false;
  known.addSubnet(address, length, name);
  return true;
}
