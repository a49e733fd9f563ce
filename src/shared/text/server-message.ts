const MAX_LENGTH = 10_000;

/** What a message may contain; other elements are removed, and their text stays. */
export const MESSAGE_TAGS: readonly string[] = ['b', 'strong', 'i', 'em', 'code', 'br', 'p', 'ul', 'ol', 'li', 'a'];

/** Addresses that links of a message may lead to: this site, or another one by https. */
export const MESSAGE_LINK = /^(?:https:\/\/|\/(?![/\\]))[\w\-./?=&%#~:;,@!$()+]*$/i;

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
