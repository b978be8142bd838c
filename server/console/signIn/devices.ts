import type { Request, Response } from 'express'
import { cookieOptions } from './cookies.ts'
import type { Settings } from '../settings.ts'

const name = 'device'
const lifeMs = 365 * 24 * 60 * 60_000
/** Several operators may share a browser. */
const tokensKept = 4
const tokenPattern = /^[\w.-]{1,200}$/

/** What the platform gave this browser at earlier sign-ins, the last one first. */
export function readDevices(req: Request): string[] {
  const cookie: unknown = req.cookies?.[name]
  const tokens = typeof cookie === 'string' ? cookie.split(' ') : []
  return tokens.filter((token) => tokenPattern.test(token)).slice(0, tokensKept)
}

/** Keeps what the platform gave this browser, so that strangers' wrong passwords don't slow its owner down. */
export function setDevice(req: Request, res: Response, settings: Settings, token: string): void {
  if (!tokenPattern.test(token)) return
  const others = readDevices(req).filter((other) => other !== token)
  const value = [token, ...others].slice(0, tokensKept).join(' ')
  res.cookie(name, value, { ...cookieOptions(settings), maxAge: lifeMs })
}
