import type { CookieOptions, Request, Response } from 'express'
import { renderSVG } from 'uqr'
import { parseAnswerJson } from './signInAnswer.ts'
import { is } from '#shared/engine/is.ts'
import { SecondFactorDemand } from '#shared/engine/secondFactor.ts'
import type { SecondFactorStep } from '#shared/engine/secondFactor.ts'
import { getCookieOptions } from './cookies.ts'
import type { ConsoleSettings } from '../settings.ts'

/** As long as the platform's challenge works. */
const challengeMs = 5 * 60_000
/** Browsers drop a cookie of more than 4096 bytes. */
const maxCookieLength = 3500

const factorCookieName = 'secondFactor'
const passkeyCookieName = 'passkeyChallenge'
const challengePattern = /^[\x21-\x3a\x3c-\x7e]{1,1000}$/

const getOptions = (settings: ConsoleSettings): CookieOptions => ({
  ...getCookieOptions(settings),
  maxAge: challengeMs,
})

/**
 * Saves the rest of a sign-in in the visitor's browser. Scripts can't read the cookie, so the
 * challenge's token reaches neither them nor HTML. Options too long for a cookie are left out.
 */
export function setFactorDemand(
  res: Response,
  settings: ConsoleSettings,
  demand: SecondFactorDemand,
): void {
  const { options: _options, ...short } = demand
  const fits = JSON.stringify(demand).length <= maxCookieLength
  const value = JSON.stringify(fits ? demand : short)
  res.cookie(factorCookieName, Buffer.from(value).toString('base64url'), getOptions(settings))
}

/** Returns the rest of the sign-in that this browser began; null if there is none. */
export function readFactorDemand(req: Request): SecondFactorDemand | null {
  const cookie: unknown = req.cookies?.[factorCookieName]
  if (typeof cookie !== 'string') return null
  const demand = parseAnswerJson(Buffer.from(cookie, 'base64url'))
  return is(demand, SecondFactorDemand) ? demand : null
}

export function clearFactorDemand(res: Response, settings: ConsoleSettings): void {
  res.clearCookie(factorCookieName, getCookieOptions(settings))
}

/** Saves the challenge of a sign-in with a passkey alone. */
export function setPasskeyChallenge(
  res: Response,
  settings: ConsoleSettings,
  challenge: string,
): void {
  res.cookie(passkeyCookieName, challenge, getOptions(settings))
}

/** Returns the challenge of a sign-in with a passkey alone; empty if there is none. */
export function readPasskeyChallenge(req: Request): string {
  const cookie: unknown = req.cookies?.[passkeyCookieName]
  return typeof cookie === 'string' && challengePattern.test(cookie) ? cookie : ''
}

export function clearPasskeyChallenge(res: Response, settings: ConsoleSettings): void {
  res.clearCookie(passkeyCookieName, getCookieOptions(settings))
}

/** Returns what the page knows of a demand: everything but the challenge's token. */
export function toSecondFactorStep(demand: SecondFactorDemand): SecondFactorStep {
  const { methods, enroll, options = null, uri } = demand
  const secret = URL.parse(uri ?? '')?.searchParams.get('secret')
  const setup =
    enroll && uri !== undefined && secret ? { secret, qrCode: renderSVG(uri, { border: 2 }) } : null
  return { methods, options, setup }
}
