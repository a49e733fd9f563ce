import { Module, Injectable } from '@nestjs/common';
import type { TypedDocumentString, FormConflictFactsFragment } from '#contract/generated/operations.js';
import type { GraphqlFailure, GraphqlResult } from '#contract/backend/graphql-outcome.js';
import type { UploadedFile } from '#shared/multipart/multipart.js';
import type { Notice } from '#contract/pages/notices.js';
import type { Href } from '#contract/pages/route-names.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { type FormError, FORM_FIELD } from '#contract/applications/sent-form.js';
import type { ConsentChoices } from '#contract/consent/consent-services.js';
import type { Translate } from '#shared/text/translator.js';

const CONFLICT = 409;
const BAD_REQUEST = 400;

const PLACEHOLDER = /\{[a-z]+\}/g;

/** The actions of all forms, by the path of their page. Modules register theirs at startup. */
@Injectable()
export class FormRegistry {
  private readonly actions = new Map<string, FormAction>();
  private readonly patterns: { pattern: RegExp; action: FormAction }[] = [];

  /** @throws if the path already has an action */
  add(action: FormAction): void {
    for (const path of action.paths) {
      if (this.actions.has(path)) throw new Error(`Two forms are sent to ${path}`);
      this.actions.set(path, action);
      if (path.includes('{'))
        this.patterns.push({ pattern: new RegExp(`^${path.replace(PLACEHOLDER, '[^/]+')}$`), action });
    }
  }

  /** @param path without the locale prefix */
  find(path: string): FormAction | undefined {
    return this.actions.get(path) ?? this.patterns.find(({ pattern }) => pattern.test(path))?.action;
  }
}

@Module({ providers: [FormRegistry], exports: [FormRegistry] })
export class FormsModule {}

/** A field that a form may contain. Other fields are ignored. */
interface FormField {
  name: string;
  /** Its value is never sent back to the page: passwords. */
  secret?: boolean;
  /** The field may occur more than once: its values are joined by spaces, which no value may contain. */
  multiple?: boolean;
}

/** Maximum number and size (in bytes) of a form's files. */
export interface FileLimits {
  most: number;
  mostBytes: number;
  maxTotalBytes: number;
}

/** A file that was stored while it arrived, or why it was rejected. */
export type ReceivedFile = ({ ok: true; token: string } | { ok: false; name?: string; message: string }) & {
  /** The field of the form in which the file was chosen. */
  field?: string;
};

/**
 * The files of a form. Once the form's token is verified and the form is within its limits, its files are stored before anything else is
 * validated, so that the visitor need not choose them again.
 */
export interface FormFiles {
  limits: FileLimits;
  /**
   * Whether limits would reject the form regardless of its content: then none of its files is stored.
   *
   * @param values all fields by name; if files are stored while they arrive, only the fields that precede the first file
   * @returns the outcome of the form in this case
   */
  refusal?(values: Readonly<Record<string, string>>, call: FormContext): Promise<FormOutcome | undefined>;
  /**
   * Stores a file while it arrives, so that no file is ever held in memory as a whole. Without this function `keep` gets the files
   * themselves.
   *
   * @param content must be read to its end
   * @param field the field in which the file was chosen
   * @returns the result, which is passed to `keep`; never rejects for external failures
   */
  receive?(name: string, content: AsyncIterable<Uint8Array>, call: FormContext, field: string): Promise<ReceivedFile>;
  /**
   * @param values all fields by name
   * @param received the results of `receive`
   * @returns values that replace the sent ones, for `handle` and for the page that shows the form again; and errors
   */
  store(
    files: readonly UploadedFile[],
    values: Readonly<Record<string, string>>,
    call: FormContext,
    received: readonly ReceivedFile[],
  ): Promise<{ values: Readonly<Record<string, string>>; errors: readonly FormError[] }>;
  /** Returns the error messages for files that exceeded the limits. */
  tooLarge(names: readonly string[], call: FormContext): FormError[];
}

/** The visitor and the page that a form is sent from. */
export interface FormContext {
  site: PublicSite;
  locale: string;
  /** Builds URLs of this locale, for redirects. */
  href: Href;
  /** Path without the locale prefix and translated names. */
  path: string;
  /** Query of the page's URL, as `PageRequest.query`. */
  query: URLSearchParams;
  /** Scheme and host of this site, without a trailing slash. */
  origin: string;
  t: Translate;
  /** IP address of the visitor. */
  address: string;
  /** Whether there is a session. */
  isLoggedIn: boolean;
  /** A value that only the visitor's browser can send, for data that belongs to this visitor; not the CSRF token itself. */
  owner: string;
  /** Calls the backend on behalf of the visitor; never throws for external failures. */
  graphql<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
  ): Promise<GraphqlResult<TData>>;
  /** Returns how limits or maintenance would refuse the same call now. Counts nothing. */
  refusalOf<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
  ): Promise<GraphqlFailure | undefined>;
}

/** Result of a form. */
export type FormOutcome =
  | {
      kind: 'done';
      /** Where the visitor continues: an address of this site, made with `href`. */
      redirect: string;
      /** The visitor's address that mail was sent to, which the next page shows. */
      mailedTo?: string;
      /** Notice that the next page shows once at its top. */
      notice?: Notice;
      /** The visitor's decisions about third-party services. */
      consent?: ConsentChoices;
      /** Logs the visitor in with a token of the backend, or logs them out. */
      session?: { begin: string } | 'end';
    }
  | {
      kind: 'again';
      errors: readonly FormError[];
      /** HTTP status; 422 if missing. */
      status?: number;
    };

/** Handles the form of a page. */
export interface FormAction {
  /** Paths of the pages that contain the form, without the locale prefix; placeholders such as `{id}` match one segment. */
  paths: readonly string[];
  fields: readonly FormField[];
  /** Present if the form may be sent with files, as multipart/form-data. */
  files?: FormFiles;
  /** The form is accepted from a page of another account, because it is about the browser, or about an account that it names itself. */
  fromAnyAccount?: true;
  /** @param values all fields by name; missing fields are empty */
  handle(values: Readonly<Record<string, string>>, call: FormContext): Promise<FormOutcome>;
}

/** Somebody else has saved in the meantime: nothing was changed, and the page says who saved and when. */
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

/** One of several forms of a page. Fields with the same name must have the same definition in all of them. */
export type PagePart = Omit<FormAction, 'paths'>;

/** Creates the action of a page with several forms: `FORM_FIELD` names the form that was sent. */
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
      // Browsers would keep the fragment of the form's own URL and scroll past the notice at the top of the next page.
      // URLs of other sites, such as for a payment, may have a fragment of their own.
      const isOwn = outcome.kind === 'done' && outcome.redirect.startsWith('/');
      return isOwn ? { ...outcome, redirect: `${outcome.redirect}#main` } : outcome;
    },
  };
}
