import { checkAddress } from '@kobogate/addresses';
import { EVM_NETWORK_IDS, NETWORK_IDS, type NetworkId, NETWORKS } from '@kobogate/contract';
import type { OwnAddress, TreasuryWallet } from '../../custody/index.ts';
import { createBitcoinTreasuryWallet } from './bitcoin/bitcoin-treasury-wallet.ts';
import { createCardanoTreasuryWallet } from './cardano/cardano-treasury-wallet.ts';
import { createEvmTreasuryWallet } from './evm/evm-treasury-wallet.ts';
import { createPolkadotTreasuryWallet } from './polkadot/polkadot-treasury-wallet.ts';
import { createSolanaTreasuryWallet } from './solana/solana-treasury-wallet.ts';
import { createTronTreasuryWallet } from './tron/tron-treasury-wallet.ts';

interface WalletOptions {
  readonly network: NetworkId;
  readonly rpcUrl: string;
  readonly confirmations: number;
  readonly coldAddress?: string | null;
  readonly cardanoProjectId: string | undefined;
}

/** The treasury wallet of a network, by its family; null for a family whose balances can't be read yet. */
export function openTreasuryWallet({ coldAddress = null, ...options }: WalletOptions): TreasuryWallet | null {
  const opened = openByFamily(options);
  return opened === null || coldAddress === null ? opened : { ...opened, cold: coldOf(options.network, coldAddress) };
}

function openByFamily({
  network,
  rpcUrl,
  confirmations,
  cardanoProjectId,
}: Omit<WalletOptions, 'coldAddress'>): TreasuryWallet | null {
  const evm = EVM_NETWORK_IDS.find((id) => id === network);
  if (evm !== undefined) return createEvmTreasuryWallet({ network: evm, rpcUrl });
  if (network === 'mainnet') return createBitcoinTreasuryWallet({ rpcUrl, confirmations });
  if (network === 'cardano') return createCardanoTreasuryWallet({ rpcUrl, confirmations, projectId: cardanoProjectId });
  if (network === 'solana') return createSolanaTreasuryWallet({ rpcUrl });
  if (network === 'tron') return createTronTreasuryWallet({ rpcUrl });
  return network === 'polkadot' ? createPolkadotTreasuryWallet({ rpcUrl }) : null;
}

/** It has no key among ours: the chain of the treasury only says whose coins they are. */
function coldOf(network: NetworkId, text: string): OwnAddress {
  const { family, name } = NETWORKS[network];
  const checked = checkAddress(family, text, name);
  if ('problem' in checked) throw new Error(`the cold address of ${name} can't be used: ${checked.problem}`);
  return { chain: 1, index: 0, address: checked.address, addressKey: checked.addressKey };
}

interface NetworkSettings {
  readonly rpcUrl: string;
  readonly confirmations: number;
  readonly coldAddress?: string | null;
}

/**
 * The treasury wallets of all watched networks that have one, with the number of blocks that makes a transaction final
 * there.
 */
export function openTreasuryWallets({
  networks,
  cardanoProjectId,
}: {
  readonly networks: Readonly<Partial<Record<NetworkId, NetworkSettings>>>;
  readonly cardanoProjectId: string | undefined;
}): { readonly treasuryWallet: TreasuryWallet; readonly confirmations: number }[] {
  return NETWORK_IDS.flatMap((network) => {
    const settings = networks[network];
    const treasuryWallet =
      settings === undefined ? null : openTreasuryWallet({ network, ...settings, cardanoProjectId });
    return settings === undefined || treasuryWallet === null
      ? []
      : [{ treasuryWallet, confirmations: settings.confirmations }];
  });
}
