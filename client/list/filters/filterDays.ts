import '#client/frame/signedIn.ts'
import { isDay } from '#shared/format/dates.ts'
import { getDayEnd, getDayStart } from '#shared/format/dayBounds.ts'
import { utcZone } from '#shared/format/zones.ts'

/**
 * Converts the form's days in a list's URL to instants in the operator's time zone, so that the URL
 * means the same to everyone.
 */
export async function convertDaysToInstants(
  sent: URLSearchParams,
  zone: () => Promise<string>,
): Promise<URLSearchParams> {
  const here = await zone()
  const params = new URLSearchParams(sent)
  for (const input of sent.keys()) {
    if (!input.endsWith('.day')) continue
    const day = sent.get(input) ?? ''
    const name = input.slice(0, -'.day'.length)
    const at = name.endsWith('[lte]') ? getDayEnd : getDayStart
    params.delete(input)
    if (day) params.append(name, here === utcZone || !isDay(day) ? day : at(day, here))
  }
  return params
}
