import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { answeredFailure, discard, type S3Client, textOf, ObjectStoreError, withRetries } from './s3-client.js';

/**
 * Size of all parts except the last, since some stores require equal sizes. S3 accepts at most 10,000 parts of at least 5 MiB, so an object
 * may have up to 671 GB. One part is held in memory, and a second copy while it is sent.
 */
const PART_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 10_000;
/** The store assembles the parts before it responds. */
const COMPLETION_TIMEOUT_MS = 600_000;

const OK = 200;
const NO_CONTENT = 204;
const NOT_FOUND = 404;

interface UploadOptions {
  partBytes?: number;
  /** Wait before the first retry of a part, in milliseconds. */
  firstWaitMs?: number;
}

/** An object of any size that is uploaded in parts. It does not exist before the upload is complete. */
export class MultipartUpload {
  /** Stream for the bytes of the object. */
  readonly output: Writable;

  private readonly parts: string[] = [];
  private readonly stopped = new AbortController();
  private readonly partBytes: number;
  private readonly firstWaitMs: number | undefined;
  private part: Buffer;
  private filled = 0;
  private bytes = 0;
  private sending: Promise<void> = Promise.resolve();

  private constructor(
    private readonly client: S3Client,
    private readonly url: string,
    private readonly id: string,
    { partBytes = PART_BYTES, firstWaitMs }: UploadOptions,
  ) {
    this.partBytes = partBytes;
    this.firstWaitMs = firstWaitMs;
    this.part = Buffer.allocUnsafeSlow(partBytes);
    this.output = new Writable({
      write: (chunk: Buffer, _encoding, done) => void this.take(chunk).then(() => done(), done),
      final: (done) => void (this.filled > 0 ? this.sendPart() : Promise.resolve()).then(() => done(), done),
      destroy: (error, done) => {
        if (error) this.stopped.abort();
        done(error);
      },
    });
    // The writer receives the error as well; without this listener, an error without a writer would end the process.
    this.output.on('error', () => undefined);
  }

  /** @throws ObjectStoreError at once if the store does not respond */
  static async begin(client: S3Client, url: string, options: UploadOptions = {}): Promise<MultipartUpload> {
    const headers = { 'content-type': 'application/octet-stream' };
    const request = { operation: 'post', method: 'POST', headers, accepted: [OK] } as const;
    const response = await client.send({ ...request, url: `${url}?uploads=` });
    const id = textOf(await response.text(), 'UploadId');
    if (!id) throw new ObjectStoreError('refused', 'The object storage did not start the multipart upload.');
    return new MultipartUpload(client, url, id, options);
  }

  /**
   * Completes the object after all bytes have been written.
   *
   * @throws ObjectStoreError
   */
  async complete(): Promise<void> {
    try {
      await this.retrying(() => this.requestCompletion());
    } catch (error) {
      // The response to an earlier attempt may have been lost.
      const isGone = error instanceof ObjectStoreError && error.failure === 'missing';
      if (!isGone || !(await this.isThere())) throw error;
    }
  }

  /**
   * Aborts the upload, so that the store keeps no part.
   *
   * @throws ObjectStoreError
   */
  async abort(): Promise<void> {
    this.stopped.abort();
    // A part that arrives after the abort would be kept by the store.
    await this.sending.catch(() => undefined);
    await abortUpload(this.client, this.url, this.id);
  }

  private async take(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.copy(this.part, this.filled, from);
      from += taken;
      this.filled += taken;
      if (this.filled === this.partBytes) await this.sendPart();
    }
  }

  private sendPart(): Promise<void> {
    this.sending = this.transfer(this.part.subarray(0, this.filled));
    return this.sending;
  }

  private async transfer(body: Buffer): Promise<void> {
    const number = this.parts.length + 1;
    if (number > MAX_PARTS) {
      const most = `${Math.floor((MAX_PARTS * this.partBytes) / 1_000_000_000)} GB`;
      throw new ObjectStoreError('refused', `The object would exceed the maximum size of ${most}.`);
    }
    const headers = { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') };
    const url = `${this.url}?partNumber=${number}&uploadId=${encodeURIComponent(this.id)}`;
    const request = { operation: 'put', method: 'PUT', url, headers, body, accepted: [OK] } as const;
    const response = await this.retrying(() => this.client.send({ ...request, signal: this.stopped.signal }));
    await discard(response);
    const tag = response.headers.get('etag');
    if (tag === null) throw new ObjectStoreError('refused', 'The object storage did not confirm a part of the upload.');
    this.parts.push(tag);
    this.bytes += body.length;
    this.filled = 0;
  }

  private async requestCompletion(): Promise<void> {
    const parts = this.parts.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const response = await this.client.send({
      operation: 'post',
      method: 'POST',
      url: `${this.url}?uploadId=${encodeURIComponent(this.id)}`,
      headers: {
        'content-type': 'application/xml',
        'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
      },
      body,
      accepted: [OK],
      timeoutMs: COMPLETION_TIMEOUT_MS,
    });
    const text = await textOfAnswer(this.client, response);
    // The store starts its response with status 200 before it knows whether the parts can be assembled.
    if (!text.includes('CompleteMultipartUploadResult'))
      throw answeredFailure('The object storage did not complete the multipart upload and answers', 500, text);
  }

  private async isThere(): Promise<boolean> {
    const request = { operation: 'head', method: 'HEAD', url: this.url, accepted: [OK, NOT_FOUND] } as const;
    const { status, headers } = await this.retrying(() => this.client.send(request));
    return status === OK && headers.get('content-length') === String(this.bytes);
  }

  private retrying<T>(work: () => Promise<T>): Promise<T> {
    const { firstWaitMs } = this;
    const { signal } = this.stopped;
    return withRetries(work, firstWaitMs === undefined ? { signal } : { signal, firstWaitMs });
  }
}

/**
 * Deletes the parts of an upload from the store, if there are any.
 *
 * @throws ObjectStoreError
 */
export async function abortUpload(client: S3Client, url: string, id: string): Promise<void> {
  const accepted = [OK, NO_CONTENT, NOT_FOUND];
  const address = `${url}?uploadId=${encodeURIComponent(id)}`;
  await discard(await client.send({ operation: 'delete', method: 'DELETE', url: address, accepted }));
}

async function textOfAnswer(client: S3Client, response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of client.piecesOf(response)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
