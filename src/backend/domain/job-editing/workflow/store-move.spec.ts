import { endOfDay } from '#shared/time-zones/zoned-days.js';
import { timesAfter, type TimesBefore } from './store-move.js';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-21T12:00:00Z');
const TIME_ZONE = 'America/St_Johns';
const day = (count: number): Date => new Date(NOW.getTime() + count * DAY_MS);
/** The end of the day that is the given number of days ahead. */
const endOf = (count: number): Date => endOfDay(day(count).toISOString().slice(0, 10), TIME_ZONE);

const before: TimesBefore = {
  now: NOW,
  state: 'draft',
  to: 'published',
  publishedAt: NOW,
  expiresAt: null,
  wasPublic: false,
  desired: { days: 30, timeZone: TIME_ZONE },
};

describe('[REC-02] the period in which a job is shown', () => {
  it('lasts from now for the chosen number of days, or until the chosen day', () => {
    expect(timesAfter('publish', before)).toEqual({ publishedAt: NOW, expiresAt: endOf(30) });
    const until = { ...before, desired: { ...before.desired, end: endOf(7) } };
    expect(timesAfter('publish', until)).toEqual({ publishedAt: NOW, expiresAt: endOf(7) });
  });

  it('counts days of the time zone, which are longer or shorter at DST changes', () => {
    // In St. John's, the 21st ends in an hour and a half.
    const late = { ...before, now: new Date('2026-11-22T02:00:00Z'), desired: { ...before.desired, days: 1 } };
    expect(timesAfter('publish', late)!.expiresAt.toISOString()).toBe('2026-11-23T03:29:59.999Z');
    const spring = { ...late, now: new Date('2026-03-06T12:00:00Z'), desired: { ...before.desired, days: 3 } };
    expect(timesAfter('publish', spring)!.expiresAt.toISOString()).toBe('2026-03-10T02:29:59.999Z');
  });

  it('begins on the scheduled day', () => {
    const desired = { ...before.desired, days: 14, start: day(3) };
    expect(timesAfter('schedule', { ...before, to: 'scheduled', desired })).toEqual({
      publishedAt: day(3),
      expiresAt: endOf(17),
    });
  });

  it('is extended by the days that the job waited for review', () => {
    const waiting: TimesBefore = {
      ...before,
      state: 'needs_review',
      publishedAt: day(-4),
      submittedAt: day(-4),
      expiresAt: endOf(10),
    };
    expect(timesAfter('approve', waiting)).toEqual({ publishedAt: NOW, expiresAt: endOf(14) });
    // None if it was sent on the day of its approval, one if it was sent on the evening before.
    for (const [hours, end] of [
      [-6, 10],
      [-12, 11],
    ] as const) {
      const sent = { ...waiting, publishedAt: day(hours / 24), submittedAt: day(hours / 24) };
      expect(timesAfter('approve', sent)).toEqual({ publishedAt: NOW, expiresAt: endOf(end) });
    }
    // A last day that the employer has chosen stays.
    const chosen = { ...waiting, desired: { ...before.desired, end: endOf(10) } };
    expect(timesAfter('approve', chosen)).toEqual({ publishedAt: NOW, expiresAt: endOf(10) });
    // Only days after the requested publication date count.
    const wished = { ...waiting, publishedAt: day(-1) };
    expect(timesAfter('approve', wished)).toEqual({ publishedAt: NOW, expiresAt: endOf(11) });
    // Even if the job would have expired already.
    expect(timesAfter('approve', { ...waiting, expiresAt: endOf(-1) })).toEqual({
      publishedAt: NOW,
      expiresAt: endOf(3),
    });
  });

  it('keeps the first date of jobs that were public before', () => {
    const seen: TimesBefore = {
      ...before,
      state: 'needs_review',
      wasPublic: true,
      publishedAt: day(-20),
      submittedAt: day(-2),
      expiresAt: endOf(5),
    };
    expect(timesAfter('approve', seen)).toEqual({ publishedAt: day(-20), expiresAt: endOf(7) });
  });

  it('loses nothing if the review was in time', () => {
    const early: TimesBefore = {
      ...before,
      state: 'needs_review',
      to: 'scheduled',
      publishedAt: day(2),
      submittedAt: day(-1),
      expiresAt: endOf(32),
    };
    expect(timesAfter('approve', early)).toEqual({ publishedAt: day(2), expiresAt: endOf(32) });
  });

  it('restarts for expired jobs, and continues for others', () => {
    const over: TimesBefore = { ...before, state: 'archived', publishedAt: day(-60), expiresAt: endOf(-30) };
    expect(timesAfter('renew', over)).toEqual({ publishedAt: NOW, expiresAt: endOf(30) });
    const open: TimesBefore = { ...over, state: 'published', expiresAt: endOf(2) };
    expect(timesAfter('renew', open)).toEqual({ publishedAt: day(-60), expiresAt: endOf(32) });
    const unlimited: TimesBefore = { ...open, expiresAt: null };
    expect(timesAfter('renew', unlimited)).toEqual({ publishedAt: day(-60), expiresAt: endOf(30) });
  });

  it('does not change with steps that only change the state', () => {
    for (const step of ['archive', 'withdraw', 'send_back'] as const) expect(timesAfter(step, before)).toBeUndefined();
  });
});
