import { endOfDayOf } from '#shared/time-zones/zoned-days.js';
import type { JobPeriod } from '../build-job.js';
import type { PeoplesStep } from './job-workflow.js';
import type { JobState } from '../../../platform/database/schema.js';

/** Period in which a job is shown. */
export interface JobTimes {
  publishedAt: Date;
  expiresAt: Date;
}

/** State of the job before a step, which determines the period together with the step. */
export interface TimesBefore {
  now: Date;
  state: JobState;
  /** State after the step. */
  to: JobState;
  /** Stored dates; `expiresAt` is null without an end. */
  publishedAt: Date;
  expiresAt: Date | null;
  /** Whether the job has been public before: its first date is then kept. */
  wasPublic: boolean;
  /** Time of submission for review; undefined if it does not wait for review. */
  submittedAt?: Date;
  /** Period that the form requests: a publication date, a last moment, or a number of days. */
  desired: JobPeriod;
}

/** @returns the period that a step sets; undefined if it changes none */
export function timesAfter(step: PeoplesStep, before: TimesBefore): JobTimes | undefined {
  const { now, state, desired, wasPublic, submittedAt } = before;
  const start = desired.start && desired.start > now ? desired.start : now;
  switch (step) {
    case 'publish':
      return period(wasPublic ? before.publishedAt : now, now, desired);
    case 'schedule':
      return period(start, start, desired);
    case 'submit':
      return period(wasPublic ? before.publishedAt : start, start, desired);
    case 'update':
      // A scheduled job may have got another date; for a published job, only the end can change.
      if (state === 'scheduled') return period(start, start, desired);
      return { publishedAt: before.publishedAt, expiresAt: desired.end ?? before.expiresAt ?? later(now, desired) };
    case 'approve': {
      const { publishedAt, expiresAt } = before;
      if (before.to === 'scheduled') return { publishedAt, expiresAt: expiresAt ?? later(publishedAt, desired) };
      // Days in which the job could not be shown because the review was pending are added.
      const wanted = !wasPublic && submittedAt && publishedAt > submittedAt ? publishedAt : (submittedAt ?? now);
      const lost = Math.max(0, now.getTime() - wanted.getTime());
      return {
        publishedAt: wasPublic ? publishedAt : now,
        expiresAt: expiresAt ? endOfDayOf(new Date(expiresAt.getTime() + lost), desired.timeZone) : later(now, desired),
      };
    }
    case 'renew':
      return { publishedAt: state === 'archived' ? now : before.publishedAt, expiresAt: later(now, desired) };
    default:
      return undefined;
  }
}

function period(publishedAt: Date, from: Date, desired: JobPeriod): JobTimes {
  return { publishedAt, expiresAt: desired.end ?? later(from, desired) };
}

/** A number of days ends at the end of a day: nobody expects a job to close at the minute of its publication. */
function later(date: Date, { days, timeZone }: JobPeriod): Date {
  return endOfDayOf(date, timeZone, days);
}
