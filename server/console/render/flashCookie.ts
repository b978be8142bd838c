import type { Request, Response } from 'express'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { flashParam, withFlash } from '#shared/navigation/flashMessage.ts'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'
import { getCookieOptions } from '../signIn/cookies.ts'
import type { ConsoleSettings } from '../settings.ts'

const flashCookieName = 'called'
const FlashCookie = type({ notice: string(), name: string() })
type CookieSettings = Pick<ConsoleSettings, 'publicOrigin' | 'domain'>
const [flashMs, maxFlashNameLength] = [60_000, 300]

/**
 * Says what an action did on the page that it leads to. The address says of which record, by its number; what no call names by
 * that, because it is gone or is many, is named by a cookie that the next page reads once: an address may come from anyone.
 */
export const setFlash =
  (res: Response, settings: CookieSettings) =>
  (to: string, outcome: FlashMessage): string => {
    const { notice, of } = outcome
    if (of?.id === 0)
      res.cookie(
        flashCookieName,
        { notice, name: of.name.slice(0, maxFlashNameLength) },
        { ...getCookieOptions(settings), maxAge: flashMs },
      )
    return withFlash(to, outcome)
  }

/** What the notice of this address is of, by the cookie, which is gone then. */
export function readFlash(
  req: Request,
  res: Response,
  settings: CookieSettings,
): string | undefined {
  const { [flashCookieName]: said }: Record<string, unknown> = req.cookies
  if (said === undefined) return undefined
  res.clearCookie(flashCookieName, getCookieOptions(settings))
  const notice = new URL(req.originalUrl, settings.publicOrigin).searchParams.get(flashParam)
  return is(said, FlashCookie) && said.notice === notice ? said.name : undefined
}
