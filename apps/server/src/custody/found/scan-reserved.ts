import type { FenceId } from '@kobogate/contract';
import type { AddressSource } from '@kobogate/addresses';
import type { OwnAddress, TreasuryWallet } from '../treasury/treasury-wallet.ts';
import { findReserve, listReserved, saveScanned } from '../wallets/db.ts';
import { type ReserveDependencies, reserveMore } from '../wallets/reserve-addresses.ts';

/** How many addresses each network of a family is asked about at a time. */
const AT_ONCE = 1_000;

/**
 * Asks every network of a key's family about the addresses reserved for a fence, and reserves the same number again as
 * long as one in the last half of them is used, since later ones may have been given out too. Addresses are reserved
 * before they are asked about, so that none of them can be given to a customer. Resumes where it last stopped. Throws
 * `NodeFault`.
 */
export async function scanReserved(
  dependencies: Pick<ReserveDependencies, 'database'> & { readonly treasuryWallets: readonly TreasuryWallet[] },
  { fenceId, source }: { readonly fenceId: FenceId; readonly source: AddressSource },
): Promise<void> {
  const { database } = dependencies;
  const treasuryWallets = dependencies.treasuryWallets.filter(({ family }) => family === source.family);
  for (;;) {
    const reserve = await findReserve(database, fenceId, source);
    if (reserve === null || reserve.scannedAt !== null) return;
    const { scannedTo, endIndex, step } = reserve;
    const to = Math.min(scannedTo + AT_ONCE, endIndex);
    const some = await listReserved(database, source, { from: scannedTo, to });
    const addresses = some.map((address): OwnAddress => Object.assign(address, { chain: 0 as const }));
    const used = await Promise.all(
      treasuryWallets.map(async (treasuryWallet) =>
        addresses.length === 0 ? new Set<string>() : treasuryWallet.used(addresses),
      ),
    );
    const isNearEnd = ({ index, addressKey }: OwnAddress): boolean =>
      index >= endIndex - step / 2 && used.some((each) => each.has(addressKey));
    if (addresses.some(isNearEnd)) await reserveMore(dependencies, source, { fenceId, reserve });
    await saveScanned(database, fenceId, source, to);
  }
}
