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
  #cookies = new Map();

  /** @param {string} path of its page @param {string} selector of the form */
  constructor(path, selector) {
    this.path = path;
    this.selector = selector;
  }

  /** @param {string} origin of a process; all processes accept its sessions */
  async logIn(origin, email, password) {
    const { csrfToken } = await (await this.#fetch(`${origin}/api/auth/csrf`)).json();
    const body = new URLSearchParams({ email, password, csrfToken, json: 'true' });
    const { status } = await this.#fetch(`${origin}/api/auth/callback/credentials`, { method: 'POST', body });
    if (status !== 200) throw new Error(`logging in: ${status}`);
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
    const fields = form.serializeArray().map(({ name, value }) => [name, value]);
    const answer = await this.#fetch(to + form.attr('action').replace(/#.*/, ''), {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  async #fetch(address, init = {}) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(address, { ...init, headers: { cookie }, redirect: 'manual', signal });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      this.#cookies.set(name, value);
    }
    return answer;
  }
}
