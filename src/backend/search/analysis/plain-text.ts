const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }),
);
const BLOCK = /<\/?(?:p|div|li|ul|ol|h[1-6]|br|tr|td|th|table|section|blockquote)\b[^>]*>/gi;
// Does not match single blanks, which are the vast majority and need no replacement.
const SPACES = /\s{2,}|[^\S ]/g;

/** Returns the text of sanitised HTML, with blocks separated by blanks. */
export function plainText(html: string): string {
  const text = html.includes('<') ? html.replace(BLOCK, ' ').replace(/<[^>]*>/g, '') : html;
  return (text.includes('&') ? decodeEntities(text) : text).replace(SPACES, ' ').trim();
}

/** Removes headings, which are not part of any sentence. */
export function withoutHeadings(html: string): string {
  return html.includes('<h') ? html.replace(/<h([1-6])\b[^>]*>[\s\S]*?<\/h\1>/gi, ' ') : html;
}

/** Removes control characters: NUL cannot be stored and the others are invisible, so they are never intended. */
export function withoutControlCharacters(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/** Cuts a text at a word boundary, if there is one. */
export function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  const space = /\s/.test(text[longest]!) ? longest : cut.search(/\s\S*$/);
  return space > 0 ? cut.slice(0, space) : cut;
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? whole;
      const code = decimal === undefined ? parseInt(hex as string, 16) : Number(decimal);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    },
  );
}
