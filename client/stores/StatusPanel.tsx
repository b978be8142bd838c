import { useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { formatNumber } from '#shared/numbers.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import type { Readiness } from '#shared/stores/readinessChecks.ts'
import { reasonField } from '#shared/stores/storeStatusCalls.ts'
import { storeStatusMessages } from '#shared/stores/storeStatusMessages.ts'
import { statusChanges } from '#shared/stores/storeStates.ts'
import type { StatusChangeName } from '#shared/stores/storeStates.ts'
import { isPageFailure } from '../failures.ts'
import type { PageFailure } from '../failures.ts'
import { FieldInput } from '../form/FieldInput.tsx'
import type { Refused } from '../form/answerForm.ts'
import { FormFooter } from '../form/FormFooter.tsx'
import { Panel, panelAsks } from '../form/Panel.tsx'
import { FailureText } from '../form/PanelFailure.tsx'
import { Button } from '../ui/Button.tsx'
import { useFocusOnRefusal } from '../ui/focusFirstInvalid.ts'
import { TypedGuard } from '../form/TypedGuard.tsx'
import * as panel from '../form/Panel.css.ts'

const say = storeStatusMessages

type Props = {
  store: AnyRecord
  change: StatusChangeName
  /** What the store lacks, where the change opens it to members (`statusReadiness.ts`). */
  readiness: Readiness | PageFailure | null
  refused: Refused | undefined
  writeKey: string
  /** The address of the page without the panel. */
  close: string
}

/**
 * One change of a store's status, beside the list and on the store's page alike: what will follow for its members, the
 * reason where one must be given (screens.md, "Every form"). It posts to the page it stands on.
 */
export function StatusPanel({ store, change, readiness, refused, writeKey, close }: Props) {
  const { pathname, search } = useLocation()
  const { formData } = useNavigation()
  const asked = refused?.intent === 'status' && refused.values['change'] === change
  const answer = asked ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(form, answer)
  const { label, reason } = statusChanges[change]
  const version = answer?.conflict?.version ?? store.version
  return (
    <Panel
      key={change}
      title={labelOf(stores, store)}
      kind={stores.title.one}
      close={close}
      row={store.id}
    >
      <TypedGuard writeKey={writeKey}>
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
            <h3 id={panelAsks} className={panel.asks}>
              {say.asks[change]}
            </h3>
            <Consequences store={store} change={change} readiness={readiness} />
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
          <FormFooter leave={close}>
            <Button type="submit" loading={formData?.get('change') === change}>
              {label}
            </Button>
          </FormFooter>
        </Form>
      </TypedGuard>
    </Panel>
  )
}

/** What the change means for the members. */
function Consequences({ store, change, readiness }: Pick<Props, 'store' | 'change' | 'readiness'>) {
  if (readiness && isPageFailure(readiness)) return <FailureText failure={readiness} />
  const cannot = (readiness?.checks ?? []).flatMap(({ key, ok, detail }) => {
    const words = ok ? undefined : say.cannot[key]
    return words ? [{ key, words, detail }] : []
  })
  const members = Number(store['members'] ?? 0)
  if (!readiness || cannot.length === 0)
    return (
      <p>
        {say.explain[change]}{' '}
        {!readiness && members > 0 && say.concerns(formatNumber(members), members === 1)}
      </p>
    )
  return (
    <div className={panel.warning}>
      <p>{say.ready(readiness.percent)}</p>
      <ul className={panel.list}>
        {cannot.map(({ key, words, detail }) => (
          <li key={key}>
            <strong>{words}.</strong> {detail}
          </li>
        ))}
      </ul>
    </div>
  )
}
