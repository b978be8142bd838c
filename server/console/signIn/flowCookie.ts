import type { Request, Response } from 'express'
import type { Struct } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { getCookieOptions } from './cookies.ts'
import type { ConsoleSettings } from '../settings.ts'

const flowCookieMs = 10 * 60_000
/** Browsers drop a cookie of more than 4096 bytes, which would lose the flow. */
const maxNextLength = 1500

/**
 * Creates the cookie of a sign-in at another site, sent only to the path that the site redirects to.
 * Lax, because that navigation starts there. Neither sealed nor signed, because it contains nothing
 * that its browser may not know.
 */
export function createFlowCookie<Flow extends { next: string | null }>(
  { name, path }: { name: string; path: string },
  flowStruct: Struct<Flow>,
) {
  const getOptions = (settings: ConsoleSettings) => ({
    ...getCookieOptions(settings),
    sameSite: 'lax' as const,
    path,
  })
  return {
    save(res: Response, settings: ConsoleSettings, flow: Flow): void {
      const isLong = flow.next !== null && encodeURIComponent(flow.next).length > maxNextLength
      const value = JSON.stringify(isLong ? { ...flow, next: null } : flow)
      res.cookie(name, value, { ...getOptions(settings), maxAge: flowCookieMs })
    },
    /**
     * Returns the flow that this browser started, or null. Always clears the cookie, so that a flow
     * works only once.
     */
    consume(req: Request, res: Response, settings: ConsoleSettings): Flow | null {
      res.clearCookie(name, getOptions(settings))
      const flow = parseCookie(req.cookies[name])
      return is(flow, flowStruct) ? flow : null
    },
  }
}

function parseCookie(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : null
  } catch {
    return null // Not a cookie that we wrote.
  }
}
