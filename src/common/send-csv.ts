import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends a file for spreadsheets. @param name without its ending */
export async function sendCsv(reply: FastifyReply, name: string, content: string | Readable): Promise<void> {
  await reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .send(content);
}

/**
 * Sends lines as they are made. Where that fails on the way, the file breaks off, so that nobody takes it for a whole one.
 *
 * @param file its name without the ending, and what it is called in the log
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
 * Reads a list that comes in parts.
 *
 * @param nextOf where the part after a part begins; null: it was the last one
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
