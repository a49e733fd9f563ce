import { DESTINATIONS, DROP_REASONS, type FinalOutcome, type RelayEvent } from '../relay-event.js';
import type { OutcomeCounts } from '../outcome-counts.js';

/** A line of the journal. */
export type JournalRecord =
  /** Identifies the journal independently of its file name. */
  | { kind: 'journal'; id: string }
  /** The content of the journal with this id is part of this journal. */
  | { kind: 'adopted'; id: string }
  | { kind: 'counts'; counts: Readonly<Record<string, OutcomeCounts>> }
  | { kind: 'event'; event: RelayEvent; attempts?: number; firstTriedAt?: number }
  /** Sending has begun: after a crash it is unknown whether these events arrived. */
  | { kind: 'sending'; ids: readonly string[]; at: number }
  /** These events were not sent, or may be sent again. */
  | { kind: 'waiting'; ids: readonly string[] }
  | { kind: 'finished'; ids: readonly string[]; outcome: FinalOutcome }
  /** An event that was counted but not queued. */
  | { kind: 'counted'; destination: RelayEvent['destination']; outcome: 'suppressed' | 'duplicate' };

/** @returns undefined for a line that is truncated or invalid */
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
