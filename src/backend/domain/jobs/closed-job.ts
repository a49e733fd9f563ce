import type { JobState } from '../../platform/database/schema.js';

/** Whether a job's time is over at an instant; the worker archives it a few seconds later. */
export function isClosed(job: { state: JobState; expires_at: Date | null }, now: Date): boolean {
  return job.state === 'archived' || (job.expires_at !== null && job.expires_at <= now);
}
