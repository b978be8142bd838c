import { ssoFieldMessages } from './messages.ts'

/** The protocols of store admin SSO. */
export const ssoProtocols = { saml: ssoFieldMessages.saml, oidc: ssoFieldMessages.oidc } as const
export type SsoProtocol = keyof typeof ssoProtocols

/** How a SAML provider identifies users. */
export const nameIdFormats = {
  email: ssoFieldMessages.emailAddress,
  persistent: ssoFieldMessages.persistent,
  transient: ssoFieldMessages.transient,
  unspecified: ssoFieldMessages.unspecified,
} as const

/** Whether store admins can still use their password. */
export const ssoPolicies = {
  optional: ssoFieldMessages.passwordsAllowed,
  required: ssoFieldMessages.passwordsForbidden,
} as const

/** The names of a provider's claims, by the field of the setup. */
export type ClaimMapping = {
  emailClaim: string
  firstNameClaim: string
  lastNameClaim: string
  groupsClaim: string
}

type ProviderPreset = {
  label: string
  saml: ClaimMapping
  /** The format of its issuer; the issuer itself if all customers share it. */
  issuer?: string
}

const soapClaims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const plainMapping: ClaimMapping = {
  emailClaim: 'email',
  firstNameClaim: 'firstName',
  lastNameClaim: 'lastName',
  groupsClaim: 'groups',
}
const microsoftMapping: ClaimMapping = {
  emailClaim: `${soapClaims}/emailaddress`,
  firstNameClaim: `${soapClaims}/givenname`,
  lastNameClaim: `${soapClaims}/surname`,
  groupsClaim: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
}

/** Common providers, with the names of their SAML claims and the format of their issuer. */
export const providerPresets = {
  okta: {
    label: ssoFieldMessages.okta,
    saml: plainMapping,
    issuer: 'https://YOUR-DOMAIN.okta.com',
  },
  entra: {
    label: ssoFieldMessages.entra,
    saml: microsoftMapping,
    issuer: 'https://login.microsoftonline.com/TENANT/v2.0',
  },
  google: {
    label: ssoFieldMessages.google,
    saml: plainMapping,
    issuer: 'https://accounts.google.com',
  },
  jumpcloud: {
    label: ssoFieldMessages.jumpcloud,
    saml: { ...plainMapping, firstNameClaim: 'firstname', lastNameClaim: 'lastname' },
    issuer: 'https://oauth.id.jumpcloud.com/',
  },
  onelogin: {
    label: ssoFieldMessages.onelogin,
    saml: {
      emailClaim: 'User.email',
      firstNameClaim: 'User.FirstName',
      lastNameClaim: 'User.LastName',
      groupsClaim: 'memberOf',
    },
    issuer: 'https://YOUR-DOMAIN.onelogin.com/oidc/2',
  },
  ping: {
    label: ssoFieldMessages.ping,
    saml: plainMapping,
    issuer: 'https://auth.pingone.com/ENVIRONMENT/as',
  },
  adfs: {
    label: ssoFieldMessages.adfs,
    saml: { ...microsoftMapping, groupsClaim: 'http://schemas.xmlsoap.org/claims/Group' },
    issuer: 'https://YOUR-HOST/adfs',
  },
  other: { label: ssoFieldMessages.other, saml: plainMapping },
} as const satisfies Record<string, ProviderPreset>
export type PresetName = keyof typeof providerPresets

export const providerPresetLabels = Object.fromEntries(
  Object.entries(providerPresets).map(([name, { label }]) => [name, label]),
) as Record<PresetName, string> // The table's own keys.

/** Claim names of OpenID Connect, which all providers share. */
const oidcMapping: ClaimMapping = {
  emailClaim: 'email',
  firstNameClaim: 'given_name',
  lastNameClaim: 'family_name',
  groupsClaim: 'groups',
}

/** Returns the claim names that apply where none were entered. */
export const getDefaultClaimMapping = (protocol: SsoProtocol, preset: PresetName): ClaimMapping =>
  protocol === 'oidc' ? oidcMapping : providerPresets[preset].saml

/**
 * Returns the format of a provider's issuer, and the issuer itself if no part of it is specific to
 * a customer.
 */
export function getPresetIssuer(preset: PresetName): {
  looks: string | null
  whole: string | null
} {
  const { issuer }: ProviderPreset = providerPresets[preset]
  const format = issuer ?? null
  return { looks: format, whole: format === null || /[A-Z]/.test(format) ? null : format }
}

/** The scopes that are always requested. */
export const requestedScopes = ['openid', 'profile', 'email'] as const
