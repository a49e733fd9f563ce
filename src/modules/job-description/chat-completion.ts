import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import type { ChatMessage } from './prompt.js';

/** An endpoint that speaks the protocol of OpenAI. */
export interface ChatEndpoint {
  /** `/chat/completions` lies below it. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** For the whole answer. */
  timeoutMs: number;
}

/**
 * How an answer ended. `cut`: too early, but there is text. `refused`: the service does not want to write it. `aborted`: nobody waits for
 * it any more.
 */
export type ChatEnd = 'complete' | 'cut' | 'refused' | 'timeout' | 'unavailable' | 'aborted';

/** As the specification has them. */
const TEMPERATURE = 0.5;
const MAX_TOKENS = 1500;
/** Of a whole answer, in characters: 1,500 tokens are far fewer. */
const MAX_TEXT_LENGTH = 20_000;
const MAX_EVENT_LENGTH = 100_000;

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(0),
});

/** Control characters, and what stands for bytes that are no UTF-8. */
const UNREADABLE = /(?![\n\t])\p{Cc}|\ufffd/gu;

/**
 * Asks for a text and hands it over piece by piece.
 *
 * @param onText is given each piece, without characters that cannot be shown
 * @param signal ends it when nobody waits for the text any more
 * @param warn is told why the service could not be used, for the operator
 */
export async function streamChat(
  endpoint: ChatEndpoint,
  messages: readonly ChatMessage[],
  { onText, signal, warn }: { onText: (text: string) => void; signal: AbortSignal; warn: (reason: string) => void },
): Promise<ChatEnd> {
  const late = AbortSignal.timeout(endpoint.timeoutMs);
  const stop = new AbortController();
  let length = 0;
  try {
    const response = await ask(endpoint, messages, AbortSignal.any([signal, late, stop.signal]));
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !response.body || !type.startsWith('text/event-stream')) {
      warn(`the service answered ${response.status} ${type}`);
      return 'unavailable';
    }
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT_LENGTH }));
    let end: ChatEnd | undefined;
    for await (const { data } of events) {
      if (data === '[DONE]') break;
      const { text, ended } = readChunk(data);
      const clean = text.replace(UNREADABLE, '').slice(0, MAX_TEXT_LENGTH - length);
      if (clean !== '') onText(clean);
      length += clean.length;
      end = ended ?? end;
      if (end === 'refused') break;
      if (length >= MAX_TEXT_LENGTH) return 'cut';
    }
    return end ?? endOf(length, 'refused');
  } catch (error) {
    if (signal.aborted) return 'aborted';
    if (late.aborted) return endOf(length, 'timeout');
    warn(describe(error));
    return endOf(length, 'unavailable');
  } finally {
    stop.abort();
  }
}

function ask(
  { baseUrl, apiKey, model }: ChatEndpoint,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'text/event-stream' };
  if (apiKey !== undefined) headers.authorization = `Bearer ${apiKey}`;
  return fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model, messages, stream: true, temperature: TEMPERATURE, max_tokens: MAX_TOKENS }),
    signal,
    // The key is for this server alone.
    redirect: 'error',
  });
}

/** @throws when it is none */
function readChunk(data: string): { text: string; ended: ChatEnd | undefined } {
  const [choice] = chunkSchema.parse(JSON.parse(data)).choices;
  if (choice?.delta?.refusal) return { text: '', ended: 'refused' };
  return { text: choice?.delta?.content ?? '', ended: endNamed(choice?.finish_reason) };
}

function endNamed(reason: string | null | undefined): ChatEnd | undefined {
  if (!reason) return undefined;
  if (reason === 'content_filter') return 'refused';
  return reason === 'stop' ? 'complete' : 'cut';
}

/** Of an answer that has not said how it ends. */
function endOf(length: number, withoutText: ChatEnd): ChatEnd {
  return length > 0 ? 'cut' : withoutText;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
