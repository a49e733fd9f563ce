const MAX_LENGTH = 10_000;
/** Kept; all others are taken out and leave their text behind. */
const ALLOWED_TAGS: readonly string[] = ['b', 'strong', 'i', 'em', 'code', 'br', 'p', 'ul', 'ol', 'li', 'a'];
const WITHOUT_END: readonly string[] = ['br'];
/** What stands in them is no text. */
const SILENT: readonly string[] = [
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'textarea',
  'title',
];
const TOKEN = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)((?:\s|\/)[^<>]*)?>|<![^<>]*>|[^<]+|</gi;

/** An error message of the server as it was meant: servers may send it URL-encoded, with `+` for a blank (specification point 8). */
export function decodedMessage(message: string): string {
  return message
    .slice(0, MAX_LENGTH)
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
      try {
        return decodeURIComponent(encoded);
      } catch {
        // Plain per cent signs.
        return encoded;
      }
    })
    .trim();
}

/**
 * HTML of which nothing runs, whatever it was: emphasis, lists and links are left, every element ends where it has to, and what belongs to
 * none of them is text (PAGE-06). Small enough for browsers.
 */
export function filteredHtml(html: string): string {
  const open: string[] = [];
  let silent = '';
  let result = '';
  for (const [token, slash, tag, attributes = ''] of html.slice(0, MAX_LENGTH).matchAll(TOKEN)) {
    const name = tag?.toLowerCase() ?? '';
    if (silent) {
      if (slash && name === silent) silent = '';
    } else if (tag === undefined) result += token.startsWith('<!') ? '' : asText(token);
    else if (SILENT.includes(name)) silent = slash ? '' : name;
    else if (!ALLOWED_TAGS.includes(name)) continue;
    else if (WITHOUT_END.includes(name)) result += slash ? '' : `<${name}>`;
    else if (!slash) {
      open.push(name);
      result += name === 'a' ? linkStart(attributes) : `<${name}>`;
    } else if (open.includes(name)) {
      // What was opened since ends first.
      let last: string | undefined;
      do result += `</${(last = open.pop()!)}>`;
      while (last !== name);
    }
  }
  return (
    result +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  ).trim();
}

/** Entities stay what they are. */
function asText(text: string): string {
  return text
    .replace(/&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]\w{1,30});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** A link to this site, or to another one by https; else nothing that leads anywhere. */
function linkStart(attributes: string): string {
  const href = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes);
  const address = href?.[1] ?? href?.[2] ?? '';
  const isSafe = /^(?:https:\/\/|\/(?![/\\]))[\w\-./?=&%#~:;,@!$()+]*$/i.test(address);
  return isSafe ? `<a href="${asText(address)}" rel="nofollow noopener">` : '<a>';
}
