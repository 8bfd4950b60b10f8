import { ASSETS, type ChainFamily, STRAY_ASSETS } from '@kobogate/contract';
import { type AddressCheck, strangeLetters } from './address-check.ts';
import { checkBitcoinAddress } from './bitcoin/check-address.ts';
import { checkCardanoAddress } from './cardano/check-address.ts';
import { checkEvmAddress } from './evm/check-address.ts';
import { checkPolkadotAddress } from './polkadot/check-address.ts';
import { checkSolanaAddress } from './solana/check-address.ts';
import { checkTronAddress } from './tron/check-address.ts';

/**
 * Of all tokens that the ledger counts in. Compared in lower case: EVM contracts are one thing in any case, and no two
 * others differ in case alone.
 */
const contracts = new Set(
  [...ASSETS, ...STRAY_ASSETS].flatMap(({ contract }) => (contract === null ? [] : [contract.toLowerCase()])),
);

/**
 * Checks an address that a customer or payer gave for a family of chains; `network` is the name used in sentences where
 * a family has several. Refuses in words: spaces and look-alike letters, another chain's or a test network's address, a
 * checksum that does not fit, and addresses that have no owner, such as a token's own. Answers the chain's one written
 * form. Pure.
 */
export function checkAddress(family: ChainFamily, text: string, network: string): AddressCheck {
  const check = strangeLetters(text) ?? checkFamily(family, text, network);
  if ('problem' in check || !contracts.has(check.address.toLowerCase())) return check;
  return {
    problem: 'This is the address of a token, not of a wallet: coins sent there are lost. Please use your own.',
  };
}

function checkFamily(family: ChainFamily, text: string, network: string): AddressCheck {
  switch (family) {
    case 'bitcoin':
      return checkBitcoinAddress(text);
    case 'evm':
      return checkEvmAddress(text, network);
    case 'solana':
      return checkSolanaAddress(text);
    case 'cardano':
      return checkCardanoAddress(text);
    case 'polkadot':
      return checkPolkadotAddress(text);
    case 'tron':
      return checkTronAddress(text);
  }
}
