import type { Kysely } from 'kysely';
import type { StoredResumeDocument } from '../../../platform/database/tables/application-tables.js';
import type { Database } from '../../../platform/database/schema.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { textsOf } from '../../../platform/texts/site-texts.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import { findOwnResume, findPrivateFields } from '../resume.repository.js';
import { describeResume } from './resume-document.js';
import { renderResumePdf } from './render-resume.js';

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
