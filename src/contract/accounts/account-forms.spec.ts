import { checkAccountForm, CONSENT_GIVEN } from './account-forms.js';

const APPLICANT = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: ' Ada@Example.ORG ',
  password: 'correct horse battery',
  consent: CONSENT_GIVEN,
};

describe('forms about accounts', () => {
  it('[AUTH-03] a login requires both fields, and accepts a password of spaces', () => {
    expect(checkAccountForm.login({ email: ' ', password: '' })).toEqual([
      { field: 'email', rule: 'required' },
      { field: 'password', rule: 'required' },
    ]);
    expect(checkAccountForm.login({ email: 'a', password: '  ' })).toEqual([]);
  });

  it('[AUTH-11] an organization is required if the form has the field', () => {
    expect(checkAccountForm.register(APPLICANT)).toEqual([]);
    expect(checkAccountForm.register({ ...APPLICANT, organizationName: ' ' })).toEqual([
      { field: 'organizationName', rule: 'required' },
    ]);
  });

  it('[VALID-02] a consent is given or not', () => {
    for (const consent of [undefined, '', 'no', 'on'])
      expect(checkAccountForm.register({ ...APPLICANT, consent })).toEqual([{ field: 'consent', rule: 'consent' }]);
  });

  it('[AUTH-11] a password must differ from the address, regardless of spelling', () => {
    expect(checkAccountForm.register({ ...APPLICANT, password: 'ada@example.org' })).toEqual([
      { field: 'password', rule: 'passwordIsEmail' },
    ]);
  });
});
