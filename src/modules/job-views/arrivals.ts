import { LRUCache } from 'lru-cache';
import type { ViewSource } from '#contract/view-source.js';

/** How long browsers may keep a prefetched page before it is shown, in milliseconds. */
const REMEMBERED_MS = 5 * 60_000;
const MAX_JOBS = 10_000;
const MAX_OF_A_JOB = 50;

/**
 * Sources of requests for job pages, stored until the page's tracking image shows that the page is viewed. Pages that were only prefetched,
 * or read by a robot, are never viewed. Which request an image belongs to is unknown and irrelevant: each view of a job counts the latest
 * of its stored sources.
 */
export class Arrivals {
  private readonly sources = new LRUCache<string, (ViewSource | undefined)[]>({ max: MAX_JOBS, ttl: REMEMBERED_MS });

  /** @param job the job's id, combined with that of its site */
  add(job: string, source: ViewSource | undefined): void {
    const waiting = this.sources.get(job) ?? [];
    if (waiting.length < MAX_OF_A_JOB) waiting.push(source);
    this.sources.set(job, waiting);
  }

  /** @returns the source of a view; undefined if it is unknown */
  take(job: string): ViewSource | undefined {
    return this.sources.get(job)?.pop();
  }
}
