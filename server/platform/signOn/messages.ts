import { formatDay } from '#shared/dates.ts'

/** What operators read about providers of single sign-on. */
export const ssoMessages = {
  multiTenantIssuer: (instead: string) =>
    `This issuer stands for many organizations, so anyone with an account at one of them could sign in. Enter the issuer of your own tenant instead: ${instead}`,
  issuerPlaceholder: (placeholder: string) =>
    `This issuer contains the placeholder ${placeholder}. Replace it with the value of your own tenant.`,
  discoveredPlaceholder: (issuer: string, placeholder: string) =>
    `The provider calls itself ${issuer}, and ${placeholder} stands for any tenant. Enter the issuer of your own tenant instead.`,
  otherIssuer: (issuer: string) =>
    `The provider calls itself ${issuer}. Enter exactly that as the issuer.`,
  unverifiedEmail: (email: string) => `The provider says that ${email} isn't verified.`,
  unvouchedEmail: (email: string) =>
    `The provider doesn't say that ${email} is verified. Have it send the claim email_verified (Microsoft: xms_edov), or turn on "Trust this provider's email addresses".`,
  unvouchedMember: (email: string) =>
    `The provider doesn't say that ${email} is verified. Have it send the claim email_verified (Microsoft: xms_edov).`,
  personalGoogleAccount: (email: string) =>
    `${email} is a personal Google account, and Google doesn't vouch for its address. Use an account of your organization's Google Workspace.`,
  metadataExpired: (validUntil: string) =>
    `This metadata expired on ${formatDay(validUntil.slice(0, 10))}. Get current metadata from the provider.`,
  metadataDateNotValid: (attribute: string) =>
    `The metadata's ${attribute} isn't a date. Get the metadata from the provider again.`,
} as const
