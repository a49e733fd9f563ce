import * as http from 'node:http';
import * as https from 'node:https';
import { SharedQuestion } from '../../../contract/shared-question.js';
import { TransportFailure } from './transport.port.js';

const PATIENCE_MS = 2000;
const ASK_AGAIN_AFTER_MS = 60_000;
const LONGEST_ANSWER = 1000;

/** Versions of an external backend, at the address next to that of its GraphQL. */
export class HttpVersions {
  private readonly questions = new Map<string, SharedQuestion<string | undefined>>();
  private readonly address: URL;
  private readonly agent: http.Agent;
  private readonly get: typeof http.get;
  private without = -Infinity;

  constructor(graphqlUrl: string) {
    this.address = new URL('version', graphqlUrl);
    const { Agent, get } = graphqlUrl.startsWith('https:') ? https : http;
    this.get = get;
    this.agent = new Agent({ keepAlive: true });
  }

  /**
   * @returns undefined: this backend has no versions, which is remembered for a minute.
   * @throws TransportFailure
   */
  of(site: string): Promise<string | undefined> {
    if (performance.now() - this.without < ASK_AGAIN_AFTER_MS) return Promise.resolve(undefined);
    let question = this.questions.get(site);
    if (!question) this.questions.set(site, (question = new SharedQuestion(() => this.ask(site))));
    return question.ask();
  }

  private async ask(site: string): Promise<string | undefined> {
    const { status, text } = await this.fetch(`${this.address.pathname}?site=${encodeURIComponent(site)}`);
    if (status >= 500)
      throw new TransportFailure({ kind: 'server', status, message: `The backend answered ${status}.` });
    const version = status === 200 ? versionIn(text) : undefined;
    if (version === undefined) this.without = performance.now();
    return version;
  }

  /** Without `fetch`, which costs several times as much. */
  private fetch(path: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const fail = (): void => {
        reject(new TransportFailure({ kind: 'unreachable', message: 'The backend cannot be reached.' }));
      };
      const { protocol, port } = this.address;
      const hostname = this.address.hostname.replace(/[[\]]/g, '');
      const request = this.get({ protocol, hostname, port, path, agent: this.agent }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          if (text.length < LONGEST_ANSWER) text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', fail);
      });
      request.on('error', fail);
      // Of a silent connection. A timer of its own for each question would cost as much as the question.
      request.setTimeout(PATIENCE_MS, () => request.destroy());
    });
  }
}

function versionIn(text: string): string | undefined {
  try {
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === 'string' && version !== '' ? version : undefined;
  } catch {
    return undefined;
  }
}
