import type { Request, Response } from 'express'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { withFlash } from '#shared/navigation/flashMessage.ts'
import { flashParam } from '#shared/engine/urlParams.ts'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'
import { getCookieOptions } from '../signIn/cookies.ts'
import type { ConsoleSettings } from '../settings.ts'

const flashCookieName = 'called'
const FlashCookie = type({ notice: string(), name: string() })
type CookieSettings = Pick<ConsoleSettings, 'publicOrigin' | 'domain'>
const [flashMs, maxFlashNameLength] = [60_000, 300]

/**
 * Returns a function that adds an action's message to the URL it redirects to. The URL names the
 * record only by its ID, because anyone can build a URL. A record without an ID (deleted, or
 * several records) is named by a cookie that the next page reads once.
 */
export const setFlash =
  (res: Response, settings: CookieSettings) =>
  (to: string, outcome: FlashMessage): string => {
    const { notice, of: target } = outcome
    if (target?.id === 0)
      res.cookie(
        flashCookieName,
        { notice, name: target.name.slice(0, maxFlashNameLength) },
        { ...getCookieOptions(settings), maxAge: flashMs },
      )
    return withFlash(to, outcome)
  }

/** Returns the record's name for this URL's message, from the cookie, and clears the cookie. */
export function readFlash(
  req: Request,
  res: Response,
  settings: CookieSettings,
): string | undefined {
  const { [flashCookieName]: cookie }: Record<string, unknown> = req.cookies
  if (cookie === undefined) return undefined
  res.clearCookie(flashCookieName, getCookieOptions(settings))
  const notice = new URL(req.originalUrl, settings.publicOrigin).searchParams.get(flashParam)
  return is(cookie, FlashCookie) && cookie.notice === notice ? cookie.name : undefined
}
