import { endOfDay } from '#shared/time-zones/zoned-days.js';
import { timesAfter, type TimesBefore } from './job-times.js';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-21T12:00:00Z');
const TIME_ZONE = 'America/St_Johns';
const day = (count: number): Date => new Date(NOW.getTime() + count * DAY_MS);
/** The end of the day that is so many days from now. */
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

describe('[REC-02] from when to when a job is shown', () => {
  it('is from now for the days that were chosen, or until the day that was', () => {
    expect(timesAfter('publish', before)).toEqual({ publishedAt: NOW, expiresAt: endOf(30) });
    const until = { ...before, desired: { ...before.desired, end: endOf(7) } };
    expect(timesAfter('publish', until)).toEqual({ publishedAt: NOW, expiresAt: endOf(7) });
  });

  it('is for days of the zone, which are longer or shorter where the clocks change', () => {
    // In St. John's the 21st has still an hour and a half to go.
    const late = { ...before, now: new Date('2026-11-22T02:00:00Z'), desired: { ...before.desired, days: 1 } };
    expect(timesAfter('publish', late)!.expiresAt.toISOString()).toBe('2026-11-23T03:29:59.999Z');
    const spring = { ...late, now: new Date('2026-03-06T12:00:00Z'), desired: { ...before.desired, days: 3 } };
    expect(timesAfter('publish', spring)!.expiresAt.toISOString()).toBe('2026-03-10T02:29:59.999Z');
  });

  it('is from the day it is scheduled for', () => {
    const desired = { ...before.desired, days: 14, start: day(3) };
    expect(timesAfter('schedule', { ...before, to: 'scheduled', desired })).toEqual({
      publishedAt: day(3),
      expiresAt: endOf(17),
    });
  });

  it('is longer by the days that it waited to be looked at', () => {
    const waiting: TimesBefore = {
      ...before,
      state: 'needs_review',
      publishedAt: day(-4),
      submittedAt: day(-4),
      expiresAt: endOf(10),
    };
    expect(timesAfter('approve', waiting)).toEqual({ publishedAt: NOW, expiresAt: endOf(14) });
    // Only those after the day on which it was to be published.
    const wished = { ...waiting, publishedAt: day(-1) };
    expect(timesAfter('approve', wished)).toEqual({ publishedAt: NOW, expiresAt: endOf(11) });
    // Even if it would be over already.
    expect(timesAfter('approve', { ...waiting, expiresAt: endOf(-1) })).toEqual({
      publishedAt: NOW,
      expiresAt: endOf(3),
    });
    // A part of a day is given back as a whole one.
    expect(timesAfter('approve', { ...waiting, submittedAt: day(-0.25), publishedAt: day(-0.25) })).toEqual({
      publishedAt: NOW,
      expiresAt: endOf(11),
    });
  });

  it('keeps the first date of what everybody has seen before', () => {
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

  it('loses nothing where it was looked at in time', () => {
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

  it('begins anew for what was over, and goes on for what is not', () => {
    const over: TimesBefore = { ...before, state: 'archived', publishedAt: day(-60), expiresAt: endOf(-30) };
    expect(timesAfter('renew', over)).toEqual({ publishedAt: NOW, expiresAt: endOf(30) });
    const open: TimesBefore = { ...over, state: 'published', expiresAt: endOf(2) };
    expect(timesAfter('renew', open)).toEqual({ publishedAt: day(-60), expiresAt: endOf(30) });
  });

  it('does not change with what only changes the state', () => {
    for (const step of ['archive', 'withdraw', 'send_back'] as const) expect(timesAfter(step, before)).toBeUndefined();
  });
});
