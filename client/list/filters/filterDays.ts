import '#client/frame/signedIn.ts'
import { isDay } from '#shared/format/dates.ts'
import { getDayEnd, getDayStart } from '#shared/format/dayBounds.ts'
import { utcZone } from '#shared/format/zones.ts'

/**
 * Converts the form's days in a list's URL to instants in the operator's time zone, so that the URL
 * means the same to everyone.
 */
export async function convertDaysToInstants(
  submitted: URLSearchParams,
  zone: () => Promise<string>,
): Promise<URLSearchParams> {
  const operatorZone = await zone()
  const params = new URLSearchParams(submitted)
  for (const input of submitted.keys()) {
    if (!input.endsWith('.day')) continue
    const day = submitted.get(input) ?? ''
    const name = input.slice(0, -'.day'.length)
    const toInstant = name.endsWith('[lte]') ? getDayEnd : getDayStart
    params.delete(input)
    if (day)
      params.append(
        name,
        operatorZone === utcZone || !isDay(day) ? day : toInstant(day, operatorZone),
      )
  }
  return params
}
