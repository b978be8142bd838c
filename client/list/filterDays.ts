import '../signedIn.ts'
import { isDay } from '#shared/dates.ts'
import { dayEnd, dayStart } from '#shared/dayRange.ts'
import { utcZone } from '#shared/zones.ts'

/**
 * A list's address with the days that its form sends for filters by an instant as the instants at which they begin and end
 * for this operator: so it means the same to whoever opens it. In UTC a day says that by itself.
 */
export async function withInstants(
  sent: URLSearchParams,
  zone: () => Promise<string>,
): Promise<URLSearchParams> {
  const here = await zone()
  const params = new URLSearchParams(sent)
  for (const input of sent.keys()) {
    if (!input.endsWith('.day')) continue
    const day = sent.get(input) ?? ''
    const name = input.slice(0, -'.day'.length)
    const at = name.endsWith('[lte]') ? dayEnd : dayStart
    params.delete(input)
    if (day) params.append(name, here === utcZone || !isDay(day) ? day : at(day, here))
  }
  return params
}
