import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { formatNumber } from '#shared/format/numbers.ts'
import { buildPlanFileUrl } from '#shared/engine/bulk/planCalls.ts'
import type { Plan } from '#shared/engine/bulk/planCalls.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { PlanRows } from '../bulk/PlanRows.tsx'
import { Button } from '#client/ui/Button.tsx'
import { StoresPanelForm } from './StoreListForm.tsx'
import { storeListMessages } from './messages.ts'
import { buildStoreListPanelUrl } from '#client/form/storeListUrl.ts'
import type { StoreListProps } from './storeListProps.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './StoreList.css.ts'

type Props = StoreListProps & { plan: Plan }

/** Renders what would change in each store, and the button that changes these and no others. */
export function StoreListChangePreview({ loaded, writeKey, plan, refused }: Props) {
  const location = useLocation()
  const start = useRef<HTMLDivElement>(null)
  const { counts, warns } = plan
  const { change: changes = 0, unchanged = 0, refused: skipped = 0, unknown = 0 } = counts
  const change = plan.action === 'remove' ? 'remove' : 'add'
  // Not on the button: a second Enter would start the job unread.
  useEffect(() => start.current?.focus(), [])
  const figures = [
    [changes, storeListMessages.will[change]],
    [unchanged, storeListMessages.unchanged],
    [skipped, storeListMessages.refused],
    ...(unknown > 0 ? [[unknown, storeListMessages.unknown] as const] : []),
  ] as const
  return (
    <StoresPanelForm
      intent="startStores"
      record={loaded.record.id}
      writeKey={writeKey}
      sends={{ plan: plan.id }}
      className={panel.form}
    >
      <div className={panel.body}>
        {refused?.failure && <FailureText failure={refused.failure} />}
        <div ref={start} role="group" aria-label={storeListMessages.planTitle} tabIndex={-1}>
          <dl className={styles.figures}>
            {figures.map(([count, words]) => (
              <div key={words}>
                <dt>{words}</dt>
                <dd>{formatNumber(count)}</dd>
              </div>
            ))}
          </dl>
        </div>
        {warns.map((sentence) => (
          <p key={sentence} className={panel.warning}>
            {sentence}
          </p>
        ))}
        {changes === 0 && <p role="alert">{storeListMessages.nothing}</p>}
        {changes > 0 && <p>{storeListMessages.undo}</p>}
        <PlanRows
          resource={stores}
          plan={plan}
          action={plan.action}
          file={buildPlanFileUrl(plan.id)}
        />
      </div>
      <FormFooter
        said={storeListMessages.nothingYet}
        cancelUrl={buildStoreListPanelUrl(location, loaded.record.id)}
        cancelLabel={storeListMessages.back}
      >
        {changes > 0 && (
          <Button type="submit" color={change === 'remove' ? 'error' : 'primary'}>
            {storeListMessages.submit[change](changes)}
          </Button>
        )}
      </FormFooter>
    </StoresPanelForm>
  )
}
