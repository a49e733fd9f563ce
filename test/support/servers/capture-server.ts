import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server received. */
export interface Captured<Body> {
  path: string;
  body: Body;
}

/** Response to a request; `silence` means that none is sent. */
export type CaptureAnswer = { status: number; body?: object; afterMs?: number } | 'silence';

/** Replaces a service that receives JSON: records the requests, and sends the responses that a test sets. */
export class CaptureServer<Body> {
  answer: (captured: Captured<Body>) => CaptureAnswer = () => ({ status: 204 });
  readonly captured: Captured<Body>[] = [];

  private constructor(private server: Server) {}

  /** @param port the port of an earlier server; defaults to a free one */
  static async start<Body>(port = 0): Promise<CaptureServer<Body>> {
    const server = createServer((request, response) => void capture.take(request, response));
    const capture = new CaptureServer<Body>(server);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return capture;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get bodies(): Body[] {
    return this.captured.map(({ body }) => body);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += String(part);
    const captured = { path: request.url ?? '', body: JSON.parse(text) as Body };
    const answer = this.answer(captured);
    this.captured.push(captured);
    if (answer === 'silence') return;
    if (answer.afterMs) await new Promise((resolve) => setTimeout(resolve, answer.afterMs));
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.body && JSON.stringify(answer.body));
  }
}
