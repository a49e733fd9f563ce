import { LRUCache } from 'lru-cache';
import type { ViewSource } from '#contract/view-source.js';

/** A page that a browser has fetched ahead is shown for so long. */
const REMEMBERED_MS = 5 * 60_000;
const MAX_JOBS = 10_000;
const MAX_OF_A_JOB = 50;

/**
 * The sources of requests for pages of jobs, until their picture says that they are seen. A page that was only fetched ahead, or that a robot
 * reads, is never seen. Which request a picture belongs to is not known, and need not be: of the sources of a job, one is counted for each
 * view, the latest first.
 */
export class Arrivals {
  private readonly sources = new LRUCache<string, (ViewSource | undefined)[]>({ max: MAX_JOBS, ttl: REMEMBERED_MS });

  /** @param job the id, with that of its site */
  add(job: string, source: ViewSource | undefined): void {
    const waiting = this.sources.get(job) ?? [];
    if (waiting.length < MAX_OF_A_JOB) waiting.push(source);
    this.sources.set(job, waiting);
  }

  /** @returns the source of a view; undefined: nobody knows */
  take(job: string): ViewSource | undefined {
    return this.sources.get(job)?.pop();
  }
}
