/** A WAL position (LSN); later positions are greater. */
export type WalPosition = bigint;

const BITS_OF_A_PART = 32n;

/** @param text PostgreSQL's notation: `16/B374D848` */
export function parsePosition(text: string): WalPosition {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << BITS_OF_A_PART) + BigInt(`0x${low}`);
}
