import type { TypedDocumentString, FormConflictFactsFragment } from '#contract/generated/operations.js';
import type { GraphqlFailure, GraphqlResult } from '#contract/backend/graphql-outcome.js';
import type { UploadedFile } from '#shared/multipart/uploaded-file.js';
import type { Notice } from '#contract/pages/notices.js';
import type { Href } from '#contract/pages/route-names.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { type FormError, FORM_FIELD } from '#contract/applications/sent-form.js';
import type { ConsentChoices } from '#contract/consent/consent-services.js';
import type { Translate } from '#shared/text/translator.js';

/** A field that a form may hold. Others are not looked at. */
export interface FormField {
  name: string;
  /** Never sent back to the page: passwords. */
  secret?: boolean;
  /** It may be sent more than once: its values come joined by spaces, which none of them holds. */
  multiple?: boolean;
}

/** How many files a form takes, and how large they may be (bytes). */
export interface FileLimits {
  most: number;
  mostBytes: number;
  maxTotalBytes: number;
}

/** A file that was taken as it came, or why it was not. */
export type ReceivedFile = ({ ok: true; token: string } | { ok: false; name?: string; message: string }) & {
  /** Of the form, that it was chosen in. */
  field?: string;
};

/**
 * The files of a form. Once the form has shown its token and is within its limits they are put by before anything else is looked at, so
 * that none has to be chosen twice.
 */
export interface FormFiles {
  limits: FileLimits;
  /**
   * Whether the form would be refused whatever it says, because of limits: then none of its files is stored.
   *
   * @param values every field by its name; where files are taken as they come, those that stood before the first of them
   * @returns what the form then does
   */
  refusal?(values: Readonly<Record<string, string>>, call: FormContext): Promise<FormOutcome | undefined>;
  /**
   * Takes a file as it comes, so that none is ever held whole. Without it `keep` gets the files themselves.
   *
   * @param content has to be read to its end
   * @param field that it was chosen in
   * @returns what `keep` is told of it; never rejects for what can go wrong outside
   */
  receive?(name: string, content: AsyncIterable<Uint8Array>, call: FormContext, field: string): Promise<ReceivedFile>;
  /**
   * @param values every field by its name
   * @param received what `receive` gave
   * @returns values in place of those that were sent, for `handle` and for the page that shows the form again; and what is wrong
   */
  store(
    files: readonly UploadedFile[],
    values: Readonly<Record<string, string>>,
    call: FormContext,
    received: readonly ReceivedFile[],
  ): Promise<{ values: Readonly<Record<string, string>>; errors: readonly FormError[] }>;
  /** What is said of files that were not read to their end. */
  tooLarge(names: readonly string[], call: FormContext): FormError[];
}

/** On whose behalf, and from which page, a form is sent. */
export interface FormContext {
  site: PublicSite;
  locale: string;
  /** Addresses of this locale, for redirects. */
  href: Href;
  /** Without the locale prefix and translated names. */
  path: string;
  /** Of the page's address, as `PageRequest.query`. */
  query: URLSearchParams;
  /** Scheme and host of this site, no slash at the end. */
  origin: string;
  t: Translate;
  /** Of the visitor. */
  address: string;
  /** There is a session. */
  isLoggedIn: boolean;
  /** What only the visitor's browser sends, for what is to be theirs alone; not the csrf token itself. */
  owner: string;
  /** Asks the backend as the visitor; never throws for what can go wrong outside. */
  graphql<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
  ): Promise<GraphqlResult<TData>>;
  /** What limits or maintenance would answer to the same question now. Counts nothing. */
  refusalOf<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
  ): Promise<GraphqlFailure | undefined>;
}

/** What a form did. */
export type FormOutcome =
  | {
      kind: 'done';
      /** Where the visitor goes next: an address of this site, made with `href`. */
      redirect: string;
      /** An address of the visitor's that mail was sent to, which the next page repeats. */
      mailedTo?: string;
      /** What the next page says at its top, once. */
      notice?: Notice;
      /** What the visitor decided about services of others. */
      consent?: ConsentChoices;
      /** Logs the visitor in with a token of the backend, or out. */
      session?: { begin: string } | 'end';
    }
  | {
      kind: 'again';
      errors: readonly FormError[];
      /** 422 where it is missing. */
      status?: number;
    };

/** What happens when the form of a page is sent. */
export interface FormAction {
  /** Paths of the pages that hold the form, without the locale prefix; `{id}` and the like stand for one segment. */
  paths: readonly string[];
  fields: readonly FormField[];
  /** It may be sent with files, as multipart/form-data. */
  files?: FormFiles;
  /** @param values every field by its name; empty where it was not sent */
  handle(values: Readonly<Record<string, string>>, call: FormContext): Promise<FormOutcome>;
}

const CONFLICT = 409;

/** Somebody else has saved since: nothing was changed, and the page says who and when. */
export function conflictAnswer({ by, at }: FormConflictFactsFragment, { t, locale, site }: FormContext): FormOutcome {
  const time = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: site.timeZone,
  }).format(new Date(at));
  const message = t('defined-form.conflict', { by: by ?? t('defined-form.somebody'), at: time });
  return { kind: 'again', errors: [{ field: null, message }], status: CONFLICT };
}

/** One of several forms of a page. Fields of a name have to be alike in all of them. */
export type PagePart = Omit<FormAction, 'paths'>;

const BAD_REQUEST = 400;

/** The action of a page with several forms: `FORM_FIELD` says which one is sent. */
export function formsOfPage(path: string, parts: Readonly<Record<string, PagePart>>): FormAction {
  const fields = new Map(Object.values(parts).flatMap((part) => part.fields.map((field) => [field.name, field])));
  return {
    paths: [path],
    fields: [{ name: FORM_FIELD }, ...fields.values()],
    async handle(values, call) {
      const name = values[FORM_FIELD] ?? '';
      const errors = [{ field: null, message: call.t('form.failed') }];
      if (!Object.hasOwn(parts, name)) return { kind: 'again', errors, status: BAD_REQUEST };
      const outcome = await parts[name]!.handle(values, call);
      // Browsers would take the fragment of the form's own address along, past what the next page says at its top.
      // Addresses of other sites, such as of a payment, may have a fragment of their own.
      const isOwn = outcome.kind === 'done' && outcome.redirect.startsWith('/');
      return isOwn ? { ...outcome, redirect: `${outcome.redirect}#main` } : outcome;
    },
  };
}
