import { instantBefore, isInstant } from '#shared/dates.ts'
import { storeLogsMessages } from '#shared/stores/storeLogsMessages.ts'
import { logSeverities, logStreams } from '#shared/stores/storeLogs.ts'
import type { StoreLogQuery } from '#shared/stores/storeLogsCalls.ts'

/** How far back the logs may be looked at, in hours. */
export const periods = {
  hour: 1,
  day: 24,
  week: 7 * 24,
  month: 30 * 24,
} as const satisfies Record<keyof typeof storeLogsMessages.periods, number>
type Period = keyof typeof periods

/** What the address asks of the logs. `from` is fixed by the first page, so that the next ones go on with the same time. */
export type LogView = {
  stream: string
  severity: string
  period: string
  search: string
  /** One failure, each entry of which is shown. */
  fault: string
  from: string
  after: string
}

const oneOf = (value: string | null, known: object) =>
  value && Object.hasOwn(known, value) ? value : ''
const faultIn = (value: string | null) => (value && /^[0-9a-f]{32}$/.test(value) ? value : '')

/** Reads the address; what it does not understand is left out. */
export function logViewIn(params: URLSearchParams, now: Date): LogView {
  const period = oneOf(params.get('period'), periods)
  const after = params.get('after') ?? ''
  const given = params.get('from') ?? ''
  return {
    stream: oneOf(params.get('stream'), logStreams),
    severity: oneOf(params.get('severity'), logSeverities),
    period,
    search: params.get('search')?.trim().slice(0, 200) ?? '',
    fault: faultIn(params.get('fault')),
    from:
      period === ''
        ? ''
        : after && isInstant(given)
          ? given
          : instantBefore(now, periods[period as Period], 'hour'), // `oneOf` knows it.
    after,
  }
}

/** The same as the platform is asked. */
export const logQueryOf = (
  { period: _period, ...asked }: LogView,
  limit: number,
): StoreLogQuery => ({
  ...given(asked),
  // What is opened is shown entry by entry.
  ...(asked.fault ? {} : { grouped: '1' as const }),
  limit,
})

/** The view as an address says it: what is empty is left out. */
export const given = (view: Partial<LogView>): Record<string, string> =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== ''))
