// Sends requests to several processes as a proxy would: in turn, over kept-alive connections, with a retry if a connection breaks.
import { Agent, request } from 'node:http';

const TIMEOUT_MS = 15_000;
const MAX_RETRIES = 2;

export class RehearsalLoad {
  /** Origins of the processes that receive requests. */
  targets = [];
  sent = 0;
  retried = 0;
  /** @type {string[]} */
  failures = [];
  #turn = 0;
  #stopped = false;
  #workers = [];
  #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  /** @param {readonly string[]} paths that are requested in turn */
  constructor(paths) {
    this.paths = paths;
  }

  /** @param {number} connections number of connections, each of which sends one request after another */
  start(connections) {
    this.#workers = Array.from({ length: connections }, () => this.#work());
  }

  /** Resolves when this number of requests has been answered in total. */
  async reach(count) {
    while (this.sent < count) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async stop() {
    this.#stopped = true;
    await Promise.all(this.#workers);
    this.#agent.destroy();
  }

  async #work() {
    while (!this.#stopped) {
      const at = this.#turn++;
      const path = this.paths[at % this.paths.length];
      let outcome = await this.#ask(at, path);
      // All requests may be repeated, so a broken connection is no failure as long as another process answers.
      for (let retry = 1; outcome.isBroken && retry <= MAX_RETRIES; retry++) {
        this.retried += 1;
        outcome = await this.#ask(at + retry, path);
      }
      if (outcome.error !== undefined) this.failures.push(`${path}: ${outcome.error}`);
      this.sent += 1;
    }
  }

  /** @returns {Promise<{ error?: string, isBroken?: boolean }>} the error, if any, and whether the connection broke */
  #ask(at, path) {
    const origin = this.targets[at % this.targets.length];
    return new Promise((resolve) => {
      const broken = ({ message }) => resolve({ error: message, isBroken: true });
      const sent = request(origin + path, { agent: this.#agent, timeout: TIMEOUT_MS }, (answer) => {
        answer.resume();
        answer.on('error', broken);
        answer.on('end', () =>
          resolve(answer.statusCode < 400 ? {} : { error: `${origin} answered ${answer.statusCode}` }),
        );
      });
      sent.on('timeout', () => resolve({ error: `${origin} did not answer in ${TIMEOUT_MS} ms` }));
      sent.on('error', broken);
      sent.end();
    });
  }
}
