import { readIslandPage } from '../islands/island-page';

/** The address of an endpoint of the session protocol. @param path path below its base path, such as `/csrf` */
export function authAddress(path: string): string {
  return readIslandPage().site.authPath + path;
}
