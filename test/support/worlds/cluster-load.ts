import { Agent, request } from 'node:http';
import type { Test } from 'supertest';
import { SiteUnderTest } from '../data/site.js';
import { FormVisitor } from '../visitors/form-visitor.js';

const PAGE_TIMEOUT_MS = 15_000;
/** Pause between two requests of a visitor: the load is steady, and leaves enough of the machine for the tested processes. */
const PAUSE_MS = 20;
const REGISTRATION_PAUSE_MS = 100;

/** A response, or its failure; times in milliseconds of `performance.now()`. */
interface Attempt {
  began: number;
  ended: number;
  isSuccess: boolean;
}
export interface PageAttempt extends Attempt {
  path: string;
  outcome: string;
}
export interface Registration extends Attempt {
  email: string;
}

/** Visitors of a cluster who read pages and register, one request after another, until they are stopped. */
export class ClusterLoad {
  readonly pages: PageAttempt[] = [];
  readonly registrations: Registration[] = [];
  private isStopped = false;
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly paths: readonly string[],
  ) {}

  start(readers: number, registrants: number): void {
    this.work = Promise.all([
      ...Array.from({ length: readers }, (_, index) => this.read(index)),
      ...Array.from({ length: registrants }, (_, index) => this.register(index)),
    ]);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.work;
  }

  private async read(index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    for (let turn = index; !this.isStopped; turn += 1) {
      const path = this.paths[turn % this.paths.length]!;
      const began = performance.now();
      const outcome = await statusOf(this.url + path, agent);
      this.pages.push({ path, outcome, began, ended: performance.now(), isSuccess: outcome === '200' });
      await pause(PAUSE_MS);
    }
    agent.destroy();
  }

  private async register(index: number): Promise<void> {
    for (let turn = 0; !this.isStopped; turn += 1) {
      const name = `visitor-${index}-${turn}`;
      const visitor = new FormVisitor(new SiteOfAddress(this.url, addressOf(index, turn)));
      const email = `${name}@cluster.test`;
      const began = performance.now();
      const isSuccess = await visitor
        .send('/user/register/applicant', 'form[data-form="register"]', {
          firstName: 'Ada',
          lastName: 'Bell',
          email,
          password: 'a long password of this test',
          consent: 'yes',
        })
        .then(
          ({ status }) => status === 303,
          // A broken connection, or an error page without a form.
          () => false,
        );
      this.registrations.push({ email, began, ended: performance.now(), isSuccess });
      await pause(REGISTRATION_PAUSE_MS);
    }
  }
}

/** The site as seen from another client address, because each address may register only a few times. */
class SiteOfAddress extends SiteUnderTest {
  private readonly agent: Agent;

  constructor(url: string, localAddress: string) {
    super(url);
    this.agent = new Agent({ localAddress });
  }

  override get(path: string): Test {
    return super.get(path).agent(this.agent).timeout(PAGE_TIMEOUT_MS);
  }

  override post(path: string): Test {
    return super.post(path).agent(this.agent).timeout(PAGE_TIMEOUT_MS);
  }
}

/** All addresses in 127/8 belong to this machine. */
const addressOf = (index: number, turn: number) => `127.${index + 1}.${1 + (turn >> 8)}.${turn & 255}`;

function statusOf(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, timeout: PAGE_TIMEOUT_MS, headers: { host: 'localhost' } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(String(answer.statusCode)));
      answer.on('error', (error) => resolve(error.message));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', (error) => resolve(error.message));
    sent.end();
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
