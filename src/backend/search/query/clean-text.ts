/** NUL cannot be stored and the others cannot be seen: none of them is meant. */
export function withoutControlCharacters(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/** Cut between words, if there are any. */
export function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  const space = /\s/.test(text[longest]!) ? longest : cut.search(/\s\S*$/);
  return space > 0 ? cut.slice(0, space) : cut;
}
