import { endOfDayOf } from '#shared/time-zones/zoned-days.js';
import type { JobWish } from '../build-job.js';
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
  wish: JobWish;
}

/** @returns what a step sets; undefined: nothing */
export function timesAfter(step: PeoplesStep, before: TimesBefore): JobTimes | undefined {
  const { now, state, wish, wasPublic, submittedAt } = before;
  const start = wish.start && wish.start > now ? wish.start : now;
  switch (step) {
    case 'publish':
      return period(wasPublic ? before.publishedAt : now, now, wish);
    case 'schedule':
      return period(start, start, wish);
    case 'submit':
      return period(wasPublic ? before.publishedAt : start, start, wish);
    case 'update':
      // A scheduled one may have got another date; of a published one only the end can change.
      if (state === 'scheduled') return period(start, start, wish);
      return { publishedAt: before.publishedAt, expiresAt: wish.end ?? before.expiresAt ?? later(now, wish) };
    case 'approve': {
      const { publishedAt, expiresAt } = before;
      if (before.to === 'scheduled') return { publishedAt, expiresAt: expiresAt ?? later(publishedAt, wish) };
      // The days that nobody saw it because nobody had looked at it are given back.
      const wanted = !wasPublic && submittedAt && publishedAt > submittedAt ? publishedAt : (submittedAt ?? now);
      const lost = Math.max(0, now.getTime() - wanted.getTime());
      return {
        publishedAt: wasPublic ? publishedAt : now,
        expiresAt: expiresAt ? endOfDayOf(new Date(expiresAt.getTime() + lost), wish.timeZone) : later(now, wish),
      };
    }
    case 'renew':
      return { publishedAt: state === 'archived' ? now : before.publishedAt, expiresAt: later(now, wish) };
    default:
      return undefined;
  }
}

function period(publishedAt: Date, from: Date, wish: JobWish): JobTimes {
  return { publishedAt, expiresAt: wish.end ?? later(from, wish) };
}

/** A number of days ends with a day: nobody expects a job to close at the minute at which it was published. */
function later(date: Date, { days, timeZone }: JobWish): Date {
  return endOfDayOf(date, timeZone, days);
}
