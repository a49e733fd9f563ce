import { sniffAttachment } from '#contract/applications/uploads.js';

export type ResumeFileType = 'pdf' | 'docx' | 'json';

/** What a file is by its first bytes, whatever it says it is; what an archive holds is looked at when it is read. */
export function sniffResumeFile(bytes: Uint8Array): ResumeFileType | 'doc' | undefined {
  if (sniffAttachment(bytes) === 'application/pdf') return 'pdf';
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  if (start.startsWith('PK\x03\x04')) return 'docx';
  // Word before 2007, and whatever Word keeps under a password.
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'doc';
  return /^(?:\xef\xbb\xbf)?\s*\{/.test(start) ? 'json' : undefined;
}
