import type { FileFormat, TextEncoding } from './reading/file-format.js';
import type { Finding } from './writing/build-job.js';

/** A finding with its row. */
export interface RowFinding extends Finding {
  row: number;
  /** The feed's own key for the row. */
  key?: string;
}

/** Result of an import. */
export interface ImportReport {
  file: string;
  format: FileFormat;
  encoding: TextEncoding;
  site: string;
  source: string;
  organization?: string;
  /** Whether nothing was saved. */
  dryRun: boolean;
  /** Whether the import was stopped before the end of the file; another run continues it. */
  interrupted: boolean;
  startedAt: string;
  seconds: number;
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Rows that are not jobs, or cannot be saved. */
  refused: RowFinding[];
  /** Rows whose key is repeated later in the file; the last one is used. */
  repeated: RowFinding[];
  /** Details omitted from jobs that were otherwise imported. */
  notes: RowFinding[];
  /** Number of rows without an employer or a way to apply, whether imported or refused. */
  incomplete: number;
  allowIncomplete: boolean;
}

const SHOWN = 50;

/** Returns the report as text lines for an operator. */
export function reportLines(report: ImportReport, savedTo: string | undefined): string[] {
  const { rows, created, updated, unchanged, refused, repeated, notes, seconds } = report;
  const lines = [
    `${report.file} (${report.format}, ${report.encoding}) ${report.dryRun ? 'would be' : 'was'} read into site ${report.site}` +
      `${report.organization === undefined ? '' : `, organization “${report.organization}”`}: ${count(rows, 'row')} in ${seconds.toFixed(1)} s` +
      ` (${Math.round(rows / Math.max(seconds, 0.001))} a second).`,
    `  created    ${created}`,
    `  updated    ${updated}`,
    `  unchanged  ${unchanged}`,
    `  refused    ${refused.length}`,
  ];
  if (report.interrupted)
    lines.push('The import was interrupted before the end of the file. Run it again to continue.');
  if (report.dryRun) lines.push('Nothing was written (--dry-run).');
  if (refused.length > 0) lines.push('Refused:', ...listed(refused));
  if (repeated.length > 0)
    lines.push(
      `${count(repeated.length, 'row')} with a key that is repeated later in the file; the last row of each key was used.`,
    );
  if (report.incomplete > 0)
    lines.push(
      `${count(report.incomplete, 'row')} named no employer or no way to apply; ` +
        (report.allowIncomplete ? 'those jobs are ranked below all others.' : '--allow-incomplete imports them.') +
        ' --organization NAME gives all rows an employer.',
    );
  for (const field of [...new Set(notes.map((note) => note.field))]) {
    const found = notes.filter((note) => note.field === field);
    const [first] = found;
    lines.push(`${field}: ${count(found.length, 'note')}, such as row ${first?.row ?? 0}: ${first?.rule ?? ''}`);
  }
  if (savedTo !== undefined) lines.push(`Full report: ${savedTo}`);
  return lines;
}

function listed(findings: readonly RowFinding[]): string[] {
  const shown = findings
    .slice(0, SHOWN)
    .map(({ row, key, field, rule }) => `  row ${row}${key === undefined ? '' : ` (${key})`}: ${field} ${rule}`);
  const more = findings.length - shown.length;
  return more > 0 ? [...shown, `  … and ${more} more`] : shown;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
