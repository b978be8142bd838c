import { formatInstant } from '#shared/format/dates.ts'
import { useTimeZone } from '../runtime/ConsoleContext.tsx'

type Props = {
  at: string
  format?: (when: string) => string
  className?: string
}

/**
 * Renders an instant in the operator's time zone, which its tooltip names (`useInstantTitles.ts`).
 */
export function Instant({ at, format = (when) => when, className }: Props) {
  const when = formatInstant(at, useTimeZone())
  const [before, ...after] = format(when).split(when)
  return (
    <>
      {before}
      <time dateTime={at} className={className}>
        {when}
      </time>
      {after.join(when)}
    </>
  )
}
