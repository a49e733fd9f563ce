declare module '@adobe/structured-data-validator' {
  /** Checks structured data against what search engines require of it. */
  export default class Validator {
    /** @param data as `@marbec/web-auto-extractor` reads it from a page */
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
