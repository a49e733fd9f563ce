import { type DescribedMovement, movementWords } from './statement-words.js';

const t = (key: string) => key;
const words = (more: Partial<DescribedMovement>, type = 'resume_contact') =>
  movementWords({ kind: 'void', cause: 'contact', ...more }, type, t);

describe('[REC-09] why the credit of a request for contact was given back', () => {
  it.each(['refused', 'revoked', 'lapsed', 'deleted'])('is told: %s', (reason) => {
    expect(words({ reason })).toBe(`my-products.movement.contactGivenBack.${reason}`);
  });

  it('is told where the clock of the ledger came first, and not invented where nobody knows', () => {
    expect(words({ cause: 'timeout' })).toBe('my-products.movement.contactGivenBack.timeout');
    expect(words({ reason: 'other words' })).toBe('my-products.movement.contactGivenBack.other');
    expect(words({ reason: 'refused' }, 'job')).toBe('my-products.movement.givenBack');
  });
});
