import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { StoredResumeDocument } from '../../../platform/database/tables/application-tables.js';
import type { Database } from '../../../platform/database/schema.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { textsOf, type SiteTexts } from '../../../platform/texts/site-texts.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import { findOwnResume, findPrivateFields, type StoredPrivateFields, type StoredResume } from '../resume.repository.js';
import type { SavedAddress } from '../../../platform/database/address.js';
import type { StoredPeriod } from '../../../platform/database/tables/resume-tables.js';
import { type Structure, TaggedPage, type TextStyle, DocumentFonts } from '../../../platform/pdf/tagged-pdf.js';

const MARGIN = 54;
const GAP = 14;
const QUIET = '#595959';
const RULE = '#c8c8c8';
const DEFAULT_ACCENT = '#1c1c1c';

/** Minimum height of an entry that must fit on the page with its heading. */
const MIN_ENTRY_HEIGHT = 60;

/** Maximum length of a text, longer than in invoices; the rest is cut. */
const MAX_LINE = 3000;

/** The type definitions lack the first option; without the second, the library opens a font that is not embedded. */
const UNTYPED_OPTIONS = { subset: 'PDF/UA', font: null };

class ResumePage {
  private readonly width: number;
  private readonly bottom: number;
  private y = MARGIN;

  constructor(
    private readonly page: TaggedPage,
    private readonly accent: string,
  ) {
    this.width = page.pdf.page.width - 2 * MARGIN;
    this.bottom = page.pdf.page.height - MARGIN;
  }

  draw({ name, title, contact, sections }: StoredResumeDocument): void {
    const { pdf } = this.page;
    const root = pdf.struct('Document');
    pdf.addStructure(root);
    this.write(root, 'H1', name || title, { size: 22, isBold: true, colour: this.accent });
    if (name && title) this.write(root, 'P', title, { size: 13 });
    if (contact.length > 0) this.write(root, 'P', contact.join('  ·  '), { colour: QUIET });
    for (const section of sections) this.drawSection(root, section);
    root.end();
  }

  private drawSection(root: Structure, { title, entries }: StoredResumeDocument['sections'][number]): void {
    this.y += GAP;
    this.makeRoom(MIN_ENTRY_HEIGHT);
    this.write(root, 'H2', title, { size: 13, isBold: true, colour: this.accent });
    this.page.line({ x: MARGIN, y: this.y + 1, width: this.width }, RULE);
    this.y += 6;
    for (const entry of entries) {
      if (entry.title) {
        this.makeRoom(MIN_ENTRY_HEIGHT);
        this.write(root, 'H3', entry.title, { size: 11, isBold: true });
      }
      if (entry.detail) this.write(root, 'P', entry.detail);
      if (entry.time) this.write(root, 'P', entry.time, { size: 9, colour: QUIET });
      for (const line of entry.lines) this.write(root, 'P', line, { maxLength: MAX_LINE });
      this.y += 6;
    }
  }

  /** Writes a paragraph below the last one; what does not fit continues on the next page. */
  private write(root: Structure, tag: string, text: string, style: TextStyle = {}): void {
    const height = this.page.heightOf(text, this.width, style);
    this.makeRoom(Math.min(height, this.bottom - MARGIN));
    this.y = this.page.write(root, tag, text, { x: MARGIN, y: this.y, width: this.width }, style);
  }

  private makeRoom(height: number): void {
    if (this.y + height <= this.bottom) return;
    this.page.pdf.addPage();
    this.y = MARGIN;
  }
}

/** A person's resume on a site, in the form for an employer. */
export interface ResumeToSend {
  document: StoredResumeDocument;
  /** File name. */
  fileName: string;
  /** @returns the PDF file */
  render(): Promise<Buffer>;
}

/** @returns undefined if the viewer has no resume on the site */
export type FindResumeToSend = (context: UserContext) => Promise<ResumeToSend | undefined>;

/** Creates the function that renders resumes for applications. */
export function resumesToSend(database: Kysely<Database>, terms: TermCatalog): FindResumeToSend {
  return async ({ site, viewer, language, locale, now }) => {
    if (site.resumes === false) return undefined;
    const row = await findOwnResume(database, site.name, viewer.accountId);
    if (!row) return undefined;
    const hidden = await findPrivateFields(database, row.id);
    const texts = textsOf(site, locale);
    const document = describeResume({ row, hidden, emailAddress: viewer.email }, { terms, language, texts });
    const name = document.name || document.title;
    return {
      document,
      fileName: `${texts.t('resume-document.fileName', { name })}.pdf`,
      render: () => renderResumePdf(document, site, { locale: texts.locale, now }),
    };
  };
}

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
function describeResume(
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

/**
 * Renders a resume as a tagged PDF, in the fonts and accent color of a site.
 *
 * @param document.name name of its owner; also the title of the file
 * @returns the bytes of the file
 */
async function renderResumePdf(
  document: StoredResumeDocument,
  site: BackendSite,
  { locale, now }: { locale: string; now: Date },
): Promise<Buffer> {
  const [{ default: PdfDocument }, fonts] = await Promise.all([import('pdfkit'), DocumentFonts.load(site.letterhead)]);
  const options: PDFKit.PDFDocumentOptions = {
    size: ['CA', 'US'].includes(site.countries[0] ?? '') ? 'LETTER' : 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: locale,
    info: { Title: document.name || document.title, Author: document.name, CreationDate: now, ModDate: now },
  };
  const pdf = new PdfDocument(Object.assign(options, UNTYPED_OPTIONS));
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  for (const { name, bytes } of fonts.all) pdf.registerFont(name, bytes);
  new ResumePage(new TaggedPage(pdf, fonts), site.mail?.accent ?? DEFAULT_ACCENT).draw(document);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
