/** A place in the log of a server's writes; a later one is greater. */
export type WalPosition = bigint;

const BITS_OF_A_PART = 32n;

/** @param text as PostgreSQL writes it: `16/B374D848` */
export function parsePosition(text: string): WalPosition {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << BITS_OF_A_PART) + BigInt(`0x${low}`);
}
