import { readFileSync } from 'node:fs';
import { AUDIT_ACTIONS, AUDIT_DETAILS, AUDIT_GROUPS, AUDIT_OBJECTS, auditActionKey } from '#contract/audit.js';

interface Catalogue {
  audit: Record<'action' | 'detail' | 'group' | 'object', Record<string, string>>;
}

describe('texts of the audit log', () => {
  it.each(['en', 'de', 'fr'])('%s has one for every action and detail, and no others', (language) => {
    const file = new URL(`../../../catalogues/${language}/admin.json`, import.meta.url);
    const { audit } = JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
    const wanted = AUDIT_ACTIONS.map((action) => auditActionKey(action).split('.').at(-1)!);
    expect(Object.keys(audit.action).sort()).toEqual(wanted.sort());
    expect(Object.keys(audit.group).sort()).toEqual([...AUDIT_GROUPS].sort());
    expect(Object.keys(audit.object).sort()).toEqual([...AUDIT_OBJECTS].sort());
    expect(Object.keys(audit.detail).sort()).toEqual([...AUDIT_DETAILS].sort());
  });
});
