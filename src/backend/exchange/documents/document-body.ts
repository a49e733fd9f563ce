const PIECE_CHARACTERS = 32 * 1024;

/** Joins the parts of a text to pieces that are worth a write. Reads no further than it is asked to: whoever reads slowly makes it wait. */
export async function* bytesOf(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  let waiting = '';
  for await (const part of parts) {
    waiting += part;
    if (waiting.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
