import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { badSteps } from '#machines/createStore/snapshot.ts'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import { createStoreFields, createStoreSteps } from './steps.ts'
import { isCopied, isHeld } from './copied.ts'
import type { StoreTemplate } from './copied.ts'
import { createStoreMessages } from './words.ts'
import { inputText, inWords } from '#shared/engine/fields/formValues.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { Button } from '#client/ui/Button.tsx'
import * as styles from './Wizard.css.ts'

const say = createStoreMessages

type Values = Record<string, unknown>

/** Everything that was chosen, with a way back to each step. */
export function Review({
  wizard,
  inherited,
}: {
  wizard: ActorRefFrom<typeof createStoreMachine>
  inherited: Values
}) {
  const values = useSelector(wizard, ({ context }) => context.values)
  const template = useSelector(wizard, ({ context }) => context.template)
  const bad = useSelector(wizard, (now) => badSteps(now).join()).split(',')
  return (
    <div className={styles.review}>
      {createStoreSteps
        .filter(({ fields }) => fields.length > 0)
        .map(({ name, title, fields }) => (
          <section key={name} aria-labelledby={`review-${name}`} className={styles.part}>
            <div className={styles.partHead}>
              <h3 id={`review-${name}`} className={styles.partTitle}>
                {title} {bad.includes(name) && <span className={styles.badWord}>{say.wrong}</span>}
              </h3>
              <Button
                type="submit"
                name="intent"
                value={`goto:${name}`}
                size="small"
                color="white"
                aria-label={say.editOf(title)}
              >
                {say.edit}
              </Button>
            </div>
            <dl className={styles.facts}>
              {fields.filter(isShown(values)).map((field) => (
                <div key={field} className={styles.fact}>
                  <dt className={styles.soft}>{createStoreFields[field]?.label}</dt>
                  <dd className={isEmpty(field, values) ? styles.soft : undefined}>
                    {shown(field, values, { inherited, template })}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </div>
  )
}

const isShown = (values: Values) => (name: string) =>
  name !== 'sections' || inputText(values['templateId']) !== ''

const isEmpty = (name: string, values: Values) => {
  const field = createStoreFields[name]
  return !field || inWords(field, values[name]) === ''
}

function shown(
  name: string,
  values: Values,
  { inherited, template }: { inherited: Values; template: StoreTemplate | null },
): string {
  const field = createStoreFields[name]
  if (!field) return say.empty
  const value = inWords(field, values[name])
  if (value !== '') return value
  if (isCopied(values, name) && !isHeld(template, values)) return say.fromTemplate
  const instead = inWords(field, inherited[name])
  return instead === '' ? say.empty : formMessages.platformDefault(instead)
}
