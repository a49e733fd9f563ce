const SIMPLE = /^(?:<p>(?:[^<]|<br \/>)*<\/p>|<ul>(?:<li>[^<]*<\/li>)*<\/ul>|\s)*$/;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Rich text for a field without an editor: as plain text where nothing is lost that way, else as its HTML. */
export function editableText(html: string): string {
  if (!SIMPLE.test(html)) return html;
  return html
    .replace(/<br \/>/g, '\n')
    .replace(/<li>/g, '- ')
    .replace(/<\/li>/g, '\n')
    .replace(/<\/(?:p|ul)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
