import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { type Interference, missingOperations, unfinishedUploads } from './s3-uploads.js';

const BUCKET = 'files';
const PREFIX = 'jobs/board';
/** A second bucket, initially empty. */
const OTHER_BUCKET = 'backups';
/** The only access key that the server accepts. */
const KEY = 'S3RVER';
/** Suffix of the files with an object's bytes; other files contain metadata. */
const OBJECT = '._S3rver_object';

/** An object storage for one test, with the S3 API and signature checks. */
export class S3Server {
  private readonly folder = mkdtempSync(join(tmpdir(), 'causeboard-s3-'));
  private server?: S3rver;
  private port = 0;

  /** Decides how a request is disturbed; by default, not at all. */
  interfere: (method: string, path: string, query: string[]) => Interference | undefined = () => undefined;

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    await server.goOn();
    return server;
  }

  get filesUrl(): string {
    return `s3://${BUCKET}/${PREFIX}?endpoint=${this.endpoint}`;
  }

  /** URL of the other bucket, as an operator would configure it. */
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

  /** The same as options of the backend. */
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

  /** @returns the keys of all objects and of all unfinished uploads in the other bucket */
  backups(): { keys: string[]; unfinished: string[] } {
    const folder = join(this.folder, OTHER_BUCKET);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const keys = names.filter((name) => name.endsWith(OBJECT)).map((name) => name.slice(0, -OBJECT.length));
    return { keys: keys.sort(), unfinished: unfinishedUploads(folder).map(({ key }) => key) };
  }

  /** Path of the file with the bytes of an object in the other bucket. */
  backupFile(key: string): string {
    return join(this.folder, OTHER_BUCKET, key + OBJECT);
  }

  /** Makes unfinished uploads look older. */
  ageUploads(begunAt: Date): void {
    const folder = join(this.folder, OTHER_BUCKET);
    for (const { file } of unfinishedUploads(folder)) utimesSync(file, begunAt, begunAt);
  }

  read(key: string): Buffer {
    return readFileSync(join(this.objectsFolder, key + OBJECT));
  }

  /** Replaces the bytes of an object, as a broken disk would. */
  damage(key: string, bytes: Uint8Array): void {
    writeFileSync(join(this.objectsFolder, key + OBJECT), bytes);
  }

  /** Refuses connections until `goOn` is called. */
  async pause(): Promise<void> {
    const http = this.server?.httpServer;
    this.server = undefined;
    if (!http) return;
    const closed = once(http, 'close');
    http.close();
    http.closeAllConnections();
    await closed;
  }

  /** Starts again on the same port, with the same objects. */
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
