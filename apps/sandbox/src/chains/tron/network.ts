import { readTronAddress } from '@kobogate/addresses';
import { findAsset } from '@kobogate/contract';
import { Refusal } from '../../platform/refusal.ts';
import type { EvmNetwork } from '../evm/networks.ts';
import type { Hex } from '../evm/rpc.ts';

/** Where the contract that keeps TRON's accounts is on the chain underneath. */
export const LEDGER = '0x0000000000000000000000000000000000545258';
/** Of the main network: the last four bytes of its genesis block. */
const CHAIN_ID = 0x2b_66_53_dc;
/** 1 TRX is 1,000,000 sun. */
const DECIMALS = 6;

/** An address's twenty bytes in hexadecimal. Throws a `Refusal` where its checksum is wrong, or it is none. */
export function requireTronAddress(text: string): Hex {
  const key = readTronAddress(text);
  if (key !== undefined && key !== 'broken') return key;
  throw new Refusal(`${text} is not an address of TRON, or its checksum is wrong.`);
}

const usdt = findAsset('USDT', 'tron');

/** The EVM chain underneath: the token is where it is on TRON, and TRX is what the ledger of accounts says. */
export const TRON_NETWORK: EvmNetwork = {
  network: 'tron',
  chainId: CHAIN_ID,
  assets: [
    {
      symbol: 'USDT',
      decimals: usdt?.decimals ?? 0,
      contract: requireTronAddress(usdt?.contract ?? ''),
      code: 'TronUsdt',
    },
    { symbol: 'TRX', decimals: DECIMALS, contract: LEDGER, code: 'TronLedger' },
  ],
};
