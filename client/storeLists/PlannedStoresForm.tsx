import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { formatNumber } from '#shared/numbers.ts'
import { FormFooter } from '../form/FormFooter.tsx'
import { Button } from '../ui/Button.tsx'
import { ListForm } from './ListForm.tsx'
import { storeListMessages as say } from './messages.ts'
import { buildStoreListUrl } from './storeListAddress.ts'
import type { StoreListProps } from './storeListProps.ts'
import type { PlannedStores } from './storeListIntents.ts'
import * as panel from '../form/Panel.css.ts'
import * as styles from './StoreList.css.ts'

type Props = Pick<StoreListProps, 'loaded'> & { planned: PlannedStores }

/** What would become of each store, and the button that does it to those and no others. */
export function PlannedStoresForm({ loaded, planned }: Props) {
  const location = useLocation()
  const start = useRef<HTMLDivElement>(null)
  const { plan, startKey } = planned
  const { counts, first, refused, unchanged, unknown, warns } = plan
  const change = plan.change === 'remove' ? 'remove' : 'add'
  // Not the button: Enter that is pressed twice would start the job unread.
  useEffect(() => start.current?.focus(), [])
  const figures = [
    [counts.changes, say.will[change]],
    [counts.unchanged, say.unchanged],
    [counts.refused, say.refused],
    ...(counts.unknown > 0 ? [[counts.unknown, say.unknown] as const] : []),
  ] as const
  const stores = (some: typeof first) =>
    some.map(({ id, label, sentence }) => (
      <li key={id}>
        <span className={styles.store}>
          {label}
          {sentence && <span className={styles.facts}>{sentence}</span>}
        </span>
      </li>
    ))
  return (
    <ListForm
      intent="startStores"
      record={loaded.record.id}
      writeKey={startKey}
      sends={{ plan: plan.id }}
      className={panel.form}
    >
      <div className={panel.body}>
        <div ref={start} role="group" aria-label={say.planTitle} tabIndex={-1}>
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
        {counts.changes === 0 && <p role="alert">{say.nothing}</p>}
        <Some title={say.heads.unknown(unknown.length, counts.unknown)} count={unknown.length}>
          {unknown.map(({ row, sentence }) => (
            <li key={row}>
              <span className={styles.store}>
                {say.row(row)}
                <span className={styles.facts}>{sentence}</span>
              </span>
            </li>
          ))}
        </Some>
        <Some title={say.heads.refused(refused.length, counts.refused)} count={refused.length}>
          {stores(refused)}
        </Some>
        <Some title={say.heads.first(first.length, counts.changes)} count={first.length}>
          {stores(first)}
        </Some>
        <Some
          title={say.heads.unchanged(unchanged.length, counts.unchanged)}
          count={unchanged.length}
        >
          {stores(unchanged)}
        </Some>
        {counts.changes > 0 && <p>{say.undo}</p>}
      </div>
      <FormFooter
        said={say.nothingYet}
        leave={buildStoreListUrl(location, loaded.record.id)}
        leaves={say.back}
      >
        {counts.changes > 0 && (
          <Button type="submit" color={change === 'remove' ? 'error' : 'primary'}>
            {say.submit[change](counts.changes)}
          </Button>
        )}
      </FormFooter>
    </ListForm>
  )
}

function Some({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={styles.head}>{title}</h3>
      <ul className={styles.rows}>{children}</ul>
    </section>
  )
}
