import { languageOf } from '../site-languages.js';

/** What people read who open a sitemap. */
export interface SitemapTexts {
  title(site: string): string;
  /** What this is, and for whom. */
  purpose: string;
  home: string;
  files: string;
  pages: string;
  address: string;
  changed: string;
  otherLanguages: string;
  /** Where a file holds more than is shown. */
  more(shown: number): string;
}

const english: SitemapTexts = {
  title: (site) => `Sitemap of ${site}`,
  purpose: 'This file tells search engines which pages there are. To look for something yourself, go to the home page.',
  home: 'Home page',
  files: 'Files:',
  pages: 'Pages:',
  address: 'Address',
  changed: 'Last changed',
  otherLanguages: 'In other languages',
  more: (shown) => `The first ${shown} are shown here.`,
};

const german: SitemapTexts = {
  title: (site) => `Sitemap von ${site}`,
  purpose:
    'Diese Datei sagt Suchmaschinen, welche Seiten es gibt. Wenn Sie selbst etwas suchen, hilft Ihnen die Startseite weiter.',
  home: 'Startseite',
  files: 'Dateien:',
  pages: 'Seiten:',
  address: 'Adresse',
  changed: 'Zuletzt geändert',
  otherLanguages: 'In anderen Sprachen',
  more: (shown) => `Hier stehen die ersten ${shown}.`,
};

const french: SitemapTexts = {
  title: (site) => `Plan du site ${site}`,
  purpose:
    'Ce fichier indique aux moteurs de recherche les pages qui existent. Pour chercher vous-même, passez par la page d’accueil.',
  home: 'Page d’accueil',
  files: 'Fichiers :',
  pages: 'Pages :',
  address: 'Adresse',
  changed: 'Dernière modification',
  otherLanguages: 'Dans d’autres langues',
  more: (shown) => `Seules les ${shown} premières sont affichées ici.`,
};

const TEXTS: Record<string, SitemapTexts> = { en: english, de: german, fr: french };

export function sitemapTexts(locale: string): SitemapTexts {
  return TEXTS[languageOf(locale)] ?? english;
}
