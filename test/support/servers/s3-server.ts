import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

const BUCKET = 'files';
const PREFIX = 'jobs/board';
/** The only key that the server knows. */
const KEY = 'S3RVER';
/** Its files end so, beside others with metadata. */
const OBJECT = '._S3rver_object';

/** An object storage of one test, which speaks S3 and checks signatures. */
export class S3Server {
  private readonly folder = mkdtempSync(join(tmpdir(), 'causeboard-s3-'));
  private server?: S3rver;
  private port = 0;

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    await server.goOn();
    return server;
  }

  get filesUrl(): string {
    return `s3://${BUCKET}/${PREFIX}?endpoint=http://127.0.0.1:${this.port}`;
  }

  /** Settings of a product that uses it. */
  get settings(): { FILES_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string } {
    return { FILES_URL: this.filesUrl, AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: KEY };
  }

  /** As the backend takes it. */
  get options(): { url: string; accessKeyId: string; secretAccessKey: string } {
    return { url: this.filesUrl, accessKeyId: KEY, secretAccessKey: KEY };
  }

  /** @returns the keys of all objects, without the prefix */
  keys(): string[] {
    const folder = this.objectsFolder;
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith(OBJECT))
      .map((name) => name.slice(0, -OBJECT.length))
      .sort();
  }

  read(key: string): Buffer {
    return readFileSync(join(this.objectsFolder, key + OBJECT));
  }

  /** Writes other bytes in the place of an object, as a broken disk would. */
  damage(key: string, bytes: Uint8Array): void {
    writeFileSync(join(this.objectsFolder, key + OBJECT), bytes);
  }

  /** Refuses connections until it goes on. */
  async pause(): Promise<void> {
    const http = this.server?.httpServer;
    this.server = undefined;
    if (!http) return;
    const closed = once(http, 'close');
    http.close();
    http.closeAllConnections();
    await closed;
  }

  /** On the same port, with the same objects. */
  async goOn(): Promise<void> {
    this.server = new S3rver({
      address: '127.0.0.1',
      port: this.port,
      directory: this.folder,
      silent: true,
      configureBuckets: existsSync(join(this.folder, BUCKET)) ? [] : [{ name: BUCKET }],
    });
    await this.server.run();
    this.port = (this.server.httpServer.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    await this.pause();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get objectsFolder(): string {
    return join(this.folder, BUCKET, PREFIX);
  }
}
