import { isIP } from 'node:net'
import type { Request } from 'express'
import { getSecondFactor, getSecondStep } from '#machines/session.ts'
import type { SessionInput } from '#machines/session.ts'
import type { startActors } from '#client/app.tsx'
import { factorParam } from '#shared/areas/signIn/factorUrl.ts'
import { readFactorDemand, toSecondFactorStep } from '../signIn/factorCookie.ts'

type SecondFactorInput = Pick<SessionInput, 'secondFactor' | 'secondStep'>

/** Whether a console at this host can have passkeys: browsers allow none for IP addresses. */
export const canHavePasskeys = (domain: string): boolean =>
  isIP(domain.replaceAll(/[[\]]/g, '')) === 0

/** Reads the second step of a sign-in that this browser began, and the way that its URL names. */
export function readSecondFactor(req: Request): SecondFactorInput {
  const demand = req.path === '/' ? readFactorDemand(req) : null
  if (!demand) return {}
  const { searchParams } = new URL(req.originalUrl, 'http://console.invalid')
  return { secondFactor: toSecondFactorStep(demand), secondStep: searchParams.get(factorParam) }
}

/** Returns the second step as the page leaves it, for the browser to start from. */
export const getSecondFactorInput = (
  session: ReturnType<ReturnType<typeof startActors>['session']['getSnapshot']>,
): SecondFactorInput => {
  const secondFactor = getSecondFactor(session)
  return secondFactor ? { secondFactor, secondStep: getSecondStep(session) } : {}
}
