import { useRef, useState } from 'react'
import { Form, useLocation, useSubmit } from 'react-router'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { parseSubmittedValues } from '#client/form/useRecordForm.ts'
import { Button } from '#client/ui/Button.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { fieldParam } from './bulkUrl.ts'
import { getActionFields } from './loadBulkPanel.ts'
import type { BulkStepState, BulkStepProps } from './bulkStepProps.ts'
import { useFocusFirstControl } from './useFocusFirstControl.ts'
import { bulkMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

/** Renders the action's inputs. Submitting them returns what would change. */
export function BulkForm({
  action,
  close,
  data,
  loaded,
  refused,
  actor,
  busy,
}: BulkStepProps & BulkStepState) {
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstControl(form)
  useFocusFirstInvalid(form, refused)
  const fields = getActionFields(action, loaded.field)
  const values = refused
    ? parseSubmittedValues(fields, refused.values)
    : getInitialValues({ fields })
  const isReady = action.name !== 'change' || Object.keys(fields).length > 0
  return (
    <>
      <Form
        ref={form}
        method="post"
        action={pathname + search}
        className={styles.form}
        onSubmit={() => actor.send({ type: 'plan.ask' })}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="intent" value="plan" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body}>
          {refused?.failure && <FailureText failure={refused.failure} />}
          {Object.entries(refused?.errors ?? {}).map(([name, sentence]) =>
            name in fields ? null : (
              <p key={name} className={styles.refusal} role="alert">
                {sentence}
              </p>
            ),
          )}
          {action.explanation && <p>{action.explanation}</p>}
          {action.name === 'change' && <FieldChoice {...{ action, loaded }} />}
          {Object.entries(fields).map(([name, field]) => (
            <FieldInput
              key={name}
              id={`bulk-${name}`}
              name={name}
              field={field}
              value={values[name]}
              error={refused?.errors[name]}
              choices={refused?.choices?.[name]}
            />
          ))}
        </div>
        <FormFooter said={bulkMessages.nothingYet} cancelUrl={close}>
          <Button type="submit" loading={busy} disabled={!isReady || busy}>
            {bulkMessages.next}
          </Button>
        </FormFooter>
      </Form>
      {action.name === 'change' && <FieldChoiceForm />}
    </>
  )
}

/**
 * Renders the choice of the field to change, which determines its input. The choice is in the URL,
 * through a form of its own.
 */
function FieldChoice({ action, loaded }: Pick<BulkStepProps, 'action' | 'loaded'>) {
  const submit = useSubmit()
  const { field } = loaded
  // Follows the URL without remounting, so that arrow keys continue in it.
  const [choice, setChoice] = useState({ field, value: field ?? '' })
  if (choice.field !== field) setChoice({ field, value: field ?? '' })
  const options = Object.entries(action.fields).map(([value, { label }]) => ({ value, label }))
  return (
    <div>
      <Select
        id="bulk-field"
        form={choiceFormId}
        label={bulkMessages.field}
        name={fieldParam}
        options={options}
        emptyLabel={bulkMessages.choose}
        value={choice.value}
        onChange={({ currentTarget: { form, value } }) => {
          setChoice({ field, value })
          if (form) void submit(form, { replace: true, preventScrollReset: true })
        }}
        required
      />
      <noscript>
        <button type="submit" form={choiceFormId}>
          {bulkMessages.choose}
        </button>
      </noscript>
    </div>
  )
}

const choiceFormId = 'bulk-field-choice'

/** Renders the form for that choice, with the URL's other parameters. */
function FieldChoiceForm() {
  const { pathname, search } = useLocation()
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== fieldParam)
  return (
    <Form id={choiceFormId} method="get" action={pathname} hidden>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Form>
  )
}
