import { Form, useLocation, useNavigation } from 'react-router'
import { text } from '#shared/engine/fields/fields.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { getNextStatus } from '#shared/engine/integrations/lifecycle.ts'
import type { IntegrationState } from '#shared/engine/integrations/states.ts'
import { TypeToConfirmButton } from '../form/TypeToConfirmButton.tsx'
import { FormField } from '../form/inputs/FormField.tsx'
import type { RejectedForm } from '../form/handleForm.ts'
import { FailureText } from '../form/PanelFailure.tsx'
import { setupPageMessages } from './setupPageMessages.ts'
import { fold } from '../form/Panel.css.ts'
import * as styles from './integrations.css.ts'

type Props = {
  resource: Resource
  record: AnyRecord
  refused: RejectedForm | undefined
  writeKey: string
}

/**
 * Deletes an integration after its name was typed. An integration in use must be disabled first.
 */
export function DeleteIntegrationSection({ resource, record, refused, writeKey }: Props) {
  const { pathname, search } = useLocation()
  const sending = useNavigation().formData?.get('intent') === 'delete'
  const answer = refused?.intent === 'delete' ? refused : undefined
  const name = getLabel(resource, record)
  if (!resource.api.writes.includes('delete')) return null
  // An unknown state of another platform version allows nothing.
  const state = record['state'] as IntegrationState
  const isFree = getNextStatus({ state, proven: false, failures: 0 }, 'remove') !== null
  return (
    <details className={styles.card} open={answer !== undefined || undefined}>
      <summary className={`${styles.folded} ${fold} ${styles.heading}`}>
        {setupPageMessages.remove(resource.title.one)}
      </summary>
      <Form method="post" action={pathname + search} preventScrollReset noValidate>
        <div className={styles.inset}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          <p className={styles.soft}>
            {isFree
              ? setupPageMessages.removeExplain
              : setupPageMessages.removeUsed(resource.title.one)}
          </p>
          {isFree && (
            <>
              <input type="hidden" name="intent" value="delete" />
              <input type="hidden" name="id" value={record.id} />
              <input type="hidden" name="version" value={record.version} />
              <input type="hidden" name="called" value={name} />
              <input type="hidden" name="writeKey" value={`${writeKey}-delete`} />
              <FormField
                id="delete-name"
                name="typed"
                field={text(setupPageMessages.typeName(name), { max: 200 })}
                answer={answer}
              />
              <div className={styles.actions}>
                <TypeToConfirmButton
                  field="typed"
                  text={name}
                  reason={setupPageMessages.notTyped}
                  loading={sending}
                >
                  {setupPageMessages.remove(resource.title.one)}
                </TypeToConfirmButton>
              </div>
            </>
          )}
        </div>
      </Form>
    </details>
  )
}
