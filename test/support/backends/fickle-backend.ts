import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Current behaviour of an external backend. */
export type Mood = 'well' | 'error' | 'garbage' | 'empty' | 'hanging' | 'breaking-off';

/** A proxy in front of a real backend that can misbehave in several ways. */
export class FickleBackend {
  mood: Mood = 'well';
  /** Operations that were sent to the backend, oldest first. Some are sent in the background, at any time. */
  readonly requests: { headers: IncomingHttpHeaders; body: string }[] = [];
  /** Names of the requested operations, oldest first. */
  operations: string[] = [];
  /** Name of an operation that fails. */
  refuse = '';
  /** Responses to some operations, sent instead of those of the backend. */
  answers: Record<string, object> = {};
  /** Route information for some paths, sent instead of that of the backend. */
  routes: Record<string, object> = {};
  /** Response delay, in milliseconds. */
  delay = 0;
  private readonly server: Server;

  private constructor(private readonly backend: string) {
    this.server = createServer((incoming, outgoing) => {
      const asksVersion = incoming.method === 'GET';
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const body = Buffer.concat(parts);
        const text = body.toString();
        if (!asksVersion) {
          this.requests.push({ headers: incoming.headers, body: text });
          this.operations.push(/"operationName":"(\w+)"/.exec(text)?.[1] ?? '');
        }
        if (this.mood === 'hanging') return;
        const route = asksVersion ? undefined : this.routes[/"slug":"([^"]*)"/.exec(text)?.[1] ?? ''];
        if (route) {
          const answer = JSON.stringify({ data: { getRoutInfo: route } });
          outgoing.writeHead(200, { 'content-type': 'application/json' }).end(answer);
          return;
        }
        if (this.mood === 'error' || (this.refuse && text.includes(`"${this.refuse}"`)))
          outgoing.writeHead(502).end('<html>Bad gateway</html>');
        else if (this.mood === 'garbage')
          outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"data":');
        else if (this.mood === 'empty') outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
        else if (this.mood === 'breaking-off')
          outgoing.writeHead(200, { 'content-length': '999' }).write('{"da', () => outgoing.destroy());
        else if (!asksVersion && this.answers[this.operations.at(-1)!])
          outgoing
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify(this.answers[this.operations.at(-1)!]));
        else {
          const headers = { ...incoming.headers, host: new URL(this.backend).host };
          const { method, url } = incoming;
          const onward = request(this.backend, { method, path: url, headers }, (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(outgoing);
          });
          setTimeout(() => onward.end(body), asksVersion ? 0 : this.delay);
        }
      });
    });
  }

  static async start(backend: string): Promise<FickleBackend> {
    const fickle = new FickleBackend(backend);
    await new Promise<void>((resolve) => fickle.server.listen(0, '127.0.0.1', resolve));
    return fickle;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/graphql`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
