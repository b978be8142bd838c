import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  mapMember,
  getMemberSignInOutcome,
} from '#server/platform/areas/sso/members/memberClaimMapping.ts'
import type { MemberMapping } from '#server/platform/areas/sso/members/memberClaimMapping.ts'
import { createDnsResolver } from '#server/platform/core/outgoing/dns.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { createOutgoingNetwork } from '#server/platform/core/outgoing/outgoing.ts'
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
const outgoing = createOutgoingNetwork({
  dns: createDnsResolver(null),
  exceptions: loopback,
  now: () => 0,
})
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
  const discovered = await discoverOidcProvider(outgoing, settings)
  const secrets = createOidcSecrets('state')
  const address = await buildOidcRequestUrl(discovered, settings, appUri, secrets)
  const callbackUrl = await signInAtProvider(address, 'ana')
  claims = await fetchOidcClaims(discovered, callbackUrl, secrets, ['email', 'groups'])
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
const noAccount = { byId: undefined, byEmail: undefined }
const member = { id: 7, active: true, signOnId: null }

test('claims for an app without a secret create a member in the group they name', () => {
  const mapped = mapMember(claims, mapping, groups)
  const email = 'ana@acme.example'
  const expected = { signOnId: 'ana', email, unverifiedEmail: null, name: 'Ana', groupId: 4 }
  expect(mapped).toEqual(expected)
  expect(getMemberSignInOutcome(mapped, mapping, noAccount)).toEqual({
    outcome: 'create',
    member: mapped,
  })
})

test('a new member joins the default group, unless creation is off or no email is verified', () => {
  const mapped = mapMember(claims, mapping, [])
  expect(getMemberSignInOutcome(mapped, mapping, noAccount)).toMatchObject({
    member: { groupId: 9 },
  })
  const withoutCreation = { ...mapping, createMembers: false }
  expect(getMemberSignInOutcome(mapped, withoutCreation, noAccount).outcome).toBe('refused')
  const unverified = mapMember({ ...claims, email_verified: ['false'] }, mapping, [])
  expect(getMemberSignInOutcome(unverified, mapping, noAccount).outcome).toBe('refused')
  const withoutVerification = mapMember({ ...claims, email_verified: [] }, mapping, [])
  expect(getMemberSignInOutcome(withoutVerification, mapping, noAccount)).toMatchObject({
    sentence: expect.stringMatching(/doesn't say that ana@acme\.example is verified/),
  })
  expect(getMemberSignInOutcome(mapMember({}, mapping, []), mapping, noAccount).outcome).toBe(
    'refused',
  )
})

test('a member known by ID or email signs in, unless inactive or linked to another ID', () => {
  const mapped = mapMember(claims, mapping, groups)
  const getOutcome = (byId?: typeof member, byEmail?: object) =>
    getMemberSignInOutcome(mapped, mapping, { byId, byEmail: byEmail && { ...member, ...byEmail } })
  expect(getOutcome(member)).toMatchObject({ outcome: 'signIn', memberId: 7 })
  expect(getOutcome(undefined, {})).toMatchObject({ outcome: 'signIn', memberId: 7 })
  expect(getOutcome({ ...member, active: false }).outcome).toBe('refused')
  expect(getOutcome(undefined, { signOnId: 'another' }).outcome).toBe('refused')
})
