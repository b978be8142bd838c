import { useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { AnyRecord } from '#shared/resource.ts'
import { reasonField } from '#shared/stores/storeStatusCalls.ts'
import { storeStatusMessages } from '#shared/stores/storeStatusMessages.ts'
import { statusChanges } from '#shared/stores/storeStates.ts'
import type { StatusChangeName } from '#shared/stores/storeStates.ts'
import { FieldInput } from '#client/list/FieldInput.tsx'
import type { Refused } from '#client/list/answerForm.ts'
import { FailureText } from '#client/list/PanelFailure.tsx'
import { Button } from '#client/ui/Button.tsx'
import { useFocusOnRefusal } from '#client/ui/focusFirstInvalid.ts'
import * as panel from '#client/list/Panel.css.ts'

const say = storeStatusMessages

/** One change of a store's status, with the reason where one must be given; posts to the page it stands on. */
export function StatusForm({
  store,
  change,
  refused,
  writeKey,
}: {
  store: AnyRecord
  change: StatusChangeName
  refused: Refused | undefined
  writeKey: string
}) {
  const { pathname, search } = useLocation()
  const { formData } = useNavigation()
  const asked = refused?.intent === 'status' && refused.values['change'] === change
  const answer = asked ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(form, answer)
  const { label, reason } = statusChanges[change]
  const version = answer?.conflict?.version ?? store.version
  return (
    <Form
      ref={form}
      method="post"
      action={pathname + search}
      className={panel.form}
      noValidate
      preventScrollReset
    >
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="change" value={change} />
      <input type="hidden" name="id" value={store.id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="writeKey" value={`${writeKey}-${change}-${version}`} />
      <div className={panel.body}>
        {answer?.conflict && (
          <p className={panel.warning} role="alert">
            {say.changed(answer.conflict.updatedBy)}
          </p>
        )}
        {answer?.failure && <FailureText failure={answer.failure} />}
        <p>{say.explain[change]}</p>
        {reason && (
          <FieldInput
            id={`${change}-reason`}
            name="reason"
            field={reasonField}
            value={answer?.values['reason']}
            error={answer?.errors['reason']}
          />
        )}
      </div>
      <div className={panel.bar}>
        <Button
          type="submit"
          color={reason ? 'warning' : 'primary'}
          loading={formData?.get('change') === change}
        >
          {label}
        </Button>
      </div>
    </Form>
  )
}
