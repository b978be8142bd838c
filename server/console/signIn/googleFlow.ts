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
/** Browsers drop a cookie of more than 4096 bytes, which would lose the flow. */
const maxNextLength = 1500

/**
 * Lax, because the callback's navigation starts on Google's site. Neither sealed nor signed,
 * because it contains nothing that its browser may not know.
 */
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

/**
 * Returns the flow that this browser started, or null. Always clears the cookie, so that a flow
 * works only once.
 */
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
    return null // Not a cookie that we wrote.
  }
}
