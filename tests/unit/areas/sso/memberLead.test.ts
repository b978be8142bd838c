import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  mapMember,
  getMemberSignInOutcome,
} from '#server/platform/areas/sso/members/memberClaimMapping.ts'
import type { MemberMapping } from '#server/platform/areas/sso/members/memberClaimMapping.ts'
import { createDnsResolver } from '#server/platform/core/outgoing/dns.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoing } from '#server/platform/core/outgoing/outgoing.ts'
import type { Claims } from '#server/platform/areas/sso/claims.ts'
import {
  discoverOidcProvider,
  buildOidcRequestUrl,
  createOidcSecrets,
  fetchOidcClaims,
} from '#server/platform/areas/sso/oidc/oidcClient.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { signInAtProvider } from '#tests/support/sso/signInAtProvider.ts'

const appUri = 'com.shop.app:/signed-in'
const ana = { email: 'Ana@acme.example', verified: true, name: 'Ana Prins', groups: ['Staff'] }
const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? [])
const way = createOutgoing({ dns: createDnsResolver(null), exceptions: loopback, now: () => 0 })
let provider: OidcProvider
let claims: Claims
beforeAll(async () => {
  provider = await startOidcProvider({ client: { id: 'shop-app' }, people: { ana } })
  provider.allow(appUri)
  const settings = {
    issuer: provider.issuer,
    clientId: 'shop-app',
    clientSecret: null,
    scopes: ['openid', 'profile', 'email'],
  }
  const known = await discoverOidcProvider(way, settings)
  const secrets = createOidcSecrets('state')
  const address = await buildOidcRequestUrl(known, settings, appUri, secrets)
  const back = await signInAtProvider(address, 'ana')
  claims = await fetchOidcClaims(known, back, secrets, ['email', 'groups'])
})
afterAll(() => provider.stop())

const mapping: MemberMapping = {
  memberIdClaim: 'sub',
  emailClaim: 'email',
  nameClaim: 'given_name',
  groupClaim: 'groups',
  createMembers: true,
  defaultGroupId: 9,
}
const groups = [{ id: 4, name: 'staff' }]
const nobody = { byId: undefined, byEmail: undefined }
const member = { id: 7, active: true, signOnId: null }

test('what a provider says to an app without a secret makes a member, in the group that it names', () => {
  const comer = mapMember(claims, mapping, groups)
  const email = 'ana@acme.example'
  const told = { signOnId: 'ana', email, unverifiedEmail: null, name: 'Ana', groupId: 4 }
  expect(comer).toEqual(told)
  expect(getMemberSignInOutcome(comer, mapping, nobody)).toEqual({
    outcome: 'create',
    member: comer,
  })
})

test('new members of no group come into the default one; none are made where that is off, or no address is verified', () => {
  const comer = mapMember(claims, mapping, [])
  expect(getMemberSignInOutcome(comer, mapping, nobody)).toMatchObject({ member: { groupId: 9 } })
  const off = { ...mapping, createMembers: false }
  expect(getMemberSignInOutcome(comer, off, nobody).outcome).toBe('refused')
  const unverified = mapMember({ ...claims, email_verified: ['false'] }, mapping, [])
  expect(getMemberSignInOutcome(unverified, mapping, nobody).outcome).toBe('refused')
  const unsaid = mapMember({ ...claims, email_verified: [] }, mapping, [])
  expect(getMemberSignInOutcome(unsaid, mapping, nobody)).toMatchObject({
    sentence: expect.stringMatching(/doesn't say that ana@acme\.example is verified/),
  })
  expect(getMemberSignInOutcome(mapMember({}, mapping, []), mapping, nobody).outcome).toBe(
    'refused',
  )
})

test('who is known by id or by address signs in, unless inactive or known there under another id', () => {
  const comer = mapMember(claims, mapping, groups)
  const led = (byId?: typeof member, byEmail?: object) =>
    getMemberSignInOutcome(comer, mapping, { byId, byEmail: byEmail && { ...member, ...byEmail } })
  expect(led(member)).toMatchObject({ outcome: 'signIn', memberId: 7 })
  expect(led(undefined, {})).toMatchObject({ outcome: 'signIn', memberId: 7 })
  expect(led({ ...member, active: false }).outcome).toBe('refused')
  expect(led(undefined, { signOnId: 'another' }).outcome).toBe('refused')
})
