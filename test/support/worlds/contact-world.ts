import { sql } from 'kysely';
import { grantCredits } from '../../../src/backend/domain/ledger/ledger.js';
import { jobWorld } from './job-world.js';

/** Private details of the owners of resumes in these tests. */
export const PRIVATE = {
  firstName: 'Ada',
  lastName: 'Nightingale',
  phone: '+1 613 555 0142',
  birthday: '1990-04-23',
};

export interface Answer {
  errors: { field: string | null; message: string }[];
}

interface SeenResume {
  privateFieldsShown: boolean;
  personalInfo: { firstName: string | null; lastName: string | null; phone: string | null; birthday: string | null };
}

/** Two backends on one database, for a site that approves recruiters, with people who have resumes and recruiters who request contact. */
export function contactWorld() {
  const world = jobWorld({ recruiterApproval: true });
  return Object.assign(world, {
    applicant,
    recruiter,
    grant,
    subscribe,
    request,
    decide,
    revoke,
    write,
    see,
    received,
    sent,
    credits,
    holdStates,
  });

  /** A person with a resume that recruiters can find. */
  async function applicant(title = 'Gardener') {
    const person = await world.person('applicant');
    const jwt = await world.jwtOf(person.email);
    const home = JSON.stringify({ countryCode: 'CA', locality: 'Ottawa', addressLine1: '1 Elm St' });
    const fields = Object.entries({ title, ...PRIVATE, homeLocation: home }).map(
      ([name, value]) => `{ name: "${name}", values: ${JSON.stringify([value])} }`,
    );
    const saved = await world.ask<Answer>(
      `saveResume(input: { apply: true, owner: "tests", fields: [${fields.join(' ')}] }) { errors { field message } }`,
      jwt,
    );
    if (saved.errors.length > 0) throw new Error(JSON.stringify(saved.errors));
    await world.ask('setResumeVisibility(visible: true) { errors { message } }', jwt);
    const { id: resumeId } = await world.ask<{ id: string }>('ownResume { id }', jwt);
    return { ...person, jwt, resumeId };
  }

  /** An approved recruiter with a new organization. @param amount number of its contact credits */
  async function recruiter(amount = 0) {
    const organizationId = await world.organization();
    const member = await world.member(organizationId, 'owner', { approved_at: world.now });
    if (amount > 0) await grant(organizationId, amount);
    return { ...member, organizationId };
  }

  async function grant(organizationId: number, amount: number): Promise<void> {
    await grantCredits(world.database, {
      owner: { site: 'default', kind: 'organization', id: String(organizationId) },
      unit: 'resume_contact',
      amount: BigInt(amount),
      key: `test:${Math.random()}`,
      cause: { kind: 'test' },
      source: 'purchased',
    });
  }

  async function subscribe(organizationId: number, slots: number): Promise<void> {
    await sql`
      insert into subscription (organization_id, type, status, product_id, product_name, label, start_at, resume_contact_slots)
      values (${organizationId}, 'resume_contacts', 'active', 'x', 'X', 'X', now() - interval '1 day', ${slots})
    `.execute(world.database);
  }

  function request(jwt: string, resumeId: string, { message = 'We plant trees.', key = '', process = 0 } = {}) {
    const input = `resumeId: "${resumeId}", message: ${JSON.stringify(message)}, key: "${key}"`;
    return world.ask<Answer>(`requestContact(input: { ${input} }) { errors { field message } }`, jwt, process);
  }

  function decide(jwt: string, id: string, decision: string, process = 0): Promise<Answer> {
    return world.ask(`decideContact(id: "${id}", decision: ${decision}) { errors { field message } }`, jwt, process);
  }

  function revoke(jwt: string, id: string, process = 0): Promise<Answer> {
    return world.ask(`revokeContact(id: "${id}") { errors { field message } }`, jwt, process);
  }

  function write(jwt: string, id: string, message: string): Promise<Answer> {
    return world.ask(
      `writeToContact(id: "${id}", message: ${JSON.stringify(message)}) { errors { field message } }`,
      jwt,
    );
  }

  /** A resume as the given person sees it. */
  function see(jwt: string, resumeId: string, process = 0): Promise<SeenResume | null> {
    return world.ask(
      `resume(id: "${resumeId}") { privateFieldsShown personalInfo { firstName lastName phone birthday } }`,
      jwt,
      process,
    );
  }

  function received(jwt: string) {
    return world.ask<{
      pending: number;
      blocked: { id: string; name: string }[];
      requests: {
        id: string;
        state: string;
        message: string;
        by: string | null;
        organization: { id: string };
        viewCount: number;
        views: { by: string }[];
        messages: { isFromApplicant: boolean; body: string }[];
      }[];
    }>(
      `receivedContactRequests { pending blocked { id name } requests { id state message by organization { id } viewCount views { by } messages { isFromApplicant body } } }`,
      jwt,
    );
  }

  function sent(jwt: string, filter?: 'pending' | 'approved') {
    const more = filter ? `(filter: ${filter})` : '';
    return world.ask<{ total: number; requests: { id: string; state: string; resumeId: string | null }[] }>(
      `contactRequests${more} { total requests { id state resumeId } }`,
      jwt,
    );
  }

  /** Credits of an organization, as its page shows them. */
  async function credits(jwt: string): Promise<[available: number, held: number, freeSlots: number]> {
    const offer = await world.ask<{ credits: number; heldCredits: number; freeSlots: number }>(
      'contactOffer { credits heldCredits freeSlots }',
      jwt,
    );
    return [offer.credits, offer.heldCredits, offer.freeSlots];
  }

  /** All holds of an organization, each with the state of its contact request. */
  async function holdStates(organizationId: number): Promise<string[]> {
    const { rows } = await sql<{ state: string }>`
      select coalesce(c.state, 'gone') || ' ' || coalesce(s.kind, 'held') as state from ledger_transfer h
      left join ledger_transfer s on s.settles_id = h.id left join resume_contact c on c.id = h.cause_id::bigint
      where h.kind = 'hold' and h.owner_id = ${String(organizationId)} order by h.id
    `.execute(world.database);
    return rows.map(({ state }) => state);
  }
}
