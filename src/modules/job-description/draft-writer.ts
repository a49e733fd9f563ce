import type { JobDescriptionEvents } from '#contract/job-form/job-description.js';
import { sanitizedGeneratedText } from '#contract/defined-form/sanitized-rich-text.js';

type Send = <Name extends keyof JobDescriptionEvents>(event: Name, data: JobDescriptionEvents[Name]) => void;

/** Interval between updates in milliseconds: each sanitizes the text again, which takes a millisecond. */
const PAUSE_MS = 150;

const CODE_FENCE = /^\s*```(?:html)?\s*|\s*```\s*$/gi;
const MARKDOWN_LINK = /\[([^\]\n]{1,200})\]\([^()\s]*\)/g;
/** An incomplete tag or character reference at the end of the text. */
const UNFINISHED = /<[^>]*$|&[#\w]*$/;

/** Streams a growing text: each update sanitizes the whole text, but sends only its changed end. */
export class DraftWriter {
  private written = '';
  private sent = '';
  private sentAt = 0;

  constructor(
    private readonly send: Send,
    private readonly now: () => number = Date.now,
  ) {}

  add(text: string): void {
    this.written += text;
    if (this.now() - this.sentAt < PAUSE_MS) return;
    this.sendText(this.written.replace(UNFINISHED, ''));
  }

  /** @returns whether there was any text */
  end(): boolean {
    this.sendText(this.written);
    return this.sent !== '';
  }

  private sendText(written: string): void {
    this.sentAt = this.now();
    const html = sanitizedGeneratedText(written.replace(CODE_FENCE, '').replace(MARKDOWN_LINK, '$1'));
    if (html === this.sent) return;
    const start = commonLength(this.sent, html);
    this.sent = html;
    this.send('text', { start, html: html.slice(start) });
  }
}

function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}
