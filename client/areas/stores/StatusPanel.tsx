import '#client/frame/forms.ts'
import '#client/frame/stores.ts'
import { optional } from '#shared/engine/fields/fields.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { reasonField } from '#shared/areas/stores/status/storeStatusCalls.ts'
import { storeStatusMessages } from '#shared/areas/stores/status/storeStatusMessages.ts'
import { statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import type { StatusChangeName } from '#shared/areas/stores/status/storeStates.ts'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import type { Refused } from '#client/form/answerForm.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { ReachQuestion } from '#client/form/ReachQuestion.tsx'
import { SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import * as panel from '#client/form/Panel.css.ts'

const say = storeStatusMessages

type Props = {
  store: AnyRecord
  change: StatusChangeName
  /** Null where the change opens it to nobody (`statusReadiness.ts`). */
  readiness: Readiness | PageFailure | null
  refused: Refused | undefined
  writeKey: string
  close: string
}

/** One change of a store's status, on list and page alike (screens.md, "Every form"). It posts to the page it stands on. */
export function StatusPanel({ store, change, readiness, refused, writeKey, close }: Props) {
  const asked = refused?.intent === 'status' && refused.values['change'] === change
  const answered = asked ? refused : undefined
  const { label, reason } = statusChanges[change]
  return (
    <SmallForm
      key={change}
      of={stores}
      record={store}
      close={close}
      writeKey={`${writeKey}-${change}-${answered?.conflict?.version ?? store.version}`}
      refused={answered}
      intent="status"
      sends={{ change }}
      title={say.titles[change]}
      question={answered?.reach && <ReachQuestion reach={answered.reach} words={say.confirm} />}
      buttons={
        <SendButton color={reason ? 'error' : 'primary'}>
          {answered?.reach ? say.confirm.submit(label) : label}
        </SendButton>
      }
    >
      {(answer) => (
        <>
          <Consequences store={store} change={change} readiness={readiness} />
          <AskedInput
            id={`${change}-reason`}
            name="reason"
            field={reason ? reasonField : optional(reasonField)}
            answer={answer}
          />
        </>
      )}
    </SmallForm>
  )
}

function Consequences({ store, change, readiness }: Pick<Props, 'store' | 'change' | 'readiness'>) {
  if (readiness && isPageFailure(readiness)) return <FailureText failure={readiness} />
  const cannot = (readiness?.checks ?? []).flatMap(({ key, ok, detail }) => {
    const words = ok ? undefined : say.cannot[key]
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
          {say.explain[change]}{' '}
          {!readiness && members > 0 && say.concerns(formatNumber(members), members === 1)}
        </p>
      ) : (
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
      )}
    </>
  )
}
