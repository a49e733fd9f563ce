import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * Fault that the proxy injects between client and service. `refused`: connections are refused. `silent`: connections are accepted and never
 * get a response, as behind a black hole. `frozen`: a response begins and then stops. `dripping`: one byte is sent at long intervals.
 * `garbage`: random bytes instead of responses. `huge`: an endless HTTP response. `closing`: connections are closed at the first request.
 */
export type Fault = 'none' | 'refused' | 'silent' | 'frozen' | 'dripping' | 'garbage' | 'huge' | 'closing';

const DRIP_EVERY_MS = 500;
const FROZEN_AFTER_BYTES = 20;
const NOISE = Buffer.from('\u0000\u0001<<< noise >>>\r\n\r\n{"data":');
const HUGE_PIECE = Buffer.alloc(1024 * 1024, 'x');
const HUGE_PIECES = 600;

/** A proxy between the product and a service it depends on, which can inject faults. */
export class FaultyProxy {
  private fault: Fault = 'none';
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  private constructor(private readonly target: NetConnectOpts) {}

  static async start(target: NetConnectOpts): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    await proxy.listen();
    return proxy;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Sets the fault for all further traffic. Open connections break, unless the fault is one that keeps them. */
  async set(fault: Fault): Promise<void> {
    const isOver = fault === 'none';
    this.fault = fault;
    if (fault === 'refused') {
      this.closeAll();
      await new Promise((resolve) => this.server!.close(resolve));
      this.server = undefined;
    } else if (!this.server) await this.listen();
    // A response that was cut off cannot be continued.
    if (fault === 'closing' || isOver) this.closeAll();
  }

  async close(): Promise<void> {
    this.closeAll();
    if (this.server) await new Promise((resolve) => this.server!.close(resolve));
  }

  private closeAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private async listen(): Promise<void> {
    this.server = createServer((client) => this.serve(client));
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  private serve(client: Socket): void {
    const service = connect(this.target);
    for (const socket of [client, service]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        service.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (this.fault === 'closing') client.destroy();
      else if (this.fault === 'garbage') client.write(NOISE);
      else if (this.fault === 'huge') void flood(client);
      else if (this.fault !== 'silent') service.write(bytes);
    });
    service.on('data', (bytes) => this.answer(client, bytes));
  }

  private answer(client: Socket, bytes: Buffer): void {
    if (this.fault === 'none') client.write(bytes);
    else if (this.fault === 'frozen') client.write(bytes.subarray(0, FROZEN_AFTER_BYTES));
    else if (this.fault === 'dripping') drip(client, bytes);
  }
}

function drip(client: Socket, bytes: Buffer): void {
  let at = 0;
  const timer = setInterval(() => {
    if (at < bytes.length && !client.destroyed) client.write(bytes.subarray(at, ++at));
    else clearInterval(timer);
  }, DRIP_EVERY_MS);
}

async function flood(client: Socket): Promise<void> {
  client.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"data":"');
  for (let sent = 0; sent < HUGE_PIECES && !client.destroyed; sent += 1) {
    if (client.write(HUGE_PIECE)) continue;
    await new Promise<void>((resolve) => {
      client.once('drain', resolve);
      client.once('close', () => resolve());
    });
  }
  client.end();
}
