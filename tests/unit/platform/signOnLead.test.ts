import { expect, test } from 'vitest'
import { groupRulesFrom, leadOf } from '#server/platform/signOn/lead.ts'
import type { KnownAccount, Mapped } from '#server/platform/signOn/lead.ts'

const mapped: Mapped = {
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
const admin: KnownAccount = { isOperator: false, status: 'active', isOfStore: true }
const lead = (said: object = {}, more: Partial<Mapped> = {}, known?: KnownAccount) =>
  leadOf({ ...claims, ...said }, { ...mapped, ...more }, () => known)

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
    sentence: 'It would make the account ana@acme.example (Ana Prins), in Catalogue editors.',
  })
  expect(lead({}, { provision: false })).toMatchObject({
    outcome: 'refused',
    sentence: 'ana@acme.example has no account, and none is made on first sign-on.',
  })
})

test('an admin of the store signs on', () => {
  expect(lead({}, {}, admin)).toMatchObject({
    outcome: 'signIn',
    sentence: 'It would sign ana@acme.example (Ana Prins) on, in Catalogue editors.',
  })
})

test.each<[string, object, Partial<KnownAccount>, RegExp]>([
  ['an operator', {}, { isOperator: true }, /is an operator/],
  ['an admin of other stores', {}, { isOfStore: false }, /no admin of this store/],
  ['a suspended account', {}, { status: 'suspended' }, /is suspended/],
  ['an address of a foreign domain', { mail: ['ana@evil.example'] }, {}, /Add evil\.example/],
  ['a domain that only looks like ours', { mail: ['ana@x.acme.example'] }, {}, /not of a domain/],
  ['an address with two @', { mail: ['a@b@acme.example'] }, {}, /no e-mail address/],
  ['an address that is not verified', { email_verified: ['false'] }, {}, /not verified/],
  ['no address', { mail: [] }, {}, /The claim mail holds no e-mail address/],
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
  expect(() => groupRulesFrom('a = b\nstaff: editors')).toThrow(/line 2/)
  expect(groupRulesFrom(null)).toEqual([])
})
