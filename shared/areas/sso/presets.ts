import { ssoFieldMessages as say } from './messages.ts'

/** What signs store admins on. */
export const protocols = { saml: say.saml, oidc: say.oidc } as const
export type Protocol = keyof typeof protocols

/** What a SAML provider calls people by. */
export const nameIds = {
  email: say.emailAddress,
  persistent: say.persistent,
  transient: say.transient,
  unspecified: say.unspecified,
} as const

/** Whether store admins may still use their password. */
export const enforcements = {
  optional: say.passwordsAllowed,
  required: say.passwordsForbidden,
} as const

/** What a provider says of somebody, by the field of the mapping. */
export type Mapping = {
  emailClaim: string
  firstNameClaim: string
  lastNameClaim: string
  groupsClaim: string
}

type Preset = {
  label: string
  saml: Mapping
  /** How its issuer looks; whole where it is the same for everybody. */
  issuer?: string
}

const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const plain: Mapping = {
  emailClaim: 'email',
  firstNameClaim: 'firstName',
  lastNameClaim: 'lastName',
  groupsClaim: 'groups',
}
const microsoft: Mapping = {
  emailClaim: `${soap}/emailaddress`,
  firstNameClaim: `${soap}/givenname`,
  lastNameClaim: `${soap}/surname`,
  groupsClaim: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
}

/** Providers that are met often, with the names that they give their claims in SAML, and how their issuer looks. */
export const presets = {
  okta: { label: say.okta, saml: plain, issuer: 'https://YOUR-DOMAIN.okta.com' },
  entra: {
    label: say.entra,
    saml: microsoft,
    issuer: 'https://login.microsoftonline.com/TENANT/v2.0',
  },
  google: { label: say.google, saml: plain, issuer: 'https://accounts.google.com' },
  jumpcloud: {
    label: say.jumpcloud,
    saml: { ...plain, firstNameClaim: 'firstname', lastNameClaim: 'lastname' },
    issuer: 'https://oauth.id.jumpcloud.com/',
  },
  onelogin: {
    label: say.onelogin,
    saml: {
      emailClaim: 'User.email',
      firstNameClaim: 'User.FirstName',
      lastNameClaim: 'User.LastName',
      groupsClaim: 'memberOf',
    },
    issuer: 'https://YOUR-DOMAIN.onelogin.com/oidc/2',
  },
  ping: { label: say.ping, saml: plain, issuer: 'https://auth.pingone.com/ENVIRONMENT/as' },
  adfs: {
    label: say.adfs,
    saml: { ...microsoft, groupsClaim: 'http://schemas.xmlsoap.org/claims/Group' },
    issuer: 'https://YOUR-HOST/adfs',
  },
  other: { label: say.other, saml: plain },
} as const satisfies Record<string, Preset>
export type PresetName = keyof typeof presets

export const presetLabels = Object.fromEntries(
  Object.entries(presets).map(([name, { label }]) => [name, label]),
) as Record<PresetName, string> // The table's own names.

/** What OpenID Connect calls them, whoever provides it. */
const standard: Mapping = {
  emailClaim: 'email',
  firstNameClaim: 'given_name',
  lastNameClaim: 'family_name',
  groupsClaim: 'groups',
}

/** What is read where nothing was entered. */
export const mappingFor = (protocol: Protocol, preset: PresetName): Mapping =>
  protocol === 'oidc' ? standard : presets[preset].saml

/** How the issuer of a provider looks, and the issuer itself where no part of it is a customer's own. */
export function issuerOf(preset: PresetName): { looks: string | null; whole: string | null } {
  const { issuer }: Preset = presets[preset]
  const looks = issuer ?? null
  return { looks, whole: looks === null || /[A-Z]/.test(looks) ? null : looks }
}

/** The scopes that are asked for whatever is set up. */
export const scopesAlways = ['openid', 'profile', 'email'] as const
