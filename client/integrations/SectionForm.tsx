import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { stayParam } from '../form/answerForm.ts'
import type { Refused } from '../form/answerForm.ts'
import { FailureText } from '../form/PanelFailure.tsx'
import { ReachQuestion, reachButton } from '../form/ReachQuestion.tsx'
import type { ReachWords } from '../form/ReachQuestion.tsx'
import { Button } from '../ui/Button.tsx'
import { useFocusOnRefusal } from '../ui/inputs/focusFirstInvalid.ts'
import * as styles from './integrations.css.ts'

type FormProps = {
  record: AnyRecord
  refused: Refused | undefined
  writeKey: string
  intent: string
  button: string
  color?: 'white' | 'primary' | 'error'
  may: boolean
  reachWords?: ReachWords
  children?: (answer: Refused | undefined) => ReactNode
}

/** The form of a section, which leads back to it: what it asks for, why it was refused, what it reaches. */
export function SectionForm({ record, intent, writeKey, color = 'white', ...props }: FormProps) {
  const { pathname, search } = useLocation()
  const sending = useNavigation().formData?.get('intent') === intent
  const answer = props.refused?.intent === intent ? props.refused : undefined
  const { reach, conflict, failure } = answer ?? {}
  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(form, answer)
  const hidden = {
    intent,
    [stayParam]: 1,
    id: record.id,
    version: conflict?.version ?? record.version,
    writeKey: `${writeKey}-${intent}${reach ? '-sure' : ''}`,
  }
  return (
    <Form ref={form} method="post" action={pathname + search} preventScrollReset noValidate>
      <fieldset className={styles.settings} disabled={!props.may}>
        <div className={styles.inset}>
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {failure && <FailureText failure={failure} />}
          {conflict && (
            <p className={styles.warning} role="alert">
              {panelMessages.small.changed(conflict.updatedBy)}
            </p>
          )}
          {props.children?.(answer)}
          {reach && <ReachQuestion reach={reach} words={props.reachWords ?? {}} />}
          {props.may && (
            <div className={styles.actions}>
              <Button type="submit" color={color} loading={sending}>
                {reach ? reachButton(reach, props.reachWords) : props.button}
              </Button>
            </div>
          )}
        </div>
      </fieldset>
    </Form>
  )
}
