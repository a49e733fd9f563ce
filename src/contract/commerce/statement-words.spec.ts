import { type DescribedMovement, movementWords } from './statement-words.js';

const t = (key: string) => key;
const words = (more: Partial<DescribedMovement>, type = 'resume_contact') =>
  movementWords({ kind: 'void', cause: 'contact', ...more }, type, t);

describe('[REC-09] the reason for refunding the credit of a contact request', () => {
  it.each(['refused', 'revoked', 'lapsed', 'deleted'])('is described: %s', (reason) => {
    expect(words({ reason })).toBe(`my-products.movement.contactGivenBack.${reason}`);
  });

  it('is described after a timeout of the ledger, and is not invented if it is unknown', () => {
    expect(words({ cause: 'timeout' })).toBe('my-products.movement.contactGivenBack.timeout');
    expect(words({ reason: 'other words' })).toBe('my-products.movement.contactGivenBack.other');
    expect(words({ reason: 'refused' }, 'job')).toBe('my-products.movement.givenBack');
  });
});
