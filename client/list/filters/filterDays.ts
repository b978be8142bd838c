import { isDay } from '#shared/format/dates.ts'
import { getDayEnd, getDayStart } from '#shared/format/dayBounds.ts'
import { utcZone } from '#shared/format/zones.ts'

const isDayInput = (name: string) => name.endsWith('.day')

/**
 * Converts the form's days in a list's URL to instants in the operator's time zone, so that the URL
 * means the same to everyone.
 */
export async function convertDaysToInstants(
  submitted: URLSearchParams,
  zone: () => Promise<string>,
): Promise<URLSearchParams> {
  if (![...submitted.keys()].some(isDayInput)) return submitted
  const operatorZone = await zone()
  const params = new URLSearchParams(submitted)
  for (const input of submitted.keys()) {
    if (!isDayInput(input)) continue
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
