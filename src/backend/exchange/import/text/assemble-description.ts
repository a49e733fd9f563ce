import { textOfHtml } from '../../../domain/jobs/opening-text.js';
import type { Advert } from '../reading/advert.js';
import { descriptionHtml } from './description-html.js';
import type { KnownLanguage } from '../../../reference/text/language.js';

const HEADINGS: Record<'responsibilities' | 'requirements' | 'benefits' | 'employer', Record<KnownLanguage, string>> = {
  responsibilities: { en: 'Responsibilities', de: 'Aufgaben', fr: 'Responsabilités' },
  requirements: { en: 'Requirements', de: 'Anforderungen', fr: 'Exigences' },
  benefits: { en: 'Benefits', de: 'Leistungen', fr: 'Avantages' },
  employer: { en: 'About the employer', de: 'Über den Arbeitgeber', fr: 'À propos de l’employeur' },
};

type Section = 'description' | keyof typeof HEADINGS;

/** The texts of an advertisement, each sanitised, in the order they are shown. */
export interface AdvertTexts {
  sections: { section: Section; html: string }[];
  /** All words, on one line. */
  plain: string;
}

/** @param withProfile whether the employer's own text belongs to the advertisement, because no organization shows it. */
export function readTexts(advert: Advert, withProfile: boolean): AdvertTexts {
  const given: [Section, string | undefined][] = [
    ['description', advert.description],
    ['responsibilities', advert.responsibilities],
    ['requirements', advert.requirements],
    ['benefits', advert.benefits],
    ['employer', withProfile ? advert.organizationProfile : undefined],
  ];
  const sections = given
    .filter((entry): entry is [Section, string] => entry[1] !== undefined && entry[1].trim() !== '')
    .map(([section, text]) => ({ section, html: descriptionHtml(text) }))
    .filter(({ html }) => html !== '');
  return { sections, plain: sections.map(({ html }) => textOfHtml(html)).join(' ') };
}

/** One text with a heading for each part but the first, which is what the page is about anyway. */
export function assembleDescription({ sections }: AdvertTexts, language: string): string {
  const known = language === 'de' || language === 'fr' ? language : 'en';
  return sections
    .map(({ section, html }, index) =>
      section === 'description' || (index === 0 && section === 'employer')
        ? html
        : `<h3>${HEADINGS[section][known]}</h3>${html}`,
    )
    .join('');
}
