import { providerPresets } from '#shared/areas/sso/presets.ts'
import { ssoMessages } from '../messages.ts'

/** The hosts where Microsoft issues tokens for all tenants, in all of its clouds. */
const microsoftHostPattern =
  /^((login|login-us|sts)\.(microsoftonline\.(com|us|de|cn)|microsoft\.com|windows\.net|chinacloudapi\.cn|partner\.microsoftonline\.cn)|login\.live\.com)$/

/** A tenant's name in an issuer: its ID or one of its domains. */
const tenantNamePattern = /^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}|([a-z0-9-]+\.)+[a-z]{2,})$/

/** The tenant of all personal Microsoft accounts. */
const personalTenantId = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Placeholders in an issuer, such as `{tenantid}` or `<tenant>`. */
const placeholderPattern = /\{[^}]*\}?|<[^>]*>?/

/**
 * Returns why an issuer doesn't identify one organization, as a sentence for operators; null if it
 * does.
 */
export function findIssuerError(issuer: string): string | null {
  const placeholder = findPlaceholder(issuer)
  if (placeholder !== null) return ssoMessages.issuerPlaceholder(placeholder)
  const url = URL.parse(issuer)
  const host = url?.hostname.replace(/\.$/, '') ?? ''
  if (!url || !microsoftHostPattern.test(host)) return null
  const [tenant = ''] = decodeText(url.pathname).split('/').filter(Boolean)
  const isOneTenant = tenantNamePattern.test(tenant) && tenant !== personalTenantId
  if (isOneTenant && host !== 'login.live.com') return null
  if (host.startsWith('sts.'))
    return ssoMessages.multiTenantIssuer(`https://${host}/YOUR-TENANT-ID/`)
  const cloud = /^login\.microsoftonline\.us$|^login\..*\.cn$/.test(host)
    ? host
    : 'login.microsoftonline.com'
  return ssoMessages.multiTenantIssuer(`https://${cloud}/YOUR-TENANT-ID/v2.0`)
}

/**
 * Returns the placeholder in an issuer as written, or the one in capitals of an example of ours;
 * null if there is none.
 */
export function findPlaceholder(issuer: string): string | null {
  const [placeholder] = placeholderPattern.exec(decodeText(issuer, (text) => text)) ?? []
  if (placeholder !== undefined) return placeholder
  const example = Object.values(providerPresets).find(
    (preset) => 'issuer' in preset && preset.issuer === issuer,
  )
  return (example && 'issuer' in example && /[A-Z]{2}[A-Z-]*/.exec(example.issuer)?.[0]) || null
}

/** Whether Google is the issuer. Its accounts belong to many organizations, or to none. */
export const isGoogleIssuer = (issuer: string): boolean =>
  URL.parse(issuer)?.hostname === 'accounts.google.com'

/** Decodes percent-encoded characters, and converts to lower case by default. */
function decodeText(text: string, fold = (decoded: string) => decoded.toLowerCase()): string {
  try {
    return fold(decodeURIComponent(text))
  } catch {
    return fold(text) // A stray percent sign encodes nothing.
  }
}
