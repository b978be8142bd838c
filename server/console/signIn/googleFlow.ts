import type { Request, Response } from 'express'
import { nullable, size, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import { safePath } from '#shared/navigation/guard.ts'
import { is } from '#shared/engine/is.ts'
import { cookieOptions } from './cookies.ts'
import type { Settings } from '../settings.ts'

const Flow = type({
  state: size(string(), 22, 128),
  nonce: size(string(), 22, 128),
  verifier: size(string(), 43, 128),
  next: nullable(string()),
})
export type Flow = Infer<typeof Flow>

const name = 'googleFlow'
const lifeMs = 10 * 60_000
/** A browser drops a cookie of more than 4096 bytes, and the flow with it. */
const longestNext = 1500

/** Lax, since the way back begins on Google's site. Neither sealed nor signed: it holds nothing that its browser may not know. */
const optionsOf = (settings: Settings) => ({
  ...cookieOptions(settings),
  sameSite: 'lax' as const,
  path: googlePaths.callback,
})

export function keepFlow(res: Response, settings: Settings, flow: Flow): void {
  const next =
    flow.next !== null && encodeURIComponent(flow.next).length > longestNext ? null : flow.next
  const value = JSON.stringify({ ...flow, next })
  res.cookie(name, value, { ...optionsOf(settings), maxAge: lifeMs })
}

/** The flow that this browser began, or null. It can be taken once: the cookie goes in any case. */
export function takeFlow(req: Request, res: Response, settings: Settings): Flow | null {
  res.clearCookie(name, optionsOf(settings))
  const flow = parsed(req.cookies[name])
  return is(flow, Flow) ? { ...flow, next: safePath(flow.next) } : null
}

function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : null
  } catch {
    return null // Not written by us, so not a flow of ours.
  }
}
