import type { Viewer } from '#contract/pages/page-request.js';

const ADMINISTRATOR = 'administrator';

/** Durations of the phases of one page, for the header `Server-Timing` (W3C), in milliseconds. */
export class PageTiming {
  private readonly entries: string[] = [];
  private since = performance.now();
  private backendMs = 0;
  private backendSince = 0;
  private calls = 0;
  private callsUnderWay = 0;

  /** Ends a phase, which began at the end of the previous one, or with the request. */
  end(phase: 'cache' | 'routing'): void {
    const now = performance.now();
    this.entries.push(`${phase};dur=${rounded(now - this.since)}`);
    this.since = now;
  }

  /** Ends the rendering phase. The time spent waiting for the backend is reported separately. */
  endRender(): void {
    const ms = performance.now() - this.since;
    this.entries.push(`backend;dur=${rounded(this.backendMs)};desc="${this.calls} calls"`);
    this.entries.push(`render;dur=${rounded(ms - this.backendMs)}`);
  }

  /** Measures the time in which at least one call is in progress: parallel calls count once. */
  async backend<Result>(call: Promise<Result>): Promise<Result> {
    this.calls += 1;
    if (this.callsUnderWay++ === 0) this.backendSince = performance.now();
    try {
      return await call;
    } finally {
      if (--this.callsUnderWay === 0) this.backendMs += performance.now() - this.backendSince;
    }
  }

  toString(): string {
    return this.entries.join(', ');
  }
}

/** Timings reveal data and load of a site, so they are only for administrators, and for developers on their own machine. */
export function mayReadTiming(viewer: Viewer | null, development: boolean): boolean {
  return development || viewer?.user.roles.some(({ targetId }) => targetId === ADMINISTRATOR) === true;
}

function rounded(ms: number): string {
  return ms.toFixed(1);
}
