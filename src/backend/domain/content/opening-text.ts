const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" };

/** Text of sanitized HTML on one line, without tags and without headings. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<(h[1-6])\b[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(#39|[a-z]+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,])/g, '')
    .trim();
}

/** Beginning of a text, cut between words, with an ellipsis if it was cut. At most `length` characters. */
export function openingOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`;
}
