const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const BLOCK = /<\/?(?:p|div|li|ul|ol|h[1-6]|br|tr|td|th|table|section|blockquote)\b[^>]*>/gi;
// Single blanks, nearly all there are, stay as they are.
const SPACES = /\s{2,}|[^\S ]/g;

/** The text of sanitised HTML; blocks are parted by a blank. */
export function plainText(html: string): string {
  const text = html.includes('<') ? html.replace(BLOCK, ' ').replace(/<[^>]*>/g, '') : html;
  return (text.includes('&') ? decodeEntities(text) : text).replace(SPACES, ' ').trim();
}

/** Without its headings, which stand between sentences and belong to none. */
export function withoutHeadings(html: string): string {
  return html.includes('<h') ? html.replace(/<h([1-6])\b[^>]*>[\s\S]*?<\/h\1>/gi, ' ') : html;
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? parseInt(hex as string, 16) : Number(decimal);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    },
  );
}
