import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import { canContainGiftCardFrames } from '#shared/areas/giftCards/frames.ts'
import type { ConsoleSettings } from '../settings.ts'

/** Off for every page, except passkeys, which only our own pages can use. */
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
  'usb',
]
  .map((feature) => `${feature}=()`)
  .concat(['create', 'get'].map((action) => `publickey-credentials-${action}=(self)`))
  .join(', ')

/**
 * Headers of every response (http.md "Pages"). Pages replace the Content-Security-Policy with their
 * own.
 */
const baseSecurityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy,
  'Cache-Control': 'no-store',
}

type HeaderSettings = Pick<ConsoleSettings, 'publicOrigin'> &
  Partial<Pick<ConsoleSettings, 'hstsSubdomains'>>

/**
 * Sets the headers of every response, and HSTS for https. Must be the first step, so that no
 * response lacks them.
 */
export function setSecurityHeaders(settings: HeaderSettings): RequestHandler {
  const headers = getSecurityHeaders(settings)
  return (_req, res, next) => {
    res.setHeaders(headers)
    next()
  }
}

export function getSecurityHeaders({ publicOrigin, hstsSubdomains }: HeaderSettings) {
  const headers = new Map(Object.entries(baseSecurityHeaders))
  if (publicOrigin.startsWith('https:'))
    headers.set(
      'Strict-Transport-Security',
      `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
    )
  return headers
}

/**
 * Builds a page's policy. Only the sign-in page has Google's origin, if Google sign-in is configured.
 */
const buildContentSecurityPolicy = (
  nonce: string,
  { frames }: { frames: boolean },
  googleOrigin: string | null,
) =>
  [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    // The button's form is redirected to Google, and Chromium checks the redirect against this
    // directive too.
    `form-action 'self'${googleOrigin === null ? '' : ` ${googleOrigin}`}`,
    `base-uri 'none'`,
    `object-src 'none'`,
    ...(frames ? [`frame-src 'self'`] : []),
    `frame-ancestors 'none'`,
  ].join('; ')

/** Sets the page's policy and `res.locals.nonce`, 144 random bits. */
export const setPageContentSecurityPolicy =
  ({
    googleClientId,
    googleIssuer,
  }: Pick<ConsoleSettings, 'googleClientId' | 'googleIssuer'>): RequestHandler =>
  (req, res, next) => {
    const nonce = randomBytes(18).toString('base64')
    res.locals['nonce'] = nonce
    const isSignIn = req.path === '/'
    const googleOrigin = isSignIn && googleClientId !== null ? new URL(googleIssuer).origin : null
    const policy = buildContentSecurityPolicy(
      nonce,
      { frames: canContainGiftCardFrames(req.path) },
      googleOrigin,
    )
    res.setHeader('Content-Security-Policy', policy)
    next()
  }
