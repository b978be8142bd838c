import { optional } from '#shared/engine/fields/fields.ts'
import { selectedIdsParam } from '#shared/engine/list/selectedIds.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import {
  maintenanceMessageField,
  statusReasonField,
} from '#shared/areas/stores/status/storeStatusCalls.ts'
import { storeStatusMessages } from '#shared/areas/stores/status/storeStatusMessages.ts'
import type { StatusPanelProps } from '#client/frame/areaParts.ts'
import { FormField } from '#client/frame/index.ts'
import { isPageFailure } from '#client/runtime/failures.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { ImpactConfirmation } from '#client/form/ImpactConfirmation.tsx'
import { SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import { actionParam } from '#client/list/bulk/bulkUrl.ts'
import { Link } from '#client/ui/Link.tsx'
import { statusPanelMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'

/**
 * Confirms a change of a store's status, on the list and on its page (screens.md, "Every form").
 * Posts to the current page.
 */
export function StatusPanel({
  store,
  change,
  readiness,
  refused,
  writeKey,
  close,
}: StatusPanelProps) {
  const isRejected = refused?.intent === 'status' && refused.values['change'] === change
  const rejected = isRejected ? refused : undefined
  const { label, reason } = statusChanges[change]
  return (
    <SmallForm
      key={change}
      of={stores}
      record={store}
      close={close}
      writeKey={`${writeKey}-${change}-${rejected?.conflict?.version ?? store.version}`}
      refused={rejected}
      intent="status"
      sends={{ change }}
      title={storeStatusMessages.titles[change]}
      question={
        rejected?.impact && (
          <ImpactConfirmation reach={rejected.impact} words={storeStatusMessages.confirm} />
        )
      }
      buttons={
        <SubmitButton color={reason ? 'error' : 'primary'}>
          {rejected?.impact ? storeStatusMessages.confirm.submit(label) : label}
        </SubmitButton>
      }
    >
      {(answer) => (
        <>
          <StatusConsequences store={store} change={change} readiness={readiness} />
          {change === 'startMaintenance' && (
            <FormField
              id="maintenance-message"
              name="message"
              field={maintenanceMessageField}
              answer={answer}
            />
          )}
          <FormField
            id={`${change}-reason`}
            name="reason"
            field={reason ? statusReasonField : optional(statusReasonField)}
            answer={answer}
          />
          <p>
            <Link to={buildLaterUrl(store, change)}>{statusPanelMessages.later}</Link>
          </p>
        </>
      )}
    </SmallForm>
  )
}

/** Builds the URL of the same change as a bulk action, whose preview can be scheduled. */
const buildLaterUrl = ({ id }: AnyRecord, change: StatusPanelProps['change']) =>
  `${stores.path}?${selectedIdsParam}=${id}&${actionParam}=${change}`

function StatusConsequences({
  store,
  change,
  readiness,
}: Pick<StatusPanelProps, 'store' | 'change' | 'readiness'>) {
  if (readiness && isPageFailure(readiness)) return <FailureText failure={readiness} />
  const cannot = (readiness?.checks ?? []).flatMap(({ key, ok, detail }) => {
    const words = ok ? undefined : storeStatusMessages.cannot[key]
    return words ? [{ key, words, detail }] : []
  })
  const warnings = (readiness?.checks ?? []).flatMap(({ warning }) => warning ?? [])
  const members = Number(store['members'] ?? 0)
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} className={panel.warning}>
          {warning}
        </p>
      ))}
      {!readiness || cannot.length === 0 ? (
        <p>
          {storeStatusMessages.explain[change]}{' '}
          {!readiness &&
            members > 0 &&
            storeStatusMessages.concerns(formatNumber(members), members === 1)}
        </p>
      ) : (
        <div className={panel.warning}>
          <p>{storeStatusMessages.ready(readiness.percent)}</p>
          <ul className={panel.list}>
            {cannot.map(({ key, words, detail }) => (
              <li key={key}>
                <strong>{words}.</strong> {detail}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
