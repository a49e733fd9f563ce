import { defineSite } from '../site.schema.js';

/** The Canadian nonprofit job and news site: warm, Canadian spelling, cranberry and pine. */
export const site = defineSite({
  title: 'Good Work Canada',
  contactEmail: 'hello@goodwork.test',
  locales: ['en-CA'],
  countries: ['CA'],
  currencies: ['CAD'],
  timeZone: 'America/Toronto',
  demo: 'canada',
  search: { languages: ['en', 'fr'], defaultRadius: 25 },
  teasers: { topJobs: 6, featuredJobs: 0, trainingOrganizations: 20 },
  map: { centre: { lat: 45.4215, lon: -75.6972 } },
  // Whoever is about to register is not led away by accident.
  logo: { file: 'logo.svg', exceptPaths: ['/user/register', '/user/register/*'] },
  newsFirst: true,
  // A job with a place has a country as well; a fully remote one need not name any.
  jobForm: { review: true, fields: { minSalary: { required: true } } },
  currencyPosition: 'before',
  features: { socialLogin: true, registrationCaptcha: true },
  // Newsletters of partner charities name themselves.
  measurement: { creationSource: 'utm_source' },
  theme: {
    light: {
      ink: '#231815',
      inkSoft: '#5f504a',
      ground: '#fbf6f0',
      surface: '#fffdfa',
      line: '#e6d9cb',
      accent: '#9b1b3b',
      accentInk: '#ffffff',
      accentSoft: '#f8e4e6',
      second: '#1f4d3a',
      focus: '#1f5fbf',
      good: '#1f5f3f',
      warn: '#8a4b08',
      bad: '#a12a12',
      mark: '#fbe3a6',
    },
    dark: {
      ink: '#f5ece6',
      inkSoft: '#c9b8ae',
      ground: '#1a1211',
      surface: '#241a18',
      line: '#46352f',
      accent: '#ff9db1',
      accentInk: '#3a0716',
      accentSoft: '#3c1a22',
      second: '#8fc7a9',
      focus: '#9cc4ff',
      good: '#8bd3aa',
      warn: '#f0b878',
      bad: '#ffa48f',
      mark: '#5a4516',
    },
    radius: { small: 4, medium: 6, large: 10 },
    font: {
      family: 'Lora Variable',
      file: '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2',
      weights: '400 700',
      fallback: {
        family: 'Lora Fallback',
        local: ['Georgia', 'Gelasio', 'Liberation Serif'],
        sizeAdjust: 97.6,
        ascent: 103.1,
        descent: 27.9,
      },
    },
    headingWeight: 600,
  },
  texts: {
    'en-CA': {
      'home.promise': 'Good work, close to home, from coast to coast to coast.',
      'home.promiseDetail':
        'Jobs with Canadian charities and nonprofits, from the big hospital to the food bank down the street.',
      'layout.tagline': 'Jobs with Canadian charities and nonprofits.',
      'island.search.whereExample': 'City, province or postal code',
    },
  },
});
