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
