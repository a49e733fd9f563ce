/** URL of the generator of job descriptions (ROLE-08), shared by browser and server. */
export const JOB_DESCRIPTION_PATH = '/api/job-description';

/** Languages in which a description can be written. */
export const DESCRIPTION_LANGUAGES = ['en', 'de', 'fr'] as const;
export type DescriptionLanguage = (typeof DESCRIPTION_LANGUAGES)[number];

/** Limit per organization and day in the site's time zone. Failed attempts count too, because the service may have charged for them. */
export const MAX_DESCRIPTIONS_PER_DAY = 30;

/** Request of a browser. */
export interface JobDescriptionRequest {
  csrfToken: string;
  /** Locale of the page, for messages. */
  locale: string;
  /** Language of the description. */
  language: string;
  /** Id of a saved job. */
  id?: string;
  /** Organization of a new job. */
  organizationId?: string;
  fields: readonly { name: string; values: readonly string[] }[];
}

/** Server-sent events of the response, by event name. */
export interface JobDescriptionEvents {
  /** Update of the sanitized HTML: the first `start` characters of the previous text, followed by `html`. */
  text: { start: number; html: string };
  /** Last event on success. `isCut`: the text is truncated. */
  done: { isCut: boolean };
  /** Last event on failure: why there is no text, or no more of it. */
  failed: { message: string };
}
