import type { AnyRecord } from '#shared/engine/resource.ts'
import { Status } from '#client/ui/Status.tsx'
import type { tone } from '#client/ui/Status.css.ts'

type StateTones<State extends string> = Readonly<Record<State, keyof typeof tone>>

/**
 * Creates the cell of a column of states: a dot in the state's tone, and its word. A state that
 * only a newer platform has is shown as is.
 */
export function createStateCell<State extends string>(
  column: string,
  words: Readonly<Record<State, string>>,
  tones: StateTones<State>,
) {
  const labels: Readonly<Record<string, string | undefined>> = words
  const toneByState: Readonly<Record<string, keyof typeof tone | undefined>> = tones
  return ({ [column]: value }: AnyRecord) => {
    if (typeof value !== 'string') return null
    return <Status tone={toneByState[value] ?? 'off'}>{labels[value] ?? value}</Status>
  }
}
