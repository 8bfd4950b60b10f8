/** What the check of an address finds: the address in its chain's one written form, or what is wrong with it in words. */
export type AddressCheck = { readonly address: string } | { readonly problem: string };

const COPY_IT = 'Please copy it again from your wallet.';

/** The form is right and the checksum is not: at least one character differs from what the wallet shows. */
export const BROKEN_CHECKSUM: AddressCheck = {
  problem: `This address has a typing error: its checksum does not fit. ${COPY_IT}`,
};

/** A text that is no address of this chain, with what one looks like. */
export const notAnAddress = (chain: string, looks: string): AddressCheck => ({
  problem: `This is not an address on ${chain}. One ${looks}. ${COPY_IT}`,
});

/** An address of the chain's test network, whose coins are worth nothing. */
export const ofTestNetwork = (chain: string): AddressCheck => ({
  problem: `This is an address of a test network, not of ${chain} itself. Please use one of your real wallet.`,
});

/** What `decode` gives, or undefined where it throws: decoders throw for every text that is not theirs. */
export function decoded<Value>(decode: () => Value): Value | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
