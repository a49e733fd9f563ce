import { sql } from 'kysely';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';

describe('[SEARCH-16] reports about jobs', () => {
  const mail = { title: 'Causeboard', contactEmail: 'hello@causeboard.test', accent: '#0b5d57' };
  const world = jobWorld({ mail });

  it('reach the operators in the language of the site, whatever page the visitor reads', async () => {
    const owner = await world.member(await world.organization());
    const job = await world.draft(owner.jwt);
    await world.move(owner.jwt, job, 'publish');
    const report = `reportJob(input: { jobId: "${job}", reason: "fraud", body: "Nur Betrug" }) { errors { message } }`;
    expect((await world.send(report, null, 0, 'de')).data).toEqual({ reportJob: { errors: [] } });
    const { rows } = await sql<object>`
      select recipient, language, details ->> 'reason' as reason from mail where template = 'job-report'
    `.execute(world.database);
    expect(rows).toEqual([{ recipient: mail.contactEmail, language: 'en', reason: 'fraud' }]);
  });
});
