import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends a spreadsheet file. @param name file name without extension */
export async function sendCsv(reply: FastifyReply, name: string, content: string | Readable): Promise<void> {
  await reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .send(content);
}

/**
 * Streams lines while they are created. On failure the transfer is aborted, so that the file is not mistaken for a complete one.
 *
 * @param file file name without extension, and its description in the log
 */
export async function streamCsv(
  { log }: Pick<FastifyRequest, 'log'>,
  reply: FastifyReply,
  { name, what }: { name: string; what: string },
  lines: AsyncIterable<string>,
): Promise<void> {
  const source = Readable.from(lines);
  source.on('error', (error) => log.warn({ error: error.message }, `${what} broke off`));
  await sendCsv(reply, name, source);
}

/**
 * Reads all parts of a paginated list.
 *
 * @param nextOf returns the cursor of the next part; null after the last one
 */
export async function* allParts<Part>(
  first: Part,
  nextOf: (part: Part) => string | null,
  read: (next: string) => Promise<Part>,
): AsyncGenerator<Part> {
  let part = first;
  for (;;) {
    yield part;
    const next = nextOf(part);
    if (next === null) return;
    part = await read(next);
  }
}
