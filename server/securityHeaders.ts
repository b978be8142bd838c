import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Settings } from './settings.ts'

const googleOrigin = 'https://accounts.google.com'

/** Features that no page of the console uses. */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** What every answer carries; pages replace the Content-Security-Policy by their own (http.md "Pages"). */
export function securityHeaders({
  publicOrigin,
}: Pick<Settings, 'publicOrigin'>): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { 'default-src': "'none'", 'frame-ancestors': "'none'" },
      },
      referrerPolicy: { policy: 'same-origin' },
      strictTransportSecurity: publicOrigin.startsWith('https:') && {
        maxAge: 31_536_000,
        includeSubDomains: false,
      },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xFrameOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
    (_req, res, next) => {
      res.setHeader('Permissions-Policy', permissionsPolicy)
      res.setHeader('Cache-Control', 'no-store')
      next()
    },
  ]
}

/** The policy of one page. Google's origin is there on the sign-in page alone, and only when configured. */
export const contentSecurityPolicy = (nonce: string, withGoogle: boolean) =>
  [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    // The sign-in form is answered by a redirect to Google, which Chromium checks against this too.
    `form-action 'self'${withGoogle ? ` ${googleOrigin}` : ''}`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

/** Leaves the nonce of this answer, 144 random bits, in `res.locals.nonce`. */
export const pagePolicy =
  ({ googleClientId }: Pick<Settings, 'googleClientId'>): RequestHandler =>
  (req, res, next) => {
    const nonce = randomBytes(18).toString('base64')
    res.locals['nonce'] = nonce
    const withGoogle = googleClientId !== null && req.path === '/'
    res.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce, withGoogle))
    next()
  }
