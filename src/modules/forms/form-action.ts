import type { TypedDocumentString } from '../../contract/generated/operations.js';
import type { GraphqlResult } from '../../contract/graphql-outcome.js';
import type { Href } from '../../contract/route-names.js';
import type { PublicSite } from '../../contract/public-site.js';
import type { FormError } from '../../contract/sent-form.js';
import type { Translate } from '../../contract/translator.js';

/** A field that a form may hold. Others are not looked at. */
export interface FormField {
  name: string;
  /** Never sent back to the page: passwords. */
  secret?: boolean;
}

/** On whose behalf, and from which page, a form is sent. */
export interface FormCall {
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
  /** Asks the backend as the visitor; never throws for what can go wrong outside. */
  graphql<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
  ): Promise<GraphqlResult<TData>>;
}

/** What a form did. */
export type FormOutcome =
  | {
      kind: 'done';
      /** Where the visitor goes next: an address of this site, made with `href`. */
      redirect: string;
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
  /** Paths of the pages that hold the form, without the locale prefix. */
  paths: readonly string[];
  fields: readonly FormField[];
  /** @param values every field by its name; empty where it was not sent */
  handle(values: Readonly<Record<string, string>>, call: FormCall): Promise<FormOutcome>;
}
