import { DESTINATIONS, DROP_REASONS, type FinalOutcome, type RelayEvent } from '../relay-event.js';
import type { OutcomeCounts } from '../outcome-counts.js';

/** A line of the journal. */
export type JournalRecord =
  /** Names the journal, whatever its file is called. */
  | { kind: 'journal'; id: string }
  /** What the journal of that id says is part of this one. */
  | { kind: 'adopted'; id: string }
  | { kind: 'counts'; counts: Readonly<Record<string, OutcomeCounts>> }
  | { kind: 'event'; event: RelayEvent; attempts?: number; firstTriedAt?: number }
  /** They are being sent from now on: whoever reads this does not know whether they arrived. */
  | { kind: 'sending'; ids: readonly string[]; at: number }
  /** They were not sent, or may be sent again. */
  | { kind: 'waiting'; ids: readonly string[] }
  | { kind: 'finished'; ids: readonly string[]; outcome: FinalOutcome }
  /** An event that is not queued. */
  | { kind: 'counted'; destination: RelayEvent['destination']; outcome: 'suppressed' | 'duplicate' };

/** @returns undefined for a line that was cut short, or that is of no use */
export function readRecord(line: string): JournalRecord | undefined {
  if (line === '') return undefined;
  try {
    const record = JSON.parse(line) as JournalRecord;
    if (record.kind === 'event' && !DESTINATIONS.includes(record.event.destination)) return undefined;
    if (record.kind === 'finished' && record.outcome !== 'delivered' && !DROP_REASONS.includes(record.outcome))
      return undefined;
    return record;
  } catch {
    return undefined;
  }
}
