import type { Request, Response } from 'express'
import { getCookieOptions } from './cookies.ts'
import type { ConsoleSettings } from '../settings.ts'

const deviceCookieName = 'device'
const deviceCookieMs = 365 * 24 * 60 * 60_000
/** Several operators may share a browser. */
const maxDeviceTokens = 4
const deviceTokenPattern = /^[\w.-]{1,200}$/

/**
 * Returns the device tokens that the platform gave this browser at earlier sign-ins, newest first.
 */
export function readDevices(req: Request): string[] {
  const cookie: unknown = req.cookies?.[deviceCookieName]
  const tokens = typeof cookie === 'string' ? cookie.split(' ') : []
  return tokens.filter((token) => deviceTokenPattern.test(token)).slice(0, maxDeviceTokens)
}

/**
 * Saves a device token from the platform, so that strangers' incorrect passwords don't slow down
 * the browser's owner.
 */
export function setDevice(
  req: Request,
  res: Response,
  settings: ConsoleSettings,
  token: string,
): void {
  if (!deviceTokenPattern.test(token)) return
  const others = readDevices(req).filter((other) => other !== token)
  const value = [token, ...others].slice(0, maxDeviceTokens).join(' ')
  res.cookie(deviceCookieName, value, { ...getCookieOptions(settings), maxAge: deviceCookieMs })
}
