import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { StubServer } from './stub-server.js';

/** A request to a chat service. */
export interface ChatRequest {
  model: string;
  stream: boolean;
  temperature: number;
  max_tokens: number;
  messages: { role: string; content: string }[];
}

type Answer = (response: ServerResponse) => void | Promise<void>;

/** A service with OpenAI's streaming protocol that sends the answers that a test sets. */
export class ChatService {
  readonly requests: ChatRequest[] = [];
  readonly keys: (string | undefined)[] = [];
  answer: Answer = (response) => void response.writeHead(404).end();

  private constructor(private readonly server: StubServer) {}

  static async start(): Promise<ChatService> {
    const service = new ChatService(await StubServer.start());
    service.server.answer = (request, response) => void service.take(request, response);
    return service;
  }

  /** Settings of a product that uses this service. */
  get settings(): Record<string, string> {
    return { AI_BASE_URL: `${this.server.origin}/v1/`, AI_API_KEY: 'key-of-the-tests', AI_MODEL: 'small' };
  }

  get paths(): readonly string[] {
    return this.server.asked;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push((await json(request)) as ChatRequest);
    this.keys.push(request.headers.authorization);
    await this.answer(response);
  }
}

const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8' };

/** An event of the protocol. */
export function chatEvent(delta: { content?: string; refusal?: string }, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

/** @returns an answer that consists of these pieces of text */
export function textOf(...pieces: string[]): Answer {
  const events = pieces.map((content) => chatEvent({ content }));
  return streamOf(...events, chatEvent({}, 'stop'), 'data: [DONE]\n\n');
}

/** @returns an answer in which each chunk of bytes is sent separately */
export function streamOf(...chunks: (string | Uint8Array)[]): Answer {
  return async (response) => {
    response.writeHead(200, HEADERS);
    for (const chunk of chunks) {
      response.write(chunk);
      await setTimeout(2);
    }
    response.end();
  };
}

/** @returns an answer that begins with these events and never ends */
export function silentAfter(...events: string[]): Answer {
  return (response) => {
    response.writeHead(200, HEADERS);
    response.write(events.join(''));
  };
}
