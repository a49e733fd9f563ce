import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { type Interference, missingOperations, unfinishedUploads } from './s3-uploads.js';

const BUCKET = 'files';
const PREFIX = 'jobs/board';
/** Has nothing at first. */
const OTHER_BUCKET = 'backups';
/** The only key that the server knows. */
const KEY = 'S3RVER';
/** Its files end so, beside others with metadata. */
const OBJECT = '._S3rver_object';

/** An object storage of one test, which speaks S3 and checks signatures. */
export class S3Server {
  private readonly folder = mkdtempSync(join(tmpdir(), 'causeboard-s3-'));
  private server?: S3rver;
  private port = 0;

  /** Decides what becomes of requests; by default nothing is done to them. */
  interfere: (method: string, path: string, query: string[]) => Interference | undefined = () => undefined;

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    await server.goOn();
    return server;
  }

  get filesUrl(): string {
    return `s3://${BUCKET}/${PREFIX}?endpoint=${this.endpoint}`;
  }

  /** Of another bucket, as an operator would name it. */
  get backupsUrl(): string {
    return `s3://${OTHER_BUCKET}`;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
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

  /** @returns the keys of all objects of the other bucket, and of those whose upload is unfinished */
  backups(): { keys: string[]; unfinished: string[] } {
    const folder = join(this.folder, OTHER_BUCKET);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const keys = names.filter((name) => name.endsWith(OBJECT)).map((name) => name.slice(0, -OBJECT.length));
    return { keys: keys.sort(), unfinished: unfinishedUploads(folder).map(({ key }) => key) };
  }

  /** Where the bytes of an object of the other bucket are. */
  backupFile(key: string): string {
    return join(this.folder, OTHER_BUCKET, key + OBJECT);
  }

  /** Makes unfinished uploads older. */
  ageUploads(begunAt: Date): void {
    const folder = join(this.folder, OTHER_BUCKET);
    for (const { file } of unfinishedUploads(folder)) utimesSync(file, begunAt, begunAt);
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
      configureBuckets: [BUCKET, OTHER_BUCKET]
        .filter((name) => !existsSync(join(this.folder, name)))
        .map((name) => ({ name })),
    });
    this.server.middleware.unshift(missingOperations(this.folder, (...request) => this.interfere(...request)));
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
