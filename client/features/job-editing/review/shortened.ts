import type { EditedJobQuery } from '#contract/generated/operations.js';

/** A part of a text that has two versions. */
export type ChangedText = NonNullable<EditedJobQuery['editedJob']>['changes'][number]['parts'][number];

/** Number of words kept on each side of a change. */
const CONTEXT_WORDS = 8;
const ELLIPSIS = '…';

/**
 * @returns the parts, with long unchanged stretches reduced to the words beside the changes; `…` stands for the rest
 */
export function shortened(parts: readonly ChangedText[]): ChangedText[] {
  return parts.map((part, index) =>
    part.change === 'same'
      ? { ...part, text: shorten(part.text, { isFirst: index === 0, isLast: index === parts.length - 1 }) }
      : part,
  );
}

function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const words = text.split(/(?<=\S\s+)(?=\S)/);
  const before = isFirst ? 0 : CONTEXT_WORDS;
  const after = isLast ? 0 : CONTEXT_WORDS;
  // Nothing changed, or too little would be omitted.
  if ((isFirst && isLast) || words.length <= before + after + 1) return text;
  const start = words.slice(0, before).join('');
  const end = after === 0 ? '' : words.slice(-after).join('');
  return `${start}${ELLIPSIS}${end && ` ${end}`}`;
}
