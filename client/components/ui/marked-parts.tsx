import type { MarkedText } from '../../lib/reused.server';

/** A text in which search matches are marked. */
export function MarkedParts({ parts }: MarkedText) {
  return parts.map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text));
}
