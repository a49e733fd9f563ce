import type { MarkedText } from '../../lib/reused.server';

/** A text with what matched a search in it. */
export function MarkedParts({ parts }: MarkedText) {
  return parts.map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text));
}
