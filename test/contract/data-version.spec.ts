import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataVersion } from '../../src/modules/graphql-client/index.js';
import { GuardedTransport } from '../../src/modules/graphql-client/circuit/guarded.transport.js';
import { HttpTransport } from '../../src/modules/graphql-client/transport/http.transport.js';

/** A backend whose responses are held back until a test releases them. */
class HeldBackend {
  readonly paths: string[] = [];
  private readonly held: ServerResponse[] = [];
  private readonly server: Server = createServer((request, response) => {
    this.paths.push(request.url ?? '');
    this.held.push(response);
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api/graphql`;
  }

  async answer(status: number, body: string): Promise<void> {
    while (this.held.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    this.held.shift()!.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }

  /** Never answers the oldest request. */
  async forget(): Promise<void> {
    while (this.held.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    this.held.shift();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

describe('versions over HTTP', () => {
  let backend: HeldBackend;
  let versions: DataVersion;

  beforeEach(async () => {
    backend = new HeldBackend();
    versions = new DataVersion(new GuardedTransport(new HttpTransport(await backend.listen()), { timeoutMs: 8000 }));
  });
  afterEach(() => backend.close());

  it('are served at a path next to that of GraphQL', async () => {
    const version = versions.of('charity-ca');
    await backend.answer(200, '{"version":"a-1"}');
    expect(await version).toBe('a-1');
    expect(backend.paths).toEqual(['/api/version?site=charity-ca']);
  });

  it('are shared by simultaneous callers, but never taken from a request that started before the call', async () => {
    const first = versions.of('a');
    const later = [versions.of('a'), versions.of('a'), versions.of('a')];
    const elsewhere = versions.of('b');
    await backend.answer(200, '{"version":"1"}');
    expect(await first).toBe('1');
    await backend.answer(200, '{"version":"of b"}');
    expect(await elsewhere).toBe('of b');
    await backend.answer(200, '{"version":"2"}');
    expect(await Promise.all(later)).toEqual(['2', '2', '2']);
    expect(backend.paths).toHaveLength(3);
  });

  it('are not requested from a backend without versions', async () => {
    const version = versions.of('a');
    await backend.answer(404, '<h1>Not found</h1>');
    expect(await version).toBeUndefined();
    expect(await versions.of('a')).toBeUndefined();
    expect(await versions.of('b')).toBeUndefined();
    expect(backend.paths).toHaveLength(1);
  });

  it('are unknown if a backend does not respond, and requested again', async () => {
    const silent = versions.of('a');
    await backend.forget();
    expect(await silent).toBeUndefined();
    const again = versions.of('a');
    await backend.answer(200, '{"version":"1"}');
    expect(await again).toBe('1');
  });

  it('are requested again from a backend that is down', async () => {
    const down = versions.of('a');
    await backend.answer(503, '{"status":"unavailable"}');
    expect(await down).toBeUndefined();
    const up = versions.of('a');
    await backend.answer(200, '{"version":"1"}');
    expect(await up).toBe('1');
  });
});
