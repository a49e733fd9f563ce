import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type StubAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that sends the responses that a test sets. */
export class StubServer {
  answer: StubAnswer = (_request, response) => void response.writeHead(404).end();
  /** Requested paths, in order. */
  readonly asked: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<StubServer> {
    const server = createServer((request, response) => {
      stub.asked.push(request.url ?? '');
      stub.answer(request, response);
    });
    const stub = new StubServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
