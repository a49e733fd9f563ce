import { htmlOfPlainText } from '#shared/text/plain-text.js';

/** A line of a file that is as long as this has been wrapped, unless a sentence ends with it. */
const WRAPPED_LENGTH = 60;
const BULLET = /^\s*(?:[-*•–▪●◦]|\d+[.)])\s+/;

/**
 * Makes rich text of the lines of a file: lines that were wrapped become one paragraph, and lines with bullets a list.
 *
 * @param maxLength of the HTML; whole paragraphs are left out at the end
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
