import { APPLICATION_FILES_PATH } from '#contract/pages/paths.js';

/** What an address below `APPLICATION_FILES_PATH` asks for. */
export type FileQuestion = { kind: 'file'; id: string } | { kind: 'archive'; applicationId: string };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FILE = new RegExp(`^${APPLICATION_FILES_PATH}/(${UUID})/[^/?#]+$`);
const ARCHIVE = new RegExp(`^${APPLICATION_FILES_PATH}/(${UUID})\\.zip$`);

export function applicationFilePath(id: string, name: string): string {
  return `${APPLICATION_FILES_PATH}/${id}/${encodeURIComponent(name)}`;
}

/** All files of an application. */
export function archivePath(applicationId: string): string {
  return `${APPLICATION_FILES_PATH}/${applicationId}.zip`;
}

export function readFileAddress(path: string): FileQuestion | undefined {
  const [way = ''] = path.split('?', 1);
  const archive = ARCHIVE.exec(way)?.[1];
  if (archive !== undefined) return { kind: 'archive', applicationId: archive };
  const file = FILE.exec(way)?.[1];
  return file === undefined ? undefined : { kind: 'file', id: file };
}
