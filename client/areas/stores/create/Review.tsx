import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { getOtherStepsWithErrors } from '#machines/createStore/snapshot.ts'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import { Button } from '#client/frame/index.ts'
import { createStoreFields, createStoreSteps } from './wizardSteps.ts'
import { isFilledByTemplate, isTemplateLoaded } from './templateValues.ts'
import type { StoreTemplate } from './templateValues.ts'
import { createStoreMessages } from './messages.ts'
import { formatInput, formatValue } from '#shared/engine/fields/formValues.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import * as styles from './CreateStoreWizard.css.ts'

type ReviewValues = Record<string, unknown>

/** Lists all values, with a link to edit each step. */
export function Review({
  wizard,
  inherited,
}: {
  wizard: ActorRefFrom<typeof createStoreMachine>
  inherited: ReviewValues
}) {
  const values = useSelector(wizard, ({ context }) => context.values)
  const template = useSelector(wizard, ({ context }) => context.template)
  const invalidSteps = useSelector(wizard, (now) => getOtherStepsWithErrors(now).join()).split(',')
  return (
    <div className={styles.review}>
      {createStoreSteps
        .filter(({ fields }) => fields.length > 0)
        .map(({ name, title, fields }) => (
          <section key={name} aria-labelledby={`review-${name}`} className={styles.part}>
            <div className={styles.partHead}>
              <h3 id={`review-${name}`} className={styles.partTitle}>
                {title}{' '}
                {invalidSteps.includes(name) && (
                  <span className={styles.invalidLabel}>{createStoreMessages.wrong}</span>
                )}
              </h3>
              <Button
                type="submit"
                name="intent"
                value={`goto:${name}`}
                size="small"
                color="white"
                aria-label={createStoreMessages.editOf(title)}
              >
                {createStoreMessages.edit}
              </Button>
            </div>
            <dl className={styles.facts}>
              {fields.filter(isReviewed(values)).map((field) => (
                <div key={field} className={styles.fact}>
                  <dt className={styles.soft}>{createStoreFields[field]?.label}</dt>
                  <dd className={isEmptyField(field, values) ? styles.soft : undefined}>
                    {formatReviewValue(field, values, { inherited, template })}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </div>
  )
}

const isReviewed = (values: ReviewValues) => (name: string) =>
  name !== 'sections' || formatInput(values['templateId']) !== ''

const isEmptyField = (name: string, values: ReviewValues) => {
  const field = createStoreFields[name]
  return !field || formatValue(field, values[name]) === ''
}

function formatReviewValue(
  name: string,
  values: ReviewValues,
  { inherited, template }: { inherited: ReviewValues; template: StoreTemplate | null },
): string {
  const field = createStoreFields[name]
  if (!field) return createStoreMessages.empty
  const value = formatValue(field, values[name])
  if (value !== '') return value
  if (isFilledByTemplate(values, name) && !isTemplateLoaded(template, values))
    return createStoreMessages.fromTemplate
  const instead = formatValue(field, inherited[name])
  return instead === '' ? createStoreMessages.empty : formMessages.platformDefault(instead)
}
