import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ServedFile {
  contentType: string;
  bytes: Buffer;
  cacheControl?: string;
}

/** Serves only the files of an external backend. */
export class FileServer {
  /** Requested paths, in order. */
  readonly asked: string[] = [];
  private readonly files = new Map<string, ServedFile>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FileServer> {
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      files.asked.push(path);
      const file = files.files.get(path);
      if (!file) return void response.writeHead(404).end();
      const caching = file.cacheControl === undefined ? {} : { 'cache-control': file.cacheControl };
      response.writeHead(200, { 'content-type': file.contentType, ...caching }).end(file.bytes);
    });
    const files = new FileServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return files;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/graphql`;
  }

  put(name: string, file: ServedFile): string {
    const path = `/files/${name}`;
    this.files.set(path, file);
    return path;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
