// Sends requests to several processes as a proxy would: in turn, over kept-alive connections, with a retry if a connection breaks.
import { Agent, request } from 'node:http';
import * as cheerio from 'cheerio';

const TIMEOUT_MS = 15_000;
const MAX_RETRIES = 2;
/** One of this many requests is a form. */
const FORM_EVERY = 20;

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

  /**
   * @param {readonly string[]} paths that are requested in turn
   * @param {MemberForm} form sent in between
   */
  constructor(paths, form) {
    this.paths = paths;
    this.form = form;
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
      const isForm = at % FORM_EVERY === 0;
      const path = isForm ? this.form.path : this.paths[at % this.paths.length];
      const ask = (retry) => (isForm ? this.#sendForm(at / FORM_EVERY, retry) : this.#ask(at + retry, path));
      let outcome = await ask(0);
      // All requests may be repeated, so a broken connection is no failure as long as another process answers.
      for (let retry = 1; outcome.isBroken && retry <= MAX_RETRIES; retry++) {
        this.retried += 1;
        outcome = await ask(retry);
      }
      if (outcome.error !== undefined) this.failures.push(`${path}: ${outcome.error}`);
      this.sent += 1;
    }
  }

  /**
   * The page of a form comes from one process, and the form is sent to the next one. If a connection breaks, one process does both.
   *
   * @returns as `#ask`
   */
  async #sendForm(turn, retry) {
    const next = retry === 0 ? 1 : 0;
    const [from, to] = [turn + retry, turn + retry + next].map((each) => this.targets[each % this.targets.length]);
    try {
      const status = await this.form.send(from, to);
      return status < 400 ? {} : { error: `${to} answered ${status} to the form of a page of ${from}` };
    } catch (error) {
      return { error: error.message, isBroken: true };
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

/** A form that a logged-in user sends again and again, without changes. */
export class MemberForm {
  /**
   * @param {string} path of its page
   * @param {string} selector of the form
   * @param {string} cookie of the user's session, which all processes accept
   */
  constructor(path, selector, cookie) {
    this.path = path;
    this.selector = selector;
    this.cookie = cookie;
  }

  /**
   * @returns {Promise<number>} status of the answer
   * @throws if a connection breaks
   */
  async send(from, to) {
    const page = await this.#fetch(from + this.path);
    const $ = cheerio.load(await page.text());
    const form = $(this.selector).first();
    if (form.length === 0) return page.status < 400 ? 404 : page.status;
    const body = new URLSearchParams(form.serializeArray().map(({ name, value }) => [name, value]));
    const address = to + form.attr('action').replace(/#.*/, '');
    const answer = await this.#fetch(address, { method: 'POST', body });
    await answer.arrayBuffer();
    return answer.status;
  }

  #fetch(address, init = {}) {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return fetch(address, { ...init, headers: { cookie: this.cookie }, redirect: 'manual', signal });
  }
}
