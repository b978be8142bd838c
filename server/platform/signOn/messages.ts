import { dayAt, formatDay } from '#shared/dates.ts'

/** What operators read about providers of single sign-on. */
export const ssoMessages = {
  notActive: 'Sign-on is not active for this store.',
  notTrusted:
    "Single sign-on is paused for this store, because the checks of its provider or its email domains fail. Ask your platform's operator.",
  thisStoreOnly: 'The session and these groups count for this store only.',
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
  unreadableAnswer: "The provider's answer isn't XML that can be read.",
  unreadableMetadata:
    'This is no XML that can be read, or it has far more elements than the metadata of one provider.',
  nothingSigned:
    "The provider signed neither the response nor the assertion. Turn on the signing of assertions in the provider's settings.",
  onlyResponseSigned:
    'The provider signed only the response, but "Want assertions signed" is on. Turn on the signing of assertions in the provider\'s settings, or turn off "Want assertions signed".',
  otherCertificate:
    "The signature doesn't match the certificate of this setup. If the provider has a new certificate, read its metadata again.",
  encrypted:
    "The provider encrypted the assertion, or parts of it, and we don't take encrypted ones. Turn off the encryption of assertions in the provider's settings.",
  metadataExpired: (validUntil: Date) =>
    `This metadata expired on ${formatDay(dayAt(validUntil))}. Get current metadata from the provider.`,
  metadataDateNotValid: (attribute: string) =>
    `The metadata's ${attribute} isn't a date. Get the metadata from the provider again.`,
} as const
