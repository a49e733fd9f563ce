import type { MarkedText } from '../../lib/reused.server';

/** A text in which search matches are marked. */
export function MarkedParts({ parts }: MarkedText) {
  return parts.map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text));
}

/** Number of characters before the first match. Phones show two lines of a snippet, about 65 characters, which must contain it. */
const MAX_LEAD = 36;
/** A longer beginning is cut to this length. */
const CUT_LEAD = 24;

/** Shortens the beginning of a snippet so that its first match is near the start. */
export function nearFirstMatch(parts: MarkedText['parts']): MarkedText['parts'] {
  const first = parts.findIndex(({ marked }) => marked);
  const lead = parts
    .slice(0, Math.max(first, 0))
    .map(({ text }) => text)
    .join('');
  if (lead.length <= MAX_LEAD) return parts;
  const cut = lead.slice(-CUT_LEAD);
  return [{ text: `… ${cut.slice(cut.indexOf(' ') + 1)}`, marked: false }, ...parts.slice(first)];
}
