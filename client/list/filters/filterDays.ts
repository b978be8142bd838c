import '#client/frame/signedIn.ts'
import { isDay } from '#shared/format/dates.ts'
import { getDayEnd, getDayStart } from '#shared/format/dayBounds.ts'
import { utcZone } from '#shared/format/zones.ts'

/** A list's address with its form's days as instants in the operator's zone, so that it means the same to all. */
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
