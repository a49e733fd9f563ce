import type { SavedAddress } from '../../../platform/database/address.js';
import type { StoredPeriod } from '../../../platform/database/tables/resume-tables.js';
import type { StoredResumeDocument } from '../../../platform/database/tables/application-tables.js';
import type { SiteTexts } from '../../../platform/texts/site-texts.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import type { StoredPrivateFields, StoredResume } from '../resume.repository.js';

/** Sources of the document. */
interface ResumeParts {
  row: StoredResume;
  hidden: StoredPrivateFields | undefined;
  emailAddress: string;
}

type Section = StoredResumeDocument['sections'][number];
type Entry = Section['entries'][number];

/**
 * Content of a resume for an employer, in reading order. Birthday and street are left out: they are not needed to choose whom to invite.
 *
 * @param language language of the term labels
 * @returns the sections that have content
 */
export function describeResume(
  { row, hidden, emailAddress }: ResumeParts,
  { terms, language, texts }: { terms: TermCatalog; language: string; texts: SiteTexts },
): StoredResumeDocument {
  const { t, locale } = texts;
  const label = (tid: number | null | undefined): string => terms.term(tid ?? null, language)?.label ?? '';
  const section = (name: string, entries: readonly Entry[]): Section[] =>
    entries.length === 0 ? [] : [{ title: t(`resume-document.${name}`), entries }];
  const place = (address: SavedAddress | undefined) => (address ? placeText(address, locale) : '');
  const home = hidden?.home_location ?? undefined;
  return {
    name: [hidden?.first_name, hidden?.last_name].filter(Boolean).join(' '),
    title: row.title ?? '',
    contact: [emailAddress, hidden?.phone ?? '', place(home)].filter(Boolean),
    sections: [
      ...section('about', linesOf(row.about).length > 0 ? [entry({ lines: linesOf(row.about) })] : []),
      ...section(
        'work',
        row.work_experience.map(({ jobTitle, employmentTypeTid, company = '', location, period, summary }) =>
          entry({
            title: jobTitle,
            detail: joined(company, place(location), label(employmentTypeTid)),
            time: periodText(period, texts),
            lines: linesOf(summary),
          }),
        ),
      ),
      ...section(
        'education',
        row.education.map(({ institution, degreeTid, fieldTid, studyProgram, location, period, summary }) =>
          entry({
            title: joined(label(degreeTid), studyProgram ?? label(fieldTid)) || institution,
            detail: joined(label(degreeTid) || studyProgram || label(fieldTid) ? institution : '', place(location)),
            time: periodText(period, texts),
            lines: linesOf(summary),
          }),
        ),
      ),
      ...section(
        'languages',
        onOneLine([
          ...row.languages.flatMap(({ tid, levelTid }) => {
            const level = label(levelTid);
            return label(tid) ? [level ? `${label(tid)} (${level})` : label(tid)] : [];
          }),
          ...row.languages_free,
        ]),
      ),
      ...section('skills', onOneLine([...row.skill_tids.map(label).filter(Boolean), ...row.skills_free])),
    ],
  };
}

function entry({ title = '', detail = '', time = '', lines = [] }: Partial<Entry>): Entry {
  return { title, detail, time, lines };
}

function onOneLine(items: readonly string[]): Entry[] {
  return items.length === 0 ? [] : [entry({ lines: [items.join(', ')] })];
}

function joined(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(', ');
}

function linesOf(text: string | null | undefined): string[] {
  return (text ?? '').split('\n').flatMap((line) => line.trim() || []);
}

/** Text of a period: `Mar 2020 – present`. */
function periodText(period: StoredPeriod | undefined, { t, locale }: SiteTexts): string {
  if (!period) return '';
  const until = period.until === undefined ? t('resume-document.present') : monthText(period.until, locale);
  return t('resume-document.period', { from: monthText(period.from, locale), until });
}

function monthText(text: string, locale: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(text) ?? [];
  if (!year || !month) return text;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1));
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(date);
}

/** Text of a place: `Toronto, ON, Canada`. */
function placeText({ locality, administrativeArea, countryCode }: SavedAddress, locale: string): string {
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(countryCode);
  return [locality, administrativeArea, country].filter(Boolean).join(', ');
}
