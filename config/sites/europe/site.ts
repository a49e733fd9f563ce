import { defineSite } from '../site.schema.js';

/** Jobs with a purpose in Europe, in three languages: precise, indigo and mint. */
export const site = defineSite({
  title: 'Sinnwerk',
  contactEmail: 'hello@sinnwerk.test',
  locales: ['en', 'de', 'fr'],
  countries: ['DE', 'FR', 'AT', 'CH', 'BE', 'LU', 'IE', 'GB'],
  currencies: ['EUR'],
  timeZone: 'Europe/Berlin',
  demo: 'europe',
  search: { languages: ['en', 'de', 'fr'], defaultRadius: 25 },
  map: { centre: { lat: 50.1109, lon: 8.6821 } },
  logo: { file: 'logo.svg' },
  currencyPosition: 'after',
  sharing: ['linkedin', 'xing', 'email', 'whatsapp', 'bluesky', 'facebook'],
  features: { aiDescription: true },
  jobForm: { types: ['job_per_template', 'job_per_file'], cvDuration: true },
  organizationForm: {
    fields: {
      industry: { isHidden: false },
      xing: { isHidden: false },
      cvFocusOfOrganization: { isHidden: false },
      cvJobRole: { isHidden: false },
    },
  },
  resumeForm: { salutation: false },
  theme: {
    light: {
      ink: '#191736',
      inkSoft: '#53506f',
      ground: '#f7f7fc',
      surface: '#ffffff',
      line: '#dbdaea',
      accent: '#3d35a8',
      accentInk: '#ffffff',
      accentSoft: '#e9e8fa',
      second: '#4fd0a8',
      focus: '#0f6fd6',
      good: '#14653f',
      warn: '#854f00',
      bad: '#a8233f',
      mark: '#c9f3e2',
    },
    dark: {
      ink: '#efeefb',
      inkSoft: '#b7b4d3',
      ground: '#12111f',
      surface: '#1b1a2e',
      line: '#37354f',
      accent: '#b5affb',
      accentInk: '#17143f',
      accentSoft: '#27244a',
      second: '#5fdcb5',
      focus: '#86c0ff',
      good: '#7fd8ac',
      warn: '#f0be74',
      bad: '#ff9fb0',
      mark: '#1f5745',
    },
    radius: { small: 8, medium: 14, large: 24 },
    font: {
      family: 'Outfit Variable',
      file: '@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2',
      weights: '100 900',
      fallback: {
        family: 'Outfit Fallback',
        local: ['Arial', 'Liberation Sans'],
        sizeAdjust: 100.4,
        ascent: 99.6,
        descent: 25.9,
      },
    },
    headingWeight: 600,
    headingTracking: '-0.015em',
  },
  texts: {
    en: {
      'home.promise': 'Work with a purpose, across borders.',
      'home.promiseDetail':
        'Jobs with associations, foundations and social enterprises in Europe, in English, German and French.',
      'layout.tagline': 'Jobs with a purpose in Europe.',
    },
    de: {
      'home.promise': 'Arbeit mit Sinn, über Grenzen hinweg.',
      'home.promiseDetail':
        'Stellen bei Vereinen, Stiftungen und Sozialunternehmen in Europa, auf Deutsch, Englisch und Französisch.',
      'layout.tagline': 'Stellen mit Sinn in Europa.',
    },
    fr: {
      'home.promise': 'Un travail qui a du sens, par-delà les frontières.',
      'home.promiseDetail':
        'Des offres dans des associations, des fondations et des entreprises sociales en Europe, en français, en allemand et en anglais.',
      'layout.tagline': 'Des emplois qui ont du sens, en Europe.',
    },
  },
});
