import { expect, test } from 'vitest'
import { parseGroupRules, getSignInOutcome } from '#server/platform/areas/sso/claimMapping.ts'
import type { KnownAccount, ClaimMapping } from '#server/platform/areas/sso/claimMapping.ts'

const mapped: ClaimMapping = {
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
const lead = (said: object = {}, more: Partial<ClaimMapping> = {}, known?: KnownAccount) =>
  getSignInOutcome({ ...claims, ...said }, { ...mapped, ...more }, () => known)

test('claims are mapped to a person, whose address is in small letters', () => {
  expect(lead().person).toEqual({
    email: 'ana@acme.example',
    firstName: 'Ana',
    lastName: 'Prins',
    groups: ['Catalogue editors'],
  })
  expect(lead({ first: [], last: [] }).person).toMatchObject({ firstName: 'ana', lastName: '' })
})

test('an account is made only where that is wanted', () => {
  expect(lead()).toMatchObject({
    outcome: 'create',
    sentence:
      'A real sign-in would create the account ana@acme.example (Ana Prins) in the group Catalogue editors.',
  })
  expect(lead({}, { provision: false })).toMatchObject({
    outcome: 'refused',
    sentence: "ana@acme.example has no account, and accounts aren't created on first sign-in.",
  })
})

test('an admin of the store signs on', () => {
  expect(lead({}, {}, admin)).toMatchObject({
    outcome: 'signIn',
    sentence:
      'A real sign-in would start a session for ana@acme.example (Ana Prins) in the group Catalogue editors.',
  })
})

test.each<[string, object, Partial<KnownAccount>, RegExp]>([
  ['an operator', {}, { isOperator: true }, /is an operator/],
  ['an admin of other stores', {}, { isAdminHere: false }, /isn't an admin of this store/],
  ['a suspended account', {}, { status: 'suspended' }, /is suspended/],
  ['an address of a foreign domain', { mail: ['ana@evil.example'] }, {}, /Add evil\.example/],
  [
    'a domain that only looks like ours',
    { mail: ['ana@x.acme.example'] },
    {},
    /isn't from one of this store's verified domains/,
  ],
  ['an address with two @', { mail: ['a@b@acme.example'] }, {}, /doesn't contain an email address/],
  [
    'an address that is not verified',
    { email_verified: ['false'] },
    {},
    /doesn't confirm that .* is verified/,
  ],
  ['no address', { mail: [] }, {}, /The mail claim doesn't contain an email address/],
])('%s does not sign on', (_, said, known, sentence) => {
  const { outcome, sentence: told } = lead(said, {}, { ...admin, ...known })
  expect([outcome, told]).toEqual(['refused', expect.stringMatching(sentence)])
})

test('groups follow from the first rules that match, or are the default', () => {
  expect(lead({ groups: ['shop floor', 'staff'] }).person?.groups).toEqual([
    'Catalogue editors',
    'Readers',
  ])
  expect(lead({ groups: ['others'] }).person?.groups).toEqual(['Guests'])
  expect(lead({ groups: [] }, { defaultGroup: null }).person?.groups).toEqual([])
})

test('a line that is no rule is named', () => {
  expect(() => parseGroupRules('a = b\nstaff: editors')).toThrow(/line 2/)
  expect(parseGroupRules(null)).toEqual([])
})

const oidc = (said: object, more: Partial<ClaimMapping> = {}) => {
  const openId = {
    protocol: 'oidc',
    issuer: 'https://idp.example.com',
    emailClaim: 'email',
  } as const
  return lead({ email: ['Ana@acme.example'], ...said }, { ...openId, ...more }, admin)
}

test.each<[string, object]>([
  ['email_verified', { email_verified: ['true'] }],
  ['email_verified as a number', { email_verified: ['1'] }],
  ['xms_edov of Microsoft', { xms_edov: ['true'] }],
  ['xms_edov as a number', { xms_edov: ['1'] }],
])('an OpenID provider vouches for an address by %s', (_, said) => {
  expect(oidc(said).outcome).toBe('signIn')
})

test.each<[string, object, Partial<ClaimMapping>]>([
  ['nothing is said of it', {}, {}],
  ['it says so of no address', { email_verified: [''] }, {}],
  ['xms_edov says no', { xms_edov: ['0'] }, {}],
  [
    'another claim is vouched for',
    { email: ['eve@evil.example'], upn: ['ana@acme.example'], email_verified: ['true'] },
    { emailClaim: 'upn' },
  ],
])('an address from OpenID Connect does not count where %s', (_, said, more) => {
  const { outcome, sentence } = oidc(said, more)
  expect([outcome, sentence]).toEqual([
    'refused',
    expect.stringMatching(/ana@acme\.example is verified/),
  ])
})

test('an operator may trust a provider, but not against its own word, nor for another domain', () => {
  const trusting = { trustEmails: true }
  expect(oidc({}, trusting).outcome).toBe('signIn')
  expect(oidc({ email_verified: ['false'] }, trusting).sentence).toMatch(
    /doesn't confirm that .* is verified/,
  )
  expect(oidc({ email: ['ana@evil.example'] }, trusting).sentence).toMatch(
    /isn't from one of this store's verified domains/,
  )
})

test('Google vouches for addresses of a Workspace alone, whatever the operator trusts', () => {
  const google = { issuer: 'https://accounts.google.com', trustEmails: true }
  const verified = { email_verified: ['true'] }
  expect(oidc({ ...verified, hd: ['acme.example'] }, google).outcome).toBe('signIn')
  expect(oidc(verified, google).sentence).toMatch(/personal Google account/)
  expect(oidc({ hd: ['acme.example'] }, google).outcome).toBe('refused')
})
