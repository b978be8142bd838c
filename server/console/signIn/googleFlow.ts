import type { Request, Response } from 'express'
import { nullable, size, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import { toSafePath } from '#shared/navigation/guard.ts'
import { is } from '#shared/engine/is.ts'
import { getCookieOptions } from './cookies.ts'
import type { ConsoleSettings } from '../settings.ts'

const GoogleFlow = type({
  state: size(string(), 22, 128),
  nonce: size(string(), 22, 128),
  verifier: size(string(), 43, 128),
  next: nullable(string()),
})
export type GoogleFlow = Infer<typeof GoogleFlow>

const flowCookieName = 'googleFlow'
const flowCookieMs = 10 * 60_000
/** A browser drops a cookie of more than 4096 bytes, and the flow with it. */
const maxNextLength = 1500

/** Lax, since the way back begins on Google's site. Neither sealed nor signed: it holds nothing that its browser may not know. */
const getFlowCookieOptions = (settings: ConsoleSettings) => ({
  ...getCookieOptions(settings),
  sameSite: 'lax' as const,
  path: googlePaths.callback,
})

export function saveFlow(res: Response, settings: ConsoleSettings, flow: GoogleFlow): void {
  const next =
    flow.next !== null && encodeURIComponent(flow.next).length > maxNextLength ? null : flow.next
  const value = JSON.stringify({ ...flow, next })
  res.cookie(flowCookieName, value, { ...getFlowCookieOptions(settings), maxAge: flowCookieMs })
}

/** The flow that this browser began, or null. It can be taken once: the cookie goes in any case. */
export function consumeFlow(
  req: Request,
  res: Response,
  settings: ConsoleSettings,
): GoogleFlow | null {
  res.clearCookie(flowCookieName, getFlowCookieOptions(settings))
  const flow = parseFlowCookie(req.cookies[flowCookieName])
  return is(flow, GoogleFlow) ? { ...flow, next: toSafePath(flow.next) } : null
}

function parseFlowCookie(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : null
  } catch {
    return null // Not written by us, so not a flow of ours.
  }
}
