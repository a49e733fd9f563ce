import { test } from '@playwright/test';
import { type BackendPlace, StoryWorld } from '../../support/worlds/story-world.js';
import type { Story } from './person';
import { playStory } from './whole-story';

// One product for all stories, which run one after another.
test.describe.configure({ mode: 'default', timeout: 240_000 });

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const CANADA = { site: 'charity-ca', home: '', lang: 'en-CA', country: 'CA', town: 'Kelowna' } as const;
const GERMANY = { site: 'europe', home: '/de', lang: 'de', country: 'DE', town: 'Werder' } as const;
const FRANCE = { site: 'europe', home: '/fr', lang: 'fr', country: 'FR', town: 'Honfleur' } as const;

type Played = Omit<Story, 'world' | 'browser' | 'stamp' | 'title'>;
const STORIES: Record<BackendPlace, readonly Played[]> = {
  'in the process': [
    { ...CANADA, scripts: true, viewport: PHONE },
    { ...GERMANY, scripts: true, viewport: PHONE },
    { ...CANADA, scripts: false, viewport: PHONE },
    { ...FRANCE, scripts: false, viewport: DESK },
  ],
  'as a process of its own': [
    { ...GERMANY, scripts: true, viewport: PHONE },
    { ...CANADA, scripts: false, viewport: PHONE },
  ],
};

for (const [place, stories] of Object.entries(STORIES) as [BackendPlace, readonly Played[]][]) {
  test.describe(`the backend ${place}`, () => {
    let world: StoryWorld;
    test.beforeAll(async () => {
      test.setTimeout(240_000);
      world = await StoryWorld.start(place);
    });
    test.afterAll(() => world.stop());

    for (const story of stories) {
      const where = `${story.site}${story.home}, ${story.viewport.width} pixels, scripts ${story.scripts ? 'on' : 'off'}`;
      test(`[AUTH-11] [REC-01] [REC-02] [REC-05] [SEARCH-01] [APP-01] [APP-02] the whole story: ${where}`, async ({
        browser,
      }) => {
        const stamp = Date.now().toString(36);
        await playStory({ ...story, world, browser, stamp, title: `Apple picker ${stamp}` });
      });
    }
  });
}
