declare module '@adobe/structured-data-validator' {
  /** Checks structured data against the requirements of search engines. */
  export default class Validator {
    /** @param data in the form in which `@marbec/web-auto-extractor` extracts it from a page */
    validate(data: unknown): Promise<StructuredDataIssue[]>;
  }

  export interface StructuredDataIssue {
    issueMessage: string;
    severity: 'ERROR' | 'WARNING';
    path: { type: string; index: number }[];
    fieldNames?: string[];
  }
}

declare module '@marbec/web-auto-extractor' {
  /** Reads structured data from a page. */
  export default class WebAutoExtractor {
    constructor(options: { addLocation?: boolean });
    parse(html: string): { jsonld: Record<string, unknown[]> };
  }
}
