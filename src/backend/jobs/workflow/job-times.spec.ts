import { timesAfter, type TimesBefore } from './job-times.js';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-21T12:00:00Z');
const day = (count: number): Date => new Date(NOW.getTime() + count * DAY_MS);

const before: TimesBefore = {
  ...{ now: NOW, state: 'draft', to: 'published', publishedAt: NOW, expiresAt: null, wasPublic: false },
  wish: { days: 30 },
};

describe('[REC-02] from when to when a job is shown', () => {
  it('is from now for the days that were chosen, or until the day that was', () => {
    expect(timesAfter('publish', before)).toEqual({ publishedAt: NOW, expiresAt: day(30) });
    const until = { ...before, wish: { days: 30, end: day(7) } };
    expect(timesAfter('publish', until)).toEqual({ publishedAt: NOW, expiresAt: day(7) });
  });

  it('is from the day it is scheduled for', () => {
    const wish = { days: 14, start: day(3) };
    expect(timesAfter('schedule', { ...before, to: 'scheduled', wish })).toEqual({
      publishedAt: day(3),
      expiresAt: day(17),
    });
  });

  it('is longer by the days that it waited to be looked at', () => {
    const waiting: TimesBefore = {
      ...before,
      ...{ state: 'needs_review', publishedAt: day(-4), submittedAt: day(-4), expiresAt: day(10) },
    };
    expect(timesAfter('approve', waiting)).toEqual({ publishedAt: NOW, expiresAt: day(14) });
    // Only those after the day on which it was to be published.
    const wished = { ...waiting, publishedAt: day(-1) };
    expect(timesAfter('approve', wished)).toEqual({ publishedAt: NOW, expiresAt: day(11) });
    // Even if it would be over already.
    expect(timesAfter('approve', { ...waiting, expiresAt: day(-1) })).toEqual({ publishedAt: NOW, expiresAt: day(3) });
  });

  it('keeps the first date of what everybody has seen before', () => {
    const seen: TimesBefore = {
      ...before,
      ...{ state: 'needs_review', wasPublic: true, publishedAt: day(-20), submittedAt: day(-2), expiresAt: day(5) },
    };
    expect(timesAfter('approve', seen)).toEqual({ publishedAt: day(-20), expiresAt: day(7) });
  });

  it('loses nothing where it was looked at in time', () => {
    const early: TimesBefore = {
      ...before,
      ...{ state: 'needs_review', to: 'scheduled', publishedAt: day(2), submittedAt: day(-1), expiresAt: day(32) },
    };
    expect(timesAfter('approve', early)).toEqual({ publishedAt: day(2), expiresAt: day(32) });
  });

  it('begins anew for what was over, and goes on for what is not', () => {
    const over: TimesBefore = { ...before, state: 'archived', publishedAt: day(-60), expiresAt: day(-30) };
    expect(timesAfter('renew', over)).toEqual({ publishedAt: NOW, expiresAt: day(30) });
    const open: TimesBefore = { ...over, state: 'published', expiresAt: day(2) };
    expect(timesAfter('renew', open)).toEqual({ publishedAt: day(-60), expiresAt: day(30) });
  });

  it('does not change with what only changes the state', () => {
    for (const step of ['archive', 'withdraw', 'send_back'] as const) expect(timesAfter(step, before)).toBeUndefined();
  });
});
