import * as http from 'node:http';
import * as https from 'node:https';
import { SharedRequest } from '#contract/search/shared-request.js';
import { TransportFailure } from './transport.port.js';

const TIMEOUT_MS = 2000;
const ASK_AGAIN_AFTER_MS = 60_000;
const MAX_ANSWER_LENGTH = 1000;
/** Responses of a backend without versions to a request at the versions URL. */
const NO_VERSIONS_STATUSES = [400, 404, 405, 501];

/** Data versions of an external backend, at a URL next to its GraphQL endpoint. */
export class HttpVersions {
  private readonly questions = new Map<string, SharedRequest<string | undefined>>();
  private readonly address: URL;
  private readonly agent: http.Agent;
  private readonly get: typeof http.get;
  private without = -Infinity;
  private hasVersions = false;

  constructor(graphqlUrl: string) {
    this.address = new URL('version', graphqlUrl);
    const { Agent, get } = graphqlUrl.startsWith('https:') ? https : http;
    this.get = get;
    this.agent = new Agent({ keepAlive: true });
  }

  /**
   * @returns undefined if this backend has no versions, which is cached for a minute.
   * @throws TransportFailure
   */
  of(site: string): Promise<string | undefined> {
    if (performance.now() - this.without < ASK_AGAIN_AFTER_MS) return Promise.resolve(undefined);
    let question = this.questions.get(site);
    if (!question) this.questions.set(site, (question = new SharedRequest(() => this.ask(site))));
    return question.ask();
  }

  /** Resolves if the backend gives any response except that it is unavailable. @throws TransportFailure */
  async ping(): Promise<void> {
    const { status } = await this.fetch(this.address.pathname);
    if (status >= 500) throw serverFailure(status);
  }

  private async ask(site: string): Promise<string | undefined> {
    const { status, text } = await this.fetch(`${this.address.pathname}?site=${encodeURIComponent(site)}`);
    if (status >= 500) throw serverFailure(status);
    const version = status === 200 ? versionIn(text) : undefined;
    if (version !== undefined) this.hasVersions = true;
    else if (this.hasVersions && !NO_VERSIONS_STATUSES.includes(status))
      throw new TransportFailure({ kind: 'parse', status, message: 'The backend did not answer with a version.' });
    else this.without = performance.now();
    return version;
  }

  /** Does not use the global `fetch`, which is several times slower. */
  private fetch(path: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const { protocol, port } = this.address;
      const hostname = this.address.hostname.replace(/[[\]]/g, '');
      // Time limit of the whole response: one that arrives very slowly would never trigger an idle timeout.
      const timer = setTimeout(() => request.destroy(), TIMEOUT_MS);
      const fail = (): void => {
        clearTimeout(timer);
        reject(new TransportFailure({ kind: 'unreachable', message: 'The backend cannot be reached.' }));
      };
      const request = this.get({ protocol, hostname, port, path, agent: this.agent }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          if (text.length > MAX_ANSWER_LENGTH) request.destroy();
        });
        response.on('end', () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, text });
        });
        response.on('error', fail);
        response.on('aborted', fail);
      });
      request.on('error', fail);
      request.on('close', fail);
    });
  }
}

function serverFailure(status: number): TransportFailure {
  return new TransportFailure({ kind: 'server', status, message: `The backend answered ${status}.` });
}

function versionIn(text: string): string | undefined {
  try {
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === 'string' && version !== '' ? version : undefined;
  } catch {
    return undefined;
  }
}
