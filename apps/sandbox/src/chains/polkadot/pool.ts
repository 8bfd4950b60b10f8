import { checkAddress } from '@kobogate/addresses';
import { dotTransferPayload, dotTransferSigned } from '@kobogate/plans';
import {
  accountKey,
  EXISTENTIAL_DEPOSIT,
  fromHex,
  hashExtrinsic,
  readAccount,
  readTransfer,
  type SignedTransfer,
  toHex,
} from '@kobogate/substrate';
import { verify } from '@scure/sr25519';
import { FEE } from './faucet.ts';
import type { PolkadotState } from './state.ts';
import { type Pool, RpcRefusal, TRANSACTION_VERSION } from './node/rpc-methods.ts';

/** A node's codes for refused extrinsics (sc-rpc-api, author). */
const INVALID = 1010;
const ALREADY_THERE = 1013;

/** Accepts signed transfers into the pool, as a node does. `changed` is called after each. */
export function createPool(state: PolkadotState, changed: () => void): Pool {
  const { chain } = state;
  const waitingOf = (account: Uint8Array): number =>
    state.waiting.filter((extrinsic) => isFrom(readTransfer(extrinsic), account)).length;
  const load = (account: Uint8Array) => readAccount(chain.stateAt(chain.best()).get(accountKey(account)));
  const nextOf = (account: Uint8Array): number => load(account).nonce + waitingOf(account);

  return {
    nextIndex: (address) => {
      const checked = checkAddress('polkadot', address, 'Polkadot');
      if ('problem' in checked) throw new RpcRefusal(-32_602, 'Invalid params');
      return nextOf(fromHex(`0x${checked.addressKey}`));
    },
    feeOf: () => FEE,
    submit: (extrinsic) => {
      const transfer = read(extrinsic);
      const hash = hashExtrinsic(extrinsic);
      if (state.waiting.some((other) => hashExtrinsic(other) === hash)) {
        throw new RpcRefusal(ALREADY_THERE, 'Transaction is already imported');
      }
      const { specVersion } = chain.best().runtime;
      const words = { ...transfer, specVersion, transactionVersion: TRANSACTION_VERSION };
      const isWhole = toHex(dotTransferSigned(words, transfer.signature)) === toHex(extrinsic);
      if (!isWhole || !verify(dotTransferPayload(words), transfer.signature, transfer.from)) {
        throw new RpcRefusal(INVALID, 'Invalid Transaction: Transaction has a bad signature');
      }
      const { nonce, free } = load(transfer.from);
      if (transfer.nonce < nonce) throw new RpcRefusal(INVALID, 'Invalid Transaction: Transaction is outdated');
      // A real node keeps one with a later nonce: this one wants them in order.
      if (transfer.nonce !== nextOf(transfer.from)) throw new RpcRefusal(INVALID, 'Invalid Transaction: in the future');
      if (free < FEE + EXISTENTIAL_DEPOSIT) {
        throw new RpcRefusal(INVALID, 'Invalid Transaction: Inability to pay some fees');
      }
      state.wait(extrinsic);
      changed();
      return hash;
    },
  };
}

function read(extrinsic: Uint8Array): SignedTransfer {
  try {
    const transfer = readTransfer(extrinsic);
    if (transfer !== null) return transfer;
  } catch {
    // The bytes are something else.
  }
  throw new RpcRefusal(INVALID, 'Invalid Transaction: it is no signed transfer');
}

const isFrom = (transfer: SignedTransfer | null, account: Uint8Array): boolean =>
  transfer !== null && toHex(transfer.from) === toHex(account);
