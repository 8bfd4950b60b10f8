// Guarantee: a phone is sent only to wallets that have the payment's network, by their documented links, to the same
// page, whole.
import { expect, it } from 'vitest';
import { addressInApp } from './run-wallet-apps.ts';
import { walletAppsOf } from './wallet-apps.ts';

const names = (network: string) => walletAppsOf(network).map(({ name }) => name);
const PAGE = 'https://pay.example/custom-payment/a%2Fb/payments/7?lang=ha&embed=1#wallet';

it('offers the apps of the network, and none where no wallet can be connected', () => {
  expect(names('bsc')).toEqual(['MetaMask', 'Trust Wallet', 'Coinbase Wallet', 'OKX Wallet']);
  expect(names('ethereum')).toContain('Phantom');
  expect(names('solana')).toEqual(['Phantom', 'Trust Wallet', 'OKX Wallet']);
  expect(names('tron')).toEqual(['TronLink', 'OKX Wallet']);
  expect([names('mainnet'), names('cardano'), names('no-such-network')]).toEqual([[], [], []]);
});

it('links to the page itself in each app’s own form', () => {
  const links = new Map(
    ['ethereum', 'solana'].flatMap((network) =>
      walletAppsOf(network).map(({ name, link }) => [`${network} ${name}`, addressInApp(link, PAGE)] as const),
    ),
  );
  const page = 'https://pay.example/custom-payment/a%2Fb/payments/7?lang=ha';
  const query = (key: `${string} ${string}`, name: string) => new URL(links.get(key) ?? '').searchParams.get(name);
  expect(links.get('ethereum MetaMask')).toBe(
    'https://link.metamask.io/dapp/pay.example/custom-payment/a%2Fb/payments/7?lang=ha',
  );
  expect(query('ethereum Coinbase Wallet', 'cb_url')).toBe(page);
  expect(query('ethereum Trust Wallet', 'url')).toBe(page);
  expect([query('ethereum Trust Wallet', 'coin_id'), query('solana Trust Wallet', 'coin_id')]).toEqual(['60', '501']);
  expect(query('solana Phantom', 'ref')).toBe('https://pay.example');
  expect(decodeURIComponent(new URL(links.get('solana Phantom') ?? '').pathname.replace('/ul/browse/', ''))).toBe(page);
  const inner = new URL(query('ethereum OKX Wallet', 'deeplink') ?? '');
  expect([inner.protocol, inner.searchParams.get('dappUrl')]).toEqual(['okx:', page]);
  const tron = new URL(addressInApp(walletAppsOf('tron')[0]?.link ?? '', PAGE));
  expect([tron.protocol, tron.host]).toEqual(['tronlinkoutside:', 'pull.activity']);
  expect(JSON.parse(tron.searchParams.get('param') ?? '')).toEqual({
    url: page,
    action: 'open',
    protocol: 'TronLink',
    version: '1.0',
  });
  expect([...links.values()].every((link) => link.startsWith('https://') && !link.includes('{'))).toBe(true);
});
