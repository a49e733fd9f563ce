import { endOfDayOf } from '#shared/time-zones/zoned-days.js';
import type { JobPeriod } from '../build-job.js';
import type { PeoplesStep } from './job-workflow.js';
import type { JobState } from '../../../platform/database/schema.js';

/** From when to when a job is shown. */
export interface JobTimes {
  publishedAt: Date;
  expiresAt: Date;
}

/** What decides it, beside the step. */
export interface TimesBefore {
  now: Date;
  state: JobState;
  /** The state that the step leads to. */
  to: JobState;
  /** As stored; `expiresAt` null: no end. */
  publishedAt: Date;
  expiresAt: Date | null;
  /** It has been public before: its first date stays. */
  wasPublic: boolean;
  /** When it was sent to be looked at; undefined: it is not waiting. */
  submittedAt?: Date;
  /** What the form says: a date to publish on, a last moment, or a number of days. */
  desired: JobPeriod;
}

/** @returns what a step sets; undefined: nothing */
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
      // A scheduled one may have got another date; of a published one only the end can change.
      if (state === 'scheduled') return period(start, start, desired);
      return { publishedAt: before.publishedAt, expiresAt: desired.end ?? before.expiresAt ?? later(now, desired) };
    case 'approve': {
      const { publishedAt, expiresAt } = before;
      if (before.to === 'scheduled') return { publishedAt, expiresAt: expiresAt ?? later(publishedAt, desired) };
      // The days that nobody saw it because nobody had looked at it are given back.
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

/** A number of days ends with a day: nobody expects a job to close at the minute at which it was published. */
function later(date: Date, { days, timeZone }: JobPeriod): Date {
  return endOfDayOf(date, timeZone, days);
}
