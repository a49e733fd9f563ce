/** An error message of the server as its readers are shown it: servers may send it URL-encoded and with markup (specification point 8). */
export function serverMessage(message: string): string {
  const spaced = message.replaceAll('+', ' ');
  return decoded(spaced)
    .replace(/<[^>]*>/g, '')
    .trim();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A plain per cent sign.
    return text;
  }
}
