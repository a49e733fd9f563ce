/** Normalizes text for comparison: lower case, no accents, one kind of quotes and hyphens, single spaces. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .replace(/[‐‑‒–—―−]/g, '-')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replace(/\s+/g, ' ')
    .trim();
}

const BULLET =
  /^\s*(?:[•·‣▪▫■□●○◦⁃∙➢➤►▶→»❯✓✔❖\uf0b7\uf0a7\uf076\uf0d8\u2043*]|[-–—](?=\s|\p{Lu})|\+(?=\s)|o(?=\s{2,}))\s*/u;

/** Whether a line is a list item. */
export function isBullet(text: string): boolean {
  return BULLET.test(text);
}

export function withoutBullet(text: string): string {
  return text.replace(BULLET, '').trim();
}

/** Parts of a line, separated by tabs, bars or dots. */
export function segmentsOf(text: string): string[] {
  return trimmed(text.split(/\t|\s[|•·∙▪■●◆–—]\s|\s?[|•∙▪■●◆]\s?|\s-\s|\s{3,}/u));
}

/** The same, but also separated by commas and semicolons, except within brackets. */
export function listItems(text: string): string[] {
  const items: string[] = [''];
  let depth = 0;
  for (const letter of withoutBullet(text)) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && /[,;|•·∙▪■●◆\t]/u.test(letter)) items.push('');
    else items.push((items.pop() ?? '') + letter);
  }
  return trimmed(items);
}

function trimmed(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
