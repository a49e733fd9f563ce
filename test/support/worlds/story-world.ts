import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  DEMO_PASSWORD,
  HOSTS,
  makeDemoFolder,
  type RunningProduct,
  startBackendProcess,
  startProduct,
} from '../products.mjs';
import { TestSmtpServer } from '../servers/smtp-server.js';

export type SiteName = keyof typeof HOSTS;
/** Process in which the backend runs. */
export type BackendPlace = 'in the process' | 'as a process of its own';

/** A product with its own data folder, whose mails are sent to a real server and contain links back to the product. */
export class StoryWorld {
  private constructor(
    readonly smtp: TestSmtpServer,
    private readonly product: RunningProduct,
    private readonly end: () => Promise<void>,
  ) {}

  /** @param settings of a product with the backend in its process, besides those that all stories have */
  static async start(place: BackendPlace, settings: Record<string, string> = {}): Promise<StoryWorld> {
    const smtp = await TestSmtpServer.start();
    const folder = makeDemoFolder('story');
    const running: RunningProduct[] = [];
    const end = async () => {
      for (const each of running.reverse()) await each.stop();
      await smtp.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    try {
      if (place === 'in the process')
        running.push(
          await startProduct({
            DATA_DIR: folder,
            DEMO_DATA: 'on',
            DEMO_PASSWORD,
            SMTP_URL: smtp.url,
            MAIL_FROM,
            ...settings,
          }),
        );
      else running.push(...(await startApart(folder, smtp.url)));
      return new StoryWorld(smtp, running.at(-1)!, end);
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** URL of a page. */
  at(site: SiteName, path: string): string {
    return originAt(site, Number(new URL(this.product.url).port)) + path;
  }

  stop(): Promise<void> {
    return this.end();
  }
}

const MAIL_FROM = 'mail@causeboard.test';

/** The backend sends the mails, so it must know the addresses of the sites in advance. */
async function startApart(folder: string, smtpUrl: string): Promise<RunningProduct[]> {
  const port = await freePort();
  writeFileSync(join(folder, 'smtp-url'), smtpUrl);
  const origins = Object.fromEntries(Object.keys(HOSTS).map((site) => [site, originAt(site as SiteName, port)]));
  const mail = { smtpUrlFile: join(folder, 'smtp-url'), from: MAIL_FROM };
  const backend = await startBackendProcess(folder, { demoData: true, demoPassword: DEMO_PASSWORD, mail, origins });
  try {
    const front = await startProduct({
      DATA_DIR: folder,
      PORT: String(port),
      BACKEND_GRAPHQL_URL: `${backend.url}/graphql`,
    });
    return [backend, front];
  } catch (error) {
    await backend.stop();
    throw error;
  }
}

function originAt(site: SiteName, port: number): string {
  return `http://${HOSTS[site]}:${port}`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
