import { formatInstant } from '#shared/format/dates.ts'
import { useZone } from '../runtime/ConsoleContext.tsx'

type Props = {
  at: string
  say?: (when: string) => string
  className?: string
}

/** An instant in the operator's time zone, which it tells when pointed at (`useInstantTitles.ts`). */
export function Instant({ at, say = (when) => when, className }: Props) {
  const when = formatInstant(at, useZone())
  const [before, ...after] = say(when).split(when)
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
