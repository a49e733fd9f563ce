import { sql, type Kysely } from 'kysely';
import { ALERT_SECONDS, DEFAULT_ALERT_SECONDS } from '#contract/alerts.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { JOBS_PATH, RESUMES_PATH } from '#contract/pages/paths.js';
import type { AlertKind } from '../../src/backend/platform/database/tables/alert-tables.js';
import type { Database } from '../../src/backend/platform/database/schema.js';
import { type AlertIndexes, nextDue } from '../../src/backend/search/alerts/alert-rows.js';
import { newToken, provideSearch } from '../../src/backend/search/alerts/edit-alerts.js';

// First of the two keys of the advisory lock; the second one is the site's name.
const LOCK = 4_217_016;
const WORDS: Readonly<Record<string, string>> = { en: 'coordinator', de: 'Koordination', fr: 'coordination' };

/**
 * Gives the demo applicant an alert for a search text and one for all new jobs, and the demo recruiter one for resumes, on each site
 * where they have no alert of that kind. If two processes run this at the same time, only one of them does the work.
 */
export async function provideDemoAlerts(
  { database, indexes }: { database: Kysely<Database>; indexes: AlertIndexes },
  people: { recruiter: string; applicant: string; sites: readonly BackendSite[]; now: Date },
): Promise<void> {
  const { recruiter, applicant, sites, now } = people;
  const [daily] = ALERT_SECONDS.job;
  for (const site of sites) {
    const language = site.languages[0] ?? 'en';
    const words = WORDS[language] ?? WORDS.en!;
    const wanted: readonly { kind: AlertKind; email: string; words: string; everySeconds: number }[] = [
      { kind: 'job', email: applicant, words, everySeconds: daily! },
      { kind: 'job', email: applicant, words: '', everySeconds: DEFAULT_ALERT_SECONDS.job },
      ...(site.resumes === false
        ? []
        : [{ kind: 'resume' as const, email: recruiter, words: '', everySeconds: DEFAULT_ALERT_SECONDS.resume }]),
    ];
    await database.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${site.name}))`.execute(trx);
      const { rows: there } = await sql<{ email: string; kind: AlertKind }>`
        select distinct account.email, alert.kind from alert join account on account.id = alert.account_id
        where account.email in (${recruiter}, ${applicant}) and alert.site = ${site.name}
      `.execute(trx);
      for (const { kind, email, words: keys, everySeconds } of wanted) {
        if (there.some((known) => known.email === email && known.kind === kind)) continue;
        const fulltext = keys ? { keys: [keys] } : null;
        const search = await indexes[kind].save({ language: site.languages, fulltext }, site.name);
        const searchId = await provideSearch(trx, { kind, site: site.name }, search);
        const page = (kind === 'job' ? JOBS_PATH : RESUMES_PATH) + (keys && `?search=${encodeURIComponent(keys)}`);
        await sql`
          insert into alert (kind, site, search_id, account_id, token, language, page, every_seconds, due_at, confirmed_at, created_at)
          select ${kind}, ${site.name}, ${searchId}, id, ${newToken()}, ${language}, ${page}, ${everySeconds},
            ${nextDue(now, everySeconds)}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
          from account where email = ${email}
          on conflict do nothing
        `.execute(trx);
      }
    });
  }
}
