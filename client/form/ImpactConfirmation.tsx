import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { recordFormMachine } from '#machines/recordForm/index.ts'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import { impactParam } from '#shared/engine/impact.ts'
import type { FormImpact, RejectedForm } from './handleForm.ts'
import { useActionResult } from './useActionResult.ts'
import { impactMessages } from './messages.ts'
import * as styles from './Panel.css.ts'

/** Overrides of the default messages of an impact confirmation. */
export type ImpactMessages = Partial<typeof impactMessages>

const formatImpactCount = (count: number, { one, many }: FormImpact['nouns']) =>
  impactMessages.counted(count, count === 1 ? one : many)

/**
 * Returns the label of the button that confirms the impact of a preview. "Save" and any other button
 * keep their own labels, since the impact is shown above them.
 */
export const formatImpactButton = (
  { reaches, nouns }: FormImpact,
  { submit }: ImpactMessages = {},
) => (submit ?? impactMessages.submit)(formatImpactCount(reaches, nouns))

/**
 * Returns the answer's impact while the form still has the submitted values. Other values need a
 * new estimate.
 */
export function useImpact(
  form: ActorRefFrom<typeof recordFormMachine>,
  answer: RejectedForm | undefined,
): FormImpact | undefined {
  const [submittedValues, setSubmittedValues] = useState(() => form.getSnapshot().context.values)
  useActionResult(answer, () => setSubmittedValues(form.getSnapshot().context.values))
  const isCurrent = useSelector(form, ({ context }) =>
    isSameFieldValue(context.values, submittedValues),
  )
  return isCurrent ? answer?.impact : undefined
}

/**
 * Confirms the impact that a save has beyond its own record, once: the form is submitted again with
 * the impact's token (design.md).
 */
export function ImpactConfirmation({
  reach,
  words,
}: {
  reach: FormImpact
  words?: ImpactMessages
}) {
  const { token, reaches, own, worse, nouns } = reach
  const messages = { ...impactMessages, ...words }
  const [onlyEffect] = worse
  // A whole sentence about the only record needs no count before it.
  if (
    onlyEffect?.count === 0 &&
    worse.length === 1 &&
    reaches === 1 &&
    own === 0 &&
    !words?.reaches
  )
    return (
      <div className={styles.question} role="alert">
        <input type="hidden" name={impactParam} value={token} />
        <p>{onlyEffect.what}</p>
      </div>
    )
  return (
    <div className={styles.question} role="alert">
      <input type="hidden" name={impactParam} value={token} />
      <p>
        {messages.reaches(formatImpactCount(reaches, nouns))} {own > 0 && messages.own(own)}
      </p>
      {worse.length > 0 && (
        <ul className={styles.list}>
          {worse.map(({ what, count, examples }) => (
            <li key={what}>
              {count === 0
                ? what
                : messages.worse(
                    what,
                    formatImpactCount(count, nouns),
                    examples,
                    examples.length < count,
                  )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
