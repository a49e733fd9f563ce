/** @returns the text of a response; undefined if it exceeds the maximum size @throws if the response is interrupted */
export async function readLimited(response: Response, maxBytes: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    // Leaving the loop cancels the rest of the response.
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
