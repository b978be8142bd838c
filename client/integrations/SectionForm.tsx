import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { stayParam } from '../form/handleForm.ts'
import type { RejectedForm } from '../form/handleForm.ts'
import { FailureText } from '../form/PanelFailure.tsx'
import { ImpactConfirmation, formatImpactButton } from '../form/ImpactConfirmation.tsx'
import type { ImpactMessages } from '../form/ImpactConfirmation.tsx'
import { Button } from '../ui/Button.tsx'
import { useFocusFirstInvalid } from '../ui/inputs/focusFirstInvalid.ts'
import * as styles from './integrations.css.ts'

type SectionFormProps = {
  record: AnyRecord
  refused: RejectedForm | undefined
  writeKey: string
  intent: string
  button: string
  color?: 'white' | 'primary' | 'error'
  canSubmit: boolean
  impactMessages?: ImpactMessages
  children?: (answer: RejectedForm | undefined) => ReactNode
}

/** Renders a section's form, which returns to the section with its errors, failure, or impact. */
export function SectionForm({
  record,
  intent,
  writeKey,
  color = 'white',
  ...props
}: SectionFormProps) {
  const { pathname, search } = useLocation()
  const sending = useNavigation().formData?.get('intent') === intent
  const answer = props.refused?.intent === intent ? props.refused : undefined
  const { impact, conflict, failure } = answer ?? {}
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, answer)
  const hidden = {
    intent,
    [stayParam]: 1,
    id: record.id,
    version: conflict?.version ?? record.version,
    writeKey: `${writeKey}-${intent}${impact ? '-sure' : ''}`,
  }
  return (
    <Form ref={form} method="post" action={pathname + search} preventScrollReset noValidate>
      <fieldset className={styles.settings} disabled={!props.canSubmit}>
        <div className={styles.inset}>
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {failure && <FailureText failure={failure} />}
          {conflict && (
            <p className={styles.warning} role="alert">
              {panelMessages.small.changed(formatActor(conflict.updatedBy))}
            </p>
          )}
          {props.children?.(answer)}
          {impact && <ImpactConfirmation reach={impact} words={props.impactMessages ?? {}} />}
          {props.canSubmit && (
            <div className={styles.actions}>
              <Button type="submit" color={color} loading={sending}>
                {impact && props.impactMessages
                  ? formatImpactButton(impact, props.impactMessages)
                  : props.button}
              </Button>
            </div>
          )}
        </div>
      </fieldset>
    </Form>
  )
}
