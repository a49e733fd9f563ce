import type { Image } from '#contract/generated/resolvers.js';
import { filePath } from '../../platform/files/file-address.js';

/** @returns null when the organization has no logo. */
export function logoImage(name: string, fileId: string | null, fileName: string | null): Image | null {
  return fileId === null ? null : { url: filePath(fileId, fileName ?? 'logo'), alt: name };
}
