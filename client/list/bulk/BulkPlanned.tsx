import '#client/forms.ts'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Form, useLocation } from 'react-router'
import { asksOf, soMany } from '#shared/engine/bulk.ts'
import type { BulkAction } from '#shared/engine/bulk.ts'
import { formatNumber } from '#shared/numbers.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Sides } from '../panels/Sides.tsx'
import type { Planned } from './bulkIntents.ts'
import type { Acting, StepProps } from './steps.ts'
import { useStepFocus } from './useStepFocus.ts'
import { bulkWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as sides from '../panels/Sides.css.ts'
import * as styles from './Bulk.css.ts'

type Props = StepProps & Acting & { planned: Planned }

/** What would become of the chosen records, and the button that does it to those and no others. */
export function BulkPlanned({ resource, action, loaded, planned, actor, busy, refused }: Props) {
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  useStepFocus(form)
  const { plan, startKey } = planned
  const { counts, first, refused: no, warns, reaches } = plan
  const asks = asksOf(action, loaded.field === null ? [] : [loaded.field])
  const what = (some: typeof first) =>
    some.map(({ id, label, before, after, warns: own }) => (
      <li key={id}>
        <span>
          {label}
          {own.length > 0 && <span className={styles.warns}>{own.join(' ')}</span>}
        </span>
        <Sides {...{ resource, before, after }} none={say.goes} />
      </li>
    ))
  const why = (some: typeof no) =>
    some.map(({ id, label, sentence }) => (
      <li key={id}>
        <span>{label}</span>
        <span className={styles.why}>{sentence}</span>
      </li>
    ))
  const figures = [
    [counts.changes, say.will],
    [counts.unchanged, say.asBefore],
    [counts.refused, say.refusedCount],
  ] as const
  return (
    <Form
      ref={form}
      method="post"
      action={pathname + search}
      className={panel.form}
      onSubmit={() => actor.send({ type: 'job.ask' })}
      preventScrollReset
    >
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="writeKey" value={startKey} />
      <input type="hidden" name="plan" value={plan.id} />
      <div className={panel.body}>
        {refused?.failure && <FailureText failure={refused.failure} />}
        {/* Not the button: Enter that is pressed twice would do it unread. */}
        <div role="group" aria-label={say.plan} tabIndex={-1} data-start>
          <dl className={styles.figures}>
            {figures.map(([count, words]) => (
              <div key={words}>
                <dt>{words}</dt>
                <dd>{formatNumber(count)}</dd>
              </div>
            ))}
          </dl>
        </div>
        {warns.length > 0 && <Warnings all={warns} />}
        {first.length > 0 && (
          <section aria-label={say.first(first.length, counts.changes)}>
            <h3 className={styles.head}>{say.first(first.length, counts.changes)}</h3>
            <Some all={first} rows={what} />
          </section>
        )}
        {counts.changes === 0 && <p role="alert">{say.none}</p>}
        {no.length > 0 && (
          <section aria-label={say.refused(no.length, counts.refused)}>
            <h3 className={styles.head}>{say.refused(no.length, counts.refused)}</h3>
            <Some all={no} rows={why} />
          </section>
        )}
        {counts.changes > 0 && (
          <section aria-label={say.reaches}>
            <h3 className={styles.head}>{say.reaches}</h3>
            {reaches.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </section>
        )}
      </div>
      <FormFooter said={say.nothingYet} leave={pathname + search} leaves={say.back}>
        {counts.changes > 0 && (
          <Button
            type="submit"
            loading={busy}
            disabled={busy}
            color={takesAway(action) ? 'error' : 'primary'}
          >
            {`${asks} ${soMany(resource, counts.changes)}`}
          </Button>
        )}
      </FormFooter>
    </Form>
  )
}

/** What one must know before it is done: the first says of what, the others follow from it. */
function Warnings({ all: [first, ...others] }: { all: readonly string[] }) {
  return (
    <div className={panel.warning}>
      <p>{first}</p>
      <ul className={panel.list}>
        {others.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

/** So many are in sight, so that what it reaches is too. */
const inSight = 5

function Some<One>({ all, rows }: { all: readonly One[]; rows: (some: One[]) => ReactNode }) {
  const more = all.slice(inSight)
  return (
    <>
      <ul className={sides.rows}>{rows(all.slice(0, inSight))}</ul>
      {more.length > 0 && (
        <details>
          <summary className={styles.more}>{say.showMore(more.length)}</summary>
          <ul className={sides.rows}>{rows(more)}</ul>
        </details>
      )}
    </>
  )
}

/** As where one record is changed alone: what must be reasoned takes something from somebody. */
const takesAway = ({ needs, fields }: BulkAction) =>
  needs === 'delete' || fields['reason']?.required === true
