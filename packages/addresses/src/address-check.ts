/**
 * An address in its chain's one written form, and as the chain's node gives it: equal for two spellings of one address.
 */
export interface ChainAddress {
  readonly address: string;
  readonly addressKey: string;
}

/** What the check of an address finds: the address, or what is wrong with it in words. */
export type AddressCheck = ChainAddress | { readonly problem: string };

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

/**
 * What makes a text no address on any chain: spaces, invisible characters, and letters of other alphabets that look
 * like Latin ones. Null where there is none of them. Pure.
 */
export function strangeLetters(text: string): AddressCheck | null {
  if (/[\s\p{Cf}\p{Cc}]/u.test(text)) {
    return { problem: `This address has a space or an invisible sign in it. ${COPY_IT}` };
  }
  const strange = /[^\x21-\x7e]/u.exec(text)?.[0];
  if (strange === undefined) return null;
  return {
    problem: `This address has “${strange}” in it, which no address has: it may look like another letter. ${COPY_IT}`,
  };
}

/** What `decode` gives, or undefined where it throws: decoders throw for every text that they can't read. */
export function decoded<Value>(decode: () => Value): Value | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
