import { floatKobo, isFinalAt, type Transfer } from './transfer.ts';

/** One provider's transfers, indexed so that neither question takes longer the more there are. */
export interface Book {
  add(transfer: Transfer): void;
  find(reference: string): Transfer | undefined;
  /** The float at a moment, in kobo. The moments asked about must not go back. */
  floatKobo(now: number): bigint;
}

/** A book without transfers, of a float that holds `openingKobo`. */
export function createBook(openingKobo: bigint): Book {
  const byReference = new Map<string, Transfer>();
  let afterFinalKobo = openingKobo;
  let open: Transfer[] = [];
  return {
    add: (transfer) => {
      // As a list is searched from its front: of two the first is found.
      if (!byReference.has(transfer.reference)) byReference.set(transfer.reference, transfer);
      open.push(transfer);
    },
    find: (reference) => byReference.get(reference),
    floatKobo: (now) => {
      afterFinalKobo = floatKobo(
        afterFinalKobo,
        open.filter((transfer) => isFinalAt(transfer, now)),
        now,
      );
      open = open.filter((transfer) => !isFinalAt(transfer, now));
      return floatKobo(afterFinalKobo, open, now);
    },
  };
}
