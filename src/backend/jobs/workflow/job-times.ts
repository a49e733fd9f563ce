import type { PeoplesStep } from './job-workflow.js';
import type { JobState } from '../../database/schema.js';

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
  wish: { start?: Date; end?: Date; days: number };
}

const DAY_MS = 86_400_000;

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
      return { publishedAt: before.publishedAt, expiresAt: wish.end ?? before.expiresAt ?? later(now, wish.days) };
    case 'approve': {
      const { publishedAt, expiresAt } = before;
      if (before.to === 'scheduled') return { publishedAt, expiresAt: expiresAt ?? later(publishedAt, wish.days) };
      // The days that nobody saw it because nobody had looked at it are given back.
      const wanted = !wasPublic && submittedAt && publishedAt > submittedAt ? publishedAt : (submittedAt ?? now);
      const lost = Math.max(0, now.getTime() - wanted.getTime());
      return {
        publishedAt: wasPublic ? publishedAt : now,
        expiresAt: expiresAt ? new Date(expiresAt.getTime() + lost) : later(now, wish.days),
      };
    }
    case 'renew':
      return { publishedAt: state === 'archived' ? now : before.publishedAt, expiresAt: later(now, wish.days) };
    default:
      return undefined;
  }
}

function period(publishedAt: Date, from: Date, { end, days }: TimesBefore['wish']): JobTimes {
  return { publishedAt, expiresAt: end ?? later(from, days) };
}

function later(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}
