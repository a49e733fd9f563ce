import type { BackendSite } from '#contract/backend/backend.js';
import type { StoredMenuItem } from '../../platform/database/schema.js';

const jobs: StoredMenuItem = { title: { en: 'Find a job', de: 'Jobs finden', fr: 'Trouver un emploi' }, path: '/jobs' };
const organizations: StoredMenuItem = {
  title: { en: 'Organizations', 'en-GB': 'Organisations', de: 'Organisationen', fr: 'Organisations' },
  path: '/organizations',
};
const news: StoredMenuItem = { title: { en: 'News', de: 'Aktuelles', fr: 'Actualités' }, path: '/blog' };
const applicants: StoredMenuItem = {
  title: { en: 'For job seekers', de: 'Für Jobsuchende', fr: 'Candidats' },
  path: '/for-applicants',
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
const contact: StoredMenuItem = { title: { en: 'Contact', de: 'Kontakt', fr: 'Contact' }, path: '/contact' };
const imprint: StoredMenuItem = {
  title: { en: 'Imprint', de: 'Impressum', fr: 'Mentions légales' },
  path: '/imprint',
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
export function seededMenus({ demo }: Pick<BackendSite, 'demo'>): Record<string, StoredMenuItem[]> {
  return {
    // Four, so that they stand beside the languages of a site in one line.
    main: [jobs, organizations, news, employers],
    footer: [jobs, organizations, news, applicants, employers, about, contact],
    'mini-policy': [privacy, terms, accessibility, ...(demo === 'europe' ? [imprint] : [])],
  };
}
