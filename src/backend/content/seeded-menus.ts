import type { StoredMenuItem } from '../database/schema.js';

const jobs: StoredMenuItem = { title: { en: 'Find a job', de: 'Jobs finden', fr: 'Trouver un emploi' }, path: '/jobs' };
const organizations: StoredMenuItem = {
  title: { en: 'Organizations', 'en-GB': 'Organisations', de: 'Organisationen', fr: 'Organisations' },
  path: '/organizations',
};
const employers: StoredMenuItem = {
  title: { en: 'For employers', de: 'Für Arbeitgeber', fr: 'Employeurs' },
  path: '/for-employers',
};
const about: StoredMenuItem = { title: { en: 'About us', de: 'Über uns', fr: 'À propos' }, path: '/about' };
const privacy: StoredMenuItem = {
  title: { en: 'Privacy policy', de: 'Datenschutz', fr: 'Politique de confidentialité' },
  path: '/privacy-policy',
  class: 'privacy',
};
const terms: StoredMenuItem = {
  title: { en: 'Terms of use', de: 'Nutzungsbedingungen', fr: 'Conditions d’utilisation' },
  path: '/terms-of-use',
};
const accessibility: StoredMenuItem = {
  title: { en: 'Accessibility', de: 'Barrierefreiheit', fr: 'Accessibilité' },
  path: '/accessibility',
};

/** What a new site's menus hold, until its operators change them. */
export const seededMenus: Record<string, StoredMenuItem[]> = {
  main: [jobs, organizations, employers, about],
  footer: [jobs, organizations, employers, about, accessibility, terms, privacy],
  'mini-policy': [privacy, terms],
};
