import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type StubAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers as the test at hand wants it to. */
export class StubServer {
  answer: StubAnswer = (_request, response) => void response.writeHead(404).end();
  /** Paths that were asked for, in order. */
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
