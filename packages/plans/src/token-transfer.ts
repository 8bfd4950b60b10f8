/** First four bytes of keccak-256 of `transfer(address,uint256)` (EIP-20). */
const TRANSFER = 'a9059cbb';
const WORD_DIGITS = 64;

/** The call of a token's contract that moves `amount` smallest units to an EVM address, as 0x and hexadecimal. Pure. */
export function tokenTransferData(to: string, amount: bigint): string {
  const recipient = to.slice(2).toLowerCase().padStart(WORD_DIGITS, '0');
  return `0x${TRANSFER}${recipient}${amount.toString(16).padStart(WORD_DIGITS, '0')}`;
}
