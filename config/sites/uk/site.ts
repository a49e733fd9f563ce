import { defineSite } from '../site.schema.js';

/** Charity jobs in Britain: direct, British spelling, near-black and marigold. */
export const site = defineSite({
  title: 'Charity Ladder',
  contactEmail: 'hello@charityladder.test',
  locales: ['en-GB'],
  countries: ['GB'],
  demo: 'britain',
  search: { languages: ['en'], defaultRadius: 25 },
  teasers: { featuredJobs: 3, videoJobs: 6 },
  logo: { file: 'logo.svg' },
  currencyPosition: 'before',
  theme: {
    light: {
      ink: '#17150f',
      inkSoft: '#55503f',
      ground: '#fbfaf6',
      surface: '#ffffff',
      line: '#d8d3c4',
      accent: '#1d1a12',
      accentInk: '#ffcb45',
      accentSoft: '#fdf1cf',
      second: '#f5a800',
      focus: '#1b5fd0',
      good: '#1c6638',
      warn: '#855000',
      bad: '#a8261f',
      mark: '#ffe08a',
    },
    dark: {
      ink: '#f6f2e6',
      inkSoft: '#c2bba7',
      ground: '#12110d',
      surface: '#1c1a14',
      line: '#3c382c',
      accent: '#ffcb45',
      accentInk: '#1d1a12',
      accentSoft: '#2e2812',
      second: '#f5a800',
      focus: '#8fbdff',
      good: '#85d49e',
      warn: '#f3c069',
      bad: '#ff9f94',
      mark: '#5a4710',
    },
    radius: { small: 0, medium: 0, large: 0 },
    font: {
      family: 'Archivo Variable',
      file: '@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2',
      weights: '100 900',
      fallback: {
        family: 'Archivo Fallback',
        local: ['Arial', 'Liberation Sans'],
        sizeAdjust: 108.5,
        ascent: 81.1,
        descent: 19.3,
      },
    },
    headingWeight: 750,
    headingTracking: '-0.02em',
  },
  texts: {
    'en-GB': {
      'home.promise': 'Your next step up, for good.',
      'home.promiseDetail':
        'Paid jobs and trustee roles with British charities, from hospices to housing associations. Look around freely; no account needed.',
      'layout.tagline': 'Charity jobs in every corner of Britain.',
      'home.employers.title': 'Hiring for a charity?',
      'home.employers.text':
        'Say what the job is, what it pays and when you need an answer. It goes online in minutes.',
    },
  },
});
