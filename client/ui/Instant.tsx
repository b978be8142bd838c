import { formatInstant } from '#shared/dates.ts'

type Props = {
  /** When it was, as the platform writes it. */
  at: string
  /** The sentence it stands in. */
  say?: (when: string) => string
}

/** An instant, alone or within a sentence. Being a `<time>`, it tells its zone when pointed at (`useInstantTitles.ts`). */
export function Instant({ at, say = (when) => when }: Props) {
  const when = formatInstant(at)
  const [before, ...after] = say(when).split(when)
  return (
    <>
      {before}
      <time dateTime={at}>{when}</time>
      {after.join(when)}
    </>
  )
}
