import type { BackendLogger } from '#contract/backend/backend.js';
import { saveSnapshot } from './index-snapshot.js';

type Contents = Parameters<typeof saveSnapshot>[1];

const PART_THAT_MATTERS = 0.05;
const PAUSE_MS = 60_000;
const QUIET_MS = 5 * 60_000;

/** Saves the index when it has changed enough, when it has been left alone for a while, and at the end. */
export class SnapshotWriter {
  private unsaved = 0;
  private savedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> | undefined;
  private failed = false;
  private closed = false;

  /** @param contents what to save, as of now; undefined: nothing that is worth it. */
  constructor(
    private readonly folder: string,
    private readonly logger: BackendLogger,
    private readonly contents: () => Contents | undefined,
  ) {}

  /** @param changes how many more there are. @param documents how many there are in all. */
  noteChanges(changes: number, documents: number): void {
    this.unsaved += changes;
    const isMuch = this.unsaved > documents * PART_THAT_MATTERS;
    this.saveIn(isMuch ? Math.max(this.savedAt + PAUSE_MS - performance.now(), 0) : QUIET_MS);
  }

  saveSoon(): void {
    this.unsaved++;
    this.saveIn(0);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.saving;
    if (this.unsaved > 0) await this.save();
  }

  private saveIn(ms: number): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.timer = setTimeout(() => {
      this.saving ??= this.save().finally(() => (this.saving = undefined));
    }, ms);
    this.timer.unref();
  }

  private async save(): Promise<void> {
    const contents = this.contents();
    if (!contents) {
      // Not now; soon again.
      this.saveIn(PAUSE_MS);
      return;
    }
    const { unsaved } = this;
    try {
      await saveSnapshot(this.folder, contents);
      this.unsaved -= unsaved;
      this.savedAt = performance.now();
      this.failed = false;
    } catch (error) {
      if (!this.failed) this.logger.warn({ error: String(error) }, 'The search index could not be saved');
      this.failed = true;
    }
  }
}
