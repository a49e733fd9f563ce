import { Inject, Injectable } from '@nestjs/common';
import type { Backend } from '#contract/backend/backend.js';
import { FacetTermsDocument } from '#contract/generated/operations.js';
import { EMBEDDED_BACKEND, GraphqlClient } from '../graphql-client/index.js';
import { type SiteConfig, SITE_CONFIG } from '../sites/index.js';

const PATIENCE_MS = 2000;

/** What this process needs to answer requests. */
@Injectable()
export class HealthCheck {
  private stopping = false;

  constructor(
    @Inject(EMBEDDED_BACKEND) private readonly backend: Backend | null,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SITE_CONFIG) private readonly site: SiteConfig,
  ) {}

  /** `ok` or `down` by name. */
  async run(): Promise<Record<string, string>> {
    const [database, backend] = await Promise.all([this.database(), this.graphql()]);
    return { ...(this.backend ? { database } : {}), backend, process: this.stopping ? 'stopping' : 'ok' };
  }

  /** What people will miss though the process answers; it stays among those that are asked. */
  async warnings(): Promise<Record<string, string>> {
    if (!this.backend) return {};
    const isOff = this.backend.mail === 'off';
    // Without a database it is said already what is down.
    const late = (
      await inTime(
        this.backend.lateWork().catch(() => []),
        [],
      )
    ).filter((kind) => kind !== 'mail' || !isOff);
    return { ...(isOff ? { mail: 'off' } : {}), ...(late.length > 0 ? { late: late.join(', ') } : {}) };
  }

  /** From now on it is not ready: balancers stop sending before the server stops listening. */
  stop(): void {
    this.stopping = true;
  }

  private database(): Promise<string> {
    return this.backend ? state(this.backend.ping()) : Promise.resolve('ok');
  }

  private async graphql(): Promise<string> {
    const frontend = { site: this.site.name, locale: this.site.locales[0]! };
    const result = this.client.request(FacetTermsDocument, {}, { frontend }).then((answer) => {
      if (!answer.ok) throw new Error(answer.failure.message);
    });
    return state(result);
  }
}

/** @returns `ok` when it resolves in time, else `down` */
async function state(check: Promise<unknown>): Promise<string> {
  return inTime(
    check.then(() => 'ok').catch(() => 'down'),
    'down',
  );
}

async function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>((resolve) => {
    setTimeout(() => resolve(otherwise), PATIENCE_MS).unref();
  });
  return Promise.race([answer, late]);
}
