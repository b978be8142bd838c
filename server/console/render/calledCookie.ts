import type { Request, Response } from 'express'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { noticeParam, withNotice } from '#shared/navigation/notice.ts'
import type { Outcome } from '#shared/navigation/notice.ts'
import { cookieOptions } from '../signIn/cookies.ts'
import type { Settings } from '../settings.ts'

const cookie = 'called'
const Called = type({ notice: string(), name: string() })
type Site = Pick<Settings, 'publicOrigin' | 'domain'>
const [keptMs, longestName] = [60_000, 300]

/**
 * Says what an action did on the page that it leads to. The address says of which record, by its number; what no call names by
 * that, because it is gone or is many, is named by a cookie that the next page reads once: an address may come from anyone.
 */
export const tellBy =
  (res: Response, settings: Site) =>
  (to: string, outcome: Outcome): string => {
    const { notice, of } = outcome
    if (of?.id === 0)
      res.cookie(
        cookie,
        { notice, name: of.name.slice(0, longestName) },
        { ...cookieOptions(settings), maxAge: keptMs },
      )
    return withNotice(to, outcome)
  }

/** What the notice of this address is of, by the cookie, which is gone then. */
export function calledBy(req: Request, res: Response, settings: Site): string | undefined {
  const { [cookie]: said }: Record<string, unknown> = req.cookies
  if (said === undefined) return undefined
  res.clearCookie(cookie, cookieOptions(settings))
  const notice = new URL(req.originalUrl, settings.publicOrigin).searchParams.get(noticeParam)
  return is(said, Called) && said.notice === notice ? said.name : undefined
}
