import { ISLAND_PAGE_ID, type IslandPage } from './island-page';

/** What the page tells its islands, read in the browser. */
export function readIslandPage(): IslandPage {
  return JSON.parse(document.getElementById(ISLAND_PAGE_ID)!.textContent) as IslandPage;
}
