import type { FileFormat } from './reading/file-format.js';
import type { TextEncoding } from './reading/text-encoding.js';
import type { Finding } from './writing/build-job.js';

/** A finding, and where it was found. */
export interface RowFinding extends Finding {
  row: number;
  /** The feed's own key of the row. */
  key?: string;
}

/** What an import did. */
export interface ImportReport {
  file: string;
  format: FileFormat;
  encoding: TextEncoding;
  site: string;
  source: string;
  organization?: string;
  /** Nothing was written. */
  dryRun: boolean;
  /** Stopped before the end of the file; another run goes on. */
  interrupted: boolean;
  startedAt: string;
  seconds: number;
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Rows that are no jobs, or cannot be saved. */
  refused: RowFinding[];
  /** Rows whose key comes again later in the file, where the last one counts. */
  repeated: RowFinding[];
  /** What was left out of jobs that were imported otherwise. */
  notes: RowFinding[];
  /** Rows that name no employer or no way to apply, whether they were imported or refused for it. */
  incomplete: number;
  allowIncomplete: boolean;
}

const SHOWN = 50;

/** The report as an operator reads it. */
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
  if (report.interrupted) lines.push('It was stopped before the end of the file. Run it again to go on.');
  if (report.dryRun) lines.push('Nothing was written (--dry-run).');
  if (refused.length > 0) lines.push('Refused:', ...listed(refused));
  if (repeated.length > 0)
    lines.push(`${count(repeated.length, 'row')} came again later in the file, where the last one counts.`);
  if (report.incomplete > 0)
    lines.push(
      `${count(report.incomplete, 'row')} named no employer or no way to apply; ` +
        (report.allowIncomplete ? 'those jobs come after all others.' : '--allow-incomplete imports them.') +
        ' --organization NAME gives all rows an employer.',
    );
  for (const field of [...new Set(notes.map((note) => note.field))]) {
    const found = notes.filter((note) => note.field === field);
    const [first] = found;
    lines.push(`${field}: ${count(found.length, 'note')}, such as row ${first?.row ?? 0}: ${first?.rule ?? ''}`);
  }
  if (savedTo !== undefined) lines.push(`All of it: ${savedTo}`);
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
