import { expect, test } from 'vitest'
import { parseSsoGroupRules, getSignInOutcome } from '#server/platform/areas/sso/claimMapping.ts'
import type { KnownAccount, ClaimMapping } from '#server/platform/areas/sso/claimMapping.ts'

const mapping: ClaimMapping = {
  protocol: 'saml',
  issuer: null,
  trustEmails: false,
  emailClaim: 'mail',
  firstNameClaim: 'first',
  lastNameClaim: 'last',
  groupsClaim: 'groups',
  groupRules: 'staff = Catalogue editors\n\nshop floor = Readers',
  defaultGroup: 'Guests',
  provision: true,
  emailDomains: ['acme.example'],
}
const claims = { mail: ['Ana@Acme.example'], first: ['Ana'], last: ['Prins'], groups: ['staff'] }
const admin: KnownAccount = { isOperator: false, status: 'active', isAdminHere: true }
const getOutcome = (
  claimChanges: object = {},
  more: Partial<ClaimMapping> = {},
  known?: KnownAccount,
) => getSignInOutcome({ ...claims, ...claimChanges }, { ...mapping, ...more }, () => known)

test('claims are mapped to a person with a lowercase email', () => {
  expect(getOutcome().person).toEqual({
    email: 'ana@acme.example',
    firstName: 'Ana',
    lastName: 'Prins',
    groups: ['Catalogue editors'],
  })
  expect(getOutcome({ first: [], last: [] }).person).toMatchObject({
    firstName: 'ana',
    lastName: '',
  })
})

test('an account is created only if the setup allows it', () => {
  expect(getOutcome()).toMatchObject({
    outcome: 'create',
    sentence:
      'A real sign-in would create the account ana@acme.example (Ana Prins) in the group Catalogue editors.',
  })
  expect(getOutcome({}, { provision: false })).toMatchObject({
    outcome: 'refused',
    sentence: "ana@acme.example has no account, and accounts aren't created on first sign-in.",
  })
})

test('an admin of the store signs in', () => {
  expect(getOutcome({}, {}, admin)).toMatchObject({
    outcome: 'signIn',
    sentence:
      'A real sign-in would start a session for ana@acme.example (Ana Prins) in the group Catalogue editors.',
  })
})

test.each<[string, object, Partial<KnownAccount>, RegExp]>([
  ['an operator', {}, { isOperator: true }, /is an operator/],
  ['an admin of other stores', {}, { isAdminHere: false }, /isn't an admin of this store/],
  ['a suspended account', {}, { status: 'suspended' }, /is suspended/],
  ['an email from a foreign domain', { mail: ['ana@evil.example'] }, {}, /Add evil\.example/],
  [
    'a domain that only looks like ours',
    { mail: ['ana@x.acme.example'] },
    {},
    /isn't from one of this store's verified domains/,
  ],
  ['an email with two @', { mail: ['a@b@acme.example'] }, {}, /doesn't contain an email address/],
  ['an unverified email', { email_verified: ['false'] }, {}, /doesn't confirm that .* is verified/],
  ['a missing email', { mail: [] }, {}, /The mail claim doesn't contain an email address/],
])('%s does not sign in', (_, claimChanges, known, sentence) => {
  const { outcome, sentence: message } = getOutcome(claimChanges, {}, { ...admin, ...known })
  expect([outcome, message]).toEqual(['refused', expect.stringMatching(sentence)])
})

test('groups come from the rules that match, or from the default', () => {
  expect(getOutcome({ groups: ['shop floor', 'staff'] }).person?.groups).toEqual([
    'Catalogue editors',
    'Readers',
  ])
  expect(getOutcome({ groups: ['others'] }).person?.groups).toEqual(['Guests'])
  expect(getOutcome({ groups: [] }, { defaultGroup: null }).person?.groups).toEqual([])
})

test('the error names the line that is not a rule', () => {
  expect(() => parseSsoGroupRules('a = b\nstaff: editors')).toThrow(/line 2/)
  expect(parseSsoGroupRules(null)).toEqual([])
})

const getOidcOutcome = (claimChanges: object, more: Partial<ClaimMapping> = {}) => {
  const openId = {
    protocol: 'oidc',
    issuer: 'https://idp.example.com',
    emailClaim: 'email',
  } as const
  return getOutcome({ email: ['Ana@acme.example'], ...claimChanges }, { ...openId, ...more }, admin)
}

test.each<[string, object]>([
  ['email_verified', { email_verified: ['true'] }],
  ['email_verified as a number', { email_verified: ['1'] }],
  ["Microsoft's xms_edov", { xms_edov: ['true'] }],
  ['xms_edov as a number', { xms_edov: ['1'] }],
])('an OpenID provider verifies an email by %s', (_, claimChanges) => {
  expect(getOidcOutcome(claimChanges).outcome).toBe('signIn')
})

test.each<[string, object, Partial<ClaimMapping>]>([
  ['no claim verifies it', {}, {}],
  ['email_verified is empty', { email_verified: [''] }, {}],
  ['xms_edov says no', { xms_edov: ['0'] }, {}],
  [
    'another claim is verified',
    { email: ['eve@evil.example'], upn: ['ana@acme.example'], email_verified: ['true'] },
    { emailClaim: 'upn' },
  ],
])('an email from OpenID Connect is rejected if %s', (_, claimChanges, more) => {
  const { outcome, sentence } = getOidcOutcome(claimChanges, more)
  expect([outcome, sentence]).toEqual([
    'refused',
    expect.stringMatching(/ana@acme\.example is verified/),
  ])
})

test("a trusted provider needs no verification claim, but can't deny it or use another domain", () => {
  const trusting = { trustEmails: true }
  expect(getOidcOutcome({}, trusting).outcome).toBe('signIn')
  expect(getOidcOutcome({ email_verified: ['false'] }, trusting).sentence).toMatch(
    /doesn't confirm that .* is verified/,
  )
  expect(getOidcOutcome({ email: ['ana@evil.example'] }, trusting).sentence).toMatch(
    /isn't from one of this store's verified domains/,
  )
})

test('Google verifies only Workspace emails, even if the operator trusts it', () => {
  const google = { issuer: 'https://accounts.google.com', trustEmails: true }
  const verified = { email_verified: ['true'] }
  expect(getOidcOutcome({ ...verified, hd: ['acme.example'] }, google).outcome).toBe('signIn')
  expect(getOidcOutcome(verified, google).sentence).toMatch(/personal Google account/)
  expect(getOidcOutcome({ hd: ['acme.example'] }, google).outcome).toBe('refused')
})
