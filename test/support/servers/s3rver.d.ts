/** The package's options that tests use. */
declare module '@20minutes/s3rver' {
  import type { IncomingMessage, Server } from 'node:http';
  import type { Readable } from 'node:stream';

  /** The used part of Koa's context. */
  export interface Context {
    method: string;
    path: string;
    query: Record<string, string | undefined>;
    headers: Record<string, string | undefined>;
    req: IncomingMessage;
    response: { get(name: string): string };
    status: number;
    type: string;
    body: string | Readable | null | undefined;
  }
  export type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ port: number }>;
    httpServer: Server;
    middleware: Middleware[];
  }
}
