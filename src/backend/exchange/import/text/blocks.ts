/** A block of text: a paragraph, a heading of the following text, or the items of a list. */
export type Block = { kind: 'paragraph' | 'heading'; text: string } | { kind: 'list'; items: string[] };

const WORD_STYLES = /\bNormal\s+0\s+(?:(?:false|true|EN-US|X-NONE|MicrosoftInternetExplorer4)\s+)+/g;
const WORD_STYLE_SHEET = /(?:st1\\:\*\s*\{[^}]*\}\s*)?\/\*\s*Style Definitions\s*\*\/[^{}]{0,200}\{[^}]*\}/g;
const BULLET = /[•●▪■◦‣⁃∙➢➤✓✔]/;
const SURE_BULLET = /\s*[•●▪■◦‣⁃∙➢➤✓✔]\s*/g;
const LINE_BULLET = /^(?:[-–—*·]+|\d{1,2}[.)])\s*(?=\S)/;
const INLINE_DOT = /(?:^|\s*)·\s*(?=\p{L})/gu;
// Matches `tasks- Perform tests.- The position requires…`.
const INLINE_DASH = /(?<=[\p{Ll}.;:)])\s*[-–]\s+(?=\p{Lu})/gu;
// Matches `positions:*Hospitality – bars.*Retail – shops`.
const INLINE_STAR = /(?<=[\p{Ll}.:;)])\s*\*+\s*(?=\p{Lu}\p{Ll})/gu;
const HEADING = /^[^.!?;]{2,60}:$/;
const MAX_POINT_LENGTH = 220;
const MIN_POINTS = 3;

/** Splits plain text into blocks, using its lines, its bullets, and consecutive short lines, which were items of a list. */
export function toBlocks(text: string): Block[] {
  const lines = withBulletLines(withoutWordStyles(text).replace(/[_=]{5,}|-{8,}/g, '\n'))
    .split('\n')
    .map((line) =>
      line
        .replace(/\s+/g, ' ')
        .replace(/\(\s*\)/g, '')
        .replace(/ ([.,;:!?])(?=\s|$)/g, '$1')
        .replace(/^[:;,\s]+(?=[\p{L}.])/u, '')
        .trim(),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length;) {
    const points = countPoints(lines, index);
    if (points > 0) {
      blocks.push({
        kind: 'list',
        items: lines.slice(index, index + points).map((line) => line.replace(LINE_BULLET, '')),
      });
      index += points;
    } else {
      const line = lines[index]!;
      blocks.push({ kind: HEADING.test(line) && index < lines.length - 1 ? 'heading' : 'paragraph', text: line });
      index += 1;
    }
  }
  return blocks;
}

/** Applies each pattern only if its character occurs, since most texts contain none. */
function withBulletLines(text: string): string {
  let result = text;
  if (BULLET.test(result)) result = result.replace(SURE_BULLET, '\n- ');
  if (occurs(result, '·', INLINE_DOT)) result = result.replace(INLINE_DOT, '\n- ');
  if (occurs(result, '- ', INLINE_DASH) && /[.;:)]-\s+\p{Lu}/u.test(result))
    result = result.replace(INLINE_DASH, '\n- ');
  if (occurs(result, '*', INLINE_STAR)) result = result.replace(INLINE_STAR, '\n- ');
  return result;
}

/** Whether a character marks list items: a single occurrence may mean anything. */
function occurs(text: string, sign: string, pattern: RegExp): boolean {
  return text.includes(sign) && (text.match(pattern) ?? []).length > 1;
}

function withoutWordStyles(text: string): string {
  return text.includes('Style Definitions') ? text.replace(WORD_STYLES, ' ').replace(WORD_STYLE_SHEET, ' ') : text;
}

function countPoints(lines: readonly string[], start: number): number {
  let marked = start;
  while (marked < lines.length && LINE_BULLET.test(lines[marked]!)) marked += 1;
  if (marked - start > 1 || (marked - start === 1 && /^[-*·–]/.test(lines[start]!))) return marked - start;
  let short = start;
  while (short < lines.length && isPoint(lines[short]!)) short += 1;
  return short - start >= MIN_POINTS ? short - start : 0;
}

/** Whether a line is not a sentence: it is short and contains no full stop. */
function isPoint(line: string): boolean {
  return (
    line.length <= MAX_POINT_LENGTH &&
    !HEADING.test(line) &&
    !LINE_BULLET.test(line) &&
    !/[.!?:]["”)]?$|[.!?] \p{Lu}/u.test(line)
  );
}
