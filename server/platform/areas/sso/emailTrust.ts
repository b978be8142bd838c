import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import type { Claims } from './claims.ts'
import { isGoogleIssuer } from './oidc/issuers.ts'
import { ssoMessages } from './messages.ts'

/** The settings that decide whether a provider's email address counts. */
export type EmailTrust = {
  protocol: 'saml' | 'oidc'
  issuer: string | null
  emailClaim: string
  /**
   * The operator trusts this provider's email addresses. Not needed for SAML, whose setup belongs
   * to one organization.
   */
  trustEmails: boolean
}

/**
 * Returns why an email address doesn't count, as a sentence for operators; null if the provider
 * vouches for it.
 */
export function findEmailTrustError(
  claims: Claims,
  email: string,
  trust: EmailTrust,
): string | null {
  if (claims['email_verified']?.[0] === 'false') return ssoMessages.unverifiedEmail(email)
  if (trust.protocol === 'saml') return null
  // Google verifies an address once; without a Workspace (hd), its domain can't revoke it.
  if (trust.issuer !== null && isGoogleIssuer(trust.issuer))
    return !isEmailVerified(claims, email)
      ? ssoMessages.unverifiedEmail(email)
      : claims['hd']?.[0]
        ? null
        : ssoMessages.personalGoogleAccount(email)
  return trust.trustEmails || isEmailVerified(claims, email)
    ? null
    : ssoMessages.unvouchedEmail(email)
}

/**
 * Whether the provider says that an address is verified, by `email_verified` or by Microsoft's
 * `xms_edov` ("email domain owner verified"). Both refer to the `email` claim, so they vouch for no
 * other address.
 */
export function isEmailVerified(claims: Claims, email: string): boolean {
  const claimedEmail = normalizeAccountEmail(claims['email']?.[0] ?? '')
  const isTrue = (name: string) => ['true', '1'].includes(claims[name]?.[0] ?? '')
  return claimedEmail === email && (isTrue('email_verified') || isTrue('xms_edov'))
}
