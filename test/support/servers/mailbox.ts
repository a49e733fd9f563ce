import type { SiteUnderTest } from '../data/site.js';
import { waitFor } from '../wait-for.js';

/**
 * Reads the mail to somebody where the product keeps it for its developers.
 *
 * @param page that the link leads to
 * @returns the link of the newest mail that has such a one, as a path
 */
export async function linkTo(site: SiteUnderTest, email: string, page: string): Promise<string> {
  let link = '';
  await waitFor(`the mail to ${email}`, async () => {
    const { $ } = await site.page('/dev/mailbox');
    const items = $('li').filter((_index, item) => $(item).text().includes(email));
    for (const path of items.map((_index, item) => $(item).find('a').attr('href')).get()) {
      const mail = await site.page(`${path}/html`);
      const found = mail.$(`a[href*="${page}"]`).first().attr('href');
      if (found) link ||= found;
    }
    return link !== '';
  });
  const { pathname, search } = new URL(link);
  return pathname + search;
}
