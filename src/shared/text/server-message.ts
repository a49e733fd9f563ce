const MAX_LENGTH = 10_000;

/** Elements that a message may contain; others are removed, but their text is kept. */
export const MESSAGE_TAGS: readonly string[] = ['b', 'strong', 'i', 'em', 'code', 'br', 'p', 'ul', 'ol', 'li', 'a'];

/** Allowed link targets in a message: this site, or another one with https. */
export const MESSAGE_LINK = /^(?:https:\/\/|\/(?![/\\]))[\w\-./?=&%#~:;,@!$()+]*$/i;

/** Decodes an error message: servers may send it URL-encoded, with `+` for a space (specification point 8). */
export function decodedMessage(message: string): string {
  return message
    .slice(0, MAX_LENGTH)
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
      try {
        return decodeURIComponent(encoded);
      } catch {
        // The percent signs are literal.
        return encoded;
      }
    })
    .trim();
}
