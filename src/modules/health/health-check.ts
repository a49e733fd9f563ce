import type { Backend } from '#contract/backend/backend.js';

const PATIENCE_MS = 2000;

/** What this process needs to do its work. */
export class HealthCheck {
  private stopping = false;

  /** @param askBackend rejects where the backend does not answer as it should; missing where the process asks it nothing */
  constructor(
    private readonly backend: Pick<Backend, 'ping' | 'lateWork' | 'mail'> | null,
    private readonly askBackend?: () => Promise<unknown>,
  ) {}

  /** @returns whether the process can do its work, and the body of `/health/ready` that says so */
  async report(): Promise<{ isReady: boolean; body: Record<string, string> }> {
    const [checks, warnings] = await Promise.all([this.run(), this.warnings()]);
    const isReady = Object.values(checks).every((state) => state === 'ok');
    return { isReady, body: { status: isReady ? 'ok' : 'unavailable', ...checks, ...warnings } };
  }

  /** `ok` or `down` by name. */
  private async run(): Promise<Record<string, string>> {
    const ask = async (check: (() => Promise<unknown>) | undefined) => (check ? state(check()) : undefined);
    const [database, backend] = await Promise.all([
      ask(this.backend ? () => this.backend!.ping() : undefined),
      ask(this.askBackend),
    ]);
    return {
      ...(database === undefined ? {} : { database }),
      ...(backend === undefined ? {} : { backend }),
      process: this.stopping ? 'stopping' : 'ok',
    };
  }

  /** What people will miss though the process answers; it stays among those that are asked. */
  private async warnings(): Promise<Record<string, string>> {
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
