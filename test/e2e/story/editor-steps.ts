import { expectSound } from '../support/sound-page';
import { logIn } from './account-steps';
import { expect, type Person } from './person';

/** From the dashboard to the queue of recruiters, which shows the recruiter's organization. */
export async function approveRecruiter(administrator: Person, recruiter: Person): Promise<void> {
  const { page, story } = administrator;
  await logIn(administrator);
  await page.locator('main a[href$="/admin/recruiters"]').first().click();
  const waiting = page.locator(`[data-recruiter="${recruiter.email}"]`);
  await expect(waiting).toContainText(`Orchard ${story.stamp}`);
  if (story.scripts) await expectSound(page, [{ width: 320 }, { width: 390 }]);
  await waiting.locator('[data-recruiter-approve] button').click();
  await expect(page.locator('main [role="status"]')).toBeVisible();
  await expect(waiting).toHaveCount(0);
}

/** From the dashboard to the queue and to all details of the job, which is then approved. */
export async function approveJob(editor: Person): Promise<void> {
  const { page, story } = editor;
  await logIn(editor);
  await page.locator('main a[href$="/admin/jobs"]').first().click();
  const waiting = page.locator('[data-job]').filter({ hasText: story.title });
  await waiting.locator('a[href*="/admin/job?"]').click();
  await expect(page.locator('[data-preview] #job-title')).toHaveText(story.title);
  await page.locator('[data-job-approve] button').click();
  await expect(page.locator('main [role="status"]')).toBeVisible();
  await editor.goTo('/admin/jobs');
  await expect(waiting).toHaveCount(0);
}
