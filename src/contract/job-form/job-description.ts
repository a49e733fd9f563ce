/** The generator of job descriptions (ROLE-08): what browser, server and backend have to agree on. */
export const JOB_DESCRIPTION_PATH = '/api/job-description';

/** That a description can be written in. */
export const DESCRIPTION_LANGUAGES = ['en', 'de', 'fr'] as const;
export type DescriptionLanguage = (typeof DESCRIPTION_LANGUAGES)[number];

/** Of an organization; a day is one of the site's time zone. An attempt that failed counts too: the service may have been paid for it. */
export const MAX_DESCRIPTIONS_PER_DAY = 30;

/** What a browser sends. */
export interface JobDescriptionRequest {
  csrfToken: string;
  /** Of the page, for messages. */
  locale: string;
  /** Of the description. */
  language: string;
  /** Of a saved job. */
  id?: string;
  /** Of a new job. */
  organizationId?: string;
  fields: readonly { name: string; values: readonly string[] }[];
}

/** What the server answers as server-sent events, by the name of the event. */
export interface JobDescriptionEvents {
  /** The sanitized HTML so far: the first `start` characters of what was there before, and then `html`. */
  text: { start: number; html: string };
  /** The last event. `isCut`: the text ends too early. */
  done: { isCut: boolean };
  /** The last event instead: why there is no text, or no more of it. */
  failed: { message: string };
}
