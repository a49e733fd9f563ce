import { expect } from '@playwright/test';
import type { Scenario } from './provider-scenario';

const EVERYTHING = 'youtube audience-measurement maps';
const ALL = ['measuring', 'advertising', 'functional'] as const;

const SCENARIOS: readonly Scenario[] = [
  {
    title: 'what is granted by default is no consent',
    scene: { implied: ALL },
    async run(visit) {
      await visit.settled();
      await visit.expectGranted('', 1);
      expect(await visit.cookie()).toBeUndefined();
    },
  },
  {
    title: 'a default that flips to granted is no consent',
    async run(visit) {
      await visit.settled();
      await visit.page.evaluate((names) => {
        window.stub.implied = names;
        window.stub.emit('ready');
        window.stub.emit('decided');
      }, visit.names(ALL));
      await visit.quiet();
      await visit.expectGranted('', 1);
    },
  },
  {
    title: 'a default that flips to refused loads nothing anew',
    scene: { implied: ALL },
    async run(visit) {
      await visit.settled();
      await visit.page.evaluate(() => {
        window.stub.implied = [];
        window.stub.emit('ready');
        window.stub.emit('decided');
      });
      await visit.quiet();
      await visit.expectGranted('', 1);
    },
  },
  {
    title: 'refusing what was granted by default loads nothing anew, and the server knows',
    scene: { implied: ALL },
    async run(visit) {
      await visit.settled();
      await visit.decide();
      await visit.mirrored({ youtube: false, maps: false });
      await visit.quiet();
      await visit.expectGranted('', 1);
    },
  },
  {
    title: 'allowing what was granted by default is a decision',
    scene: { implied: ALL },
    async run(visit) {
      await visit.settled();
      await visit.decideAndReload(...ALL);
      await visit.expectGranted(EVERYTHING, 2);
    },
  },
  {
    title: 'several events at once, and an answer that is taken back, are no decision',
    async run(visit) {
      await visit.settled();
      await visit.page.evaluate((names) => {
        const { stub } = window;
        stub.choice = names;
        for (let times = 0; times < 3; times += 1) stub.emit('decided');
        stub.choice = null;
        stub.emit('decided');
      }, visit.names(ALL));
      await visit.quiet();
      await visit.expectGranted('', 1);
    },
  },
  {
    title: 'an answer that comes a moment after every page is one decision, which loads the page anew once at most',
    scene: {
      stored: ALL,
      then: `{ const late = stub.choice; stub.choice = null; setTimeout(() => { stub.choice = late; stub.emit('decided'); }, 300); }`,
    },
    async run(visit) {
      await expect.poll(() => visit.granted().catch(() => ''), { timeout: 20_000 }).toBe(EVERYTHING);
      await visit.quiet();
      expect(visit.loads()).toBeLessThanOrEqual(2);
    },
  },
  {
    title: 'an answer that flips a moment after every page does not load it again and again',
    scene: { stored: ALL, then: `setTimeout(() => { stub.choice = []; stub.emit('decided'); }, 300);` },
    async run(visit) {
      await visit.reloaded(2);
      await visit.settled();
      visit.asked.length = 0;
      await visit.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      await visit.expectGranted('', 2);
    },
  },
];

/** Responses of providers before any decision, and temporary ones. The product's own consent has neither. */
export const ANSWER_SCENARIOS: readonly Scenario[] = SCENARIOS.map((scenario) => ({ ...scenario, external: true }));
