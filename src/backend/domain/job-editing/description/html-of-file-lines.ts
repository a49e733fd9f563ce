import { htmlOfPlainText } from '#shared/text/plain-text.js';

/** Lines with at least this length count as wrapped, unless they end a sentence. */
const WRAPPED_LENGTH = 60;
const BULLET = /^\s*(?:[-*•–▪●◦]|\d+[.)])\s+/;

/**
 * Converts the lines of a file to rich text: wrapped lines are joined to paragraphs, and lines with bullets become lists.
 *
 * @param maxLength maximum length of the HTML; paragraphs that do not fit are left out
 */
export function htmlOfFileLines(lines: readonly string[], maxLength: number): string {
  const blocks: string[][] = [];
  let before = '';
  for (const each of lines) {
    const line = each.replace(/\s+/g, ' ').trim();
    if (line === '') {
      before = '';
      continue;
    }
    const isBullet = BULLET.test(line);
    const text = isBullet ? line.replace(BULLET, '- ') : line;
    const block = blocks.at(-1);
    if (block && isBullet && BULLET.test(block[0]!)) block.push(text);
    else if (block && !isBullet && isWrapped(before)) block.push(`${block.pop() ?? ''} ${text}`);
    else blocks.push([text]);
    before = line;
  }
  let html = '';
  for (const block of blocks) {
    const next = html + htmlOfPlainText(block.join('\n'));
    if (next.length > maxLength) return html;
    html = next;
  }
  return html;
}

function isWrapped(line: string): boolean {
  return line.length >= WRAPPED_LENGTH && !/[.:!?]$/.test(line);
}
