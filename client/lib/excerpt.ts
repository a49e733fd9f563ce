const LENGTH = 160;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** The beginning of an HTML text, as plain text that ends with a whole word. */
export function excerpt(html: string): string {
  const text = html
    .slice(0, 4000)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_entity, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= LENGTH) return text;
  return `${text.slice(0, LENGTH).replace(/\s+\S*$/, '')}…`;
}
