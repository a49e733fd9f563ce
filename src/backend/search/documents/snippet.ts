import type { TextPart } from '#contract/generated/resolvers.js';

/** A range of a text that matched. */
export interface Mark {
  start: number;
  end: number;
}

const LENGTH = 200;
const LEAD = 60;

/** Returns about 200 characters of a text: around the marks, or the beginning if there are none. */
export function snippetOf(text: string, marks: readonly Mark[]): TextPart[] {
  const first = bestStart(marks);
  let start = first === undefined || first.start < LENGTH - LEAD ? 0 : first.start - LEAD;
  if (start > 0) start = Math.max(text.indexOf(' ', start) + 1, 0);
  let end = Math.min(text.length, start + LENGTH);
  if (end < text.length) {
    const space = text.lastIndexOf(' ', end);
    if (space > start + LENGTH / 2) end = space;
  }
  const parts = partsOf(text, marks, { start, end });
  if (start > 0 && parts[0]) parts.unshift({ text: '… ', marked: false });
  if (end < text.length) parts.push({ text: ' …', marked: false });
  return joined(parts);
}

/**
 * Returns the whole title in parts; adjacent marked words form one part.
 *
 * @returns empty if nothing is marked
 */
export function markedTitle(title: string, marks: readonly Mark[]): TextPart[] {
  if (marks.length === 0) return [];
  const merged: Mark[] = [];
  for (const { start, end } of marks) {
    const last = merged.at(-1);
    if (last && title.slice(last.end, start).trim() === '') last.end = end;
    else merged.push({ start, end });
  }
  return partsOf(title, merged, { start: 0, end: title.length });
}

/** @param range range of the text that is returned; marks that exceed it are omitted */
function partsOf(text: string, marks: readonly Mark[], { start, end }: Mark): TextPart[] {
  const parts: TextPart[] = [];
  let at = start;
  const put = (piece: string, marked: boolean): void => {
    if (piece !== '') parts.push({ text: piece, marked });
  };
  for (const mark of marks) {
    if (mark.start < at || mark.end > end) continue;
    put(text.slice(at, mark.start), false);
    put(text.slice(mark.start, mark.end), true);
    at = mark.end;
  }
  put(text.slice(at, end).trimEnd(), false);
  return parts;
}

/** Returns the mark that is followed by the most other marks within the length of a snippet. */
function bestStart(marks: readonly Mark[]): Mark | undefined {
  let best: Mark | undefined;
  let most = 0;
  for (let from = 0, to = 0; from < marks.length; from++) {
    while (to < marks.length && marks[to]!.end <= marks[from]!.start + LENGTH - LEAD) to++;
    if (to - from > most) {
      most = to - from;
      best = marks[from];
    }
  }
  return best;
}

function joined(parts: readonly TextPart[]): TextPart[] {
  const result: TextPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last && last.marked === part.marked) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}
