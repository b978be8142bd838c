import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { recordFormMachine } from '#machines/recordForm.ts'
import { sameValue } from '#shared/engine/fields/formValues.ts'
import { reachParam } from '#shared/engine/reach.ts'
import type { Reached, Refused } from './answerForm.ts'
import { useHearAnswer } from './useHearAnswer.ts'
import { reachWords } from './words.ts'
import * as styles from './Panel.css.ts'

/** What a question says otherwise than that something changes. */
export type ReachWords = Partial<typeof reachWords>

const say = reachWords

const counted = (count: number, { one, many }: Reached['impact']) =>
  say.counted(count, count === 1 ? one : many)

export const reachButton = ({ reaches, impact }: Reached, { submit }: ReachWords = {}) =>
  (submit ?? say.submit)(counted(reaches, impact))

/** What the answer told of the values that the form still holds: once something else is typed it is asked for anew. */
export function useReach(
  form: ActorRefFrom<typeof recordFormMachine>,
  answer: Refused | undefined,
): Reached | undefined {
  const [told, setTold] = useState(() => form.getSnapshot().context.values)
  useHearAnswer(answer, () => setTold(form.getSnapshot().context.values))
  const isTold = useSelector(form, ({ context }) => sameValue(context.values, told))
  return isTold ? answer?.reach : undefined
}

/** What a save reaches besides its record, asked once: the form is sent again with the reach's token (design.md). */
export function ReachQuestion({ reach, words }: { reach: Reached; words?: ReachWords }) {
  const { token, reaches, own, worse, impact } = reach
  const say = { ...reachWords, ...words }
  return (
    <div className={styles.question} role="alert">
      <input type="hidden" name={reachParam} value={token} />
      <p>
        {say.reaches(counted(reaches, impact))} {own > 0 && say.own(own)}
      </p>
      {worse.length > 0 && (
        <ul className={styles.list}>
          {worse.map(({ what, count, examples }) => (
            <li key={what}>
              {count === 0
                ? what
                : say.worse(what, counted(count, impact), examples, examples.length < count)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
