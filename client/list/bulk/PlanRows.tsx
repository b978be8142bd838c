import { useLocation } from 'react-router'
import type { Resource } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { parsePlanQuery, buildPlanRowsUrl } from '#shared/engine/bulk/planUrl.ts'
import { planOutcomes } from '#shared/engine/bulk/planOutcomes.ts'
import type { PlanPage, PlanRow } from '#shared/engine/bulk/planCalls.ts'
import { planMessages } from '#shared/engine/bulk/planMessages.ts'
import { Diff } from '../panels/Diff.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import * as sides from '../panels/Diff.css.ts'
import * as styles from './PlanRows.css.ts'

type Props = {
  /** The resource whose fields the rows change. */
  resource: Resource
  plan: PlanPage
  action: string
  /** URL of the file with all rows. */
  file: string
  /** Text for a record without changed fields. */
  goes?: string
}

/**
 * Renders a page of a plan's rows, a filter by outcome, and a download of all rows. These are
 * links, so that no script is needed.
 */
export function PlanRows({ resource, plan, action, file, goes }: Props) {
  const { data, counts } = plan
  const outcomes = planOutcomes.filter((name) => (counts[name] ?? 0) > 0)
  if (outcomes.length === 0) return null
  return (
    <section aria-label={planMessages.rows}>
      {outcomes.length > 1 && <OutcomeFilter plan={plan} action={action} />}
      <ul className={sides.rows}>
        {data.map((row) => (
          <PlanRowItem key={row.row} resource={resource} row={row} goes={goes} />
        ))}
      </ul>
      <div className={styles.foot}>
        <a href={file} download>
          {planMessages.download}
        </a>
        <PlanPages plan={plan} />
      </div>
    </section>
  )
}

function OutcomeFilter({ plan: { counts }, action }: Pick<Props, 'plan' | 'action'>) {
  const location = useLocation()
  const { outcome: current } = parsePlanQuery(new URLSearchParams(location.search))
  const words = planMessages.outcomes(action)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const choices = [
    { outcome: null, label: planMessages.all, count: total },
    ...planOutcomes.map((outcome) => ({
      outcome,
      label: words[outcome],
      count: counts[outcome] ?? 0,
    })),
  ].filter(({ count }) => count > 0)
  return (
    <nav aria-label={planMessages.filter}>
      <ul className={styles.filter}>
        {choices.map(({ outcome, label, count }) => (
          <li key={label}>
            <Link
              to={buildPlanRowsUrl(location, { outcome, after: 0 })}
              aria-current={outcome === current ? 'true' : undefined}
              preventScrollReset
            >
              {label} {formatNumber(count)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PlanRowItem({
  resource,
  row,
  goes = '',
}: {
  resource: Resource
  row: PlanRow
  goes?: string | undefined
}) {
  const { code, label, outcome, sentence, before, after, warns } = row
  const isSkipped = outcome !== 'create' && outcome !== 'change'
  return (
    <li>
      <span className={styles.row}>
        {label}
        {code !== null && code !== label && <span className={styles.facts}>{code}</span>}
        {warns.length > 0 && <span className={styles.facts}>{warns.join(' ')}</span>}
      </span>
      {isSkipped ? (
        <span className={styles.why} data-refused={outcome === 'unchanged' ? undefined : true}>
          {sentence}
        </span>
      ) : (
        <Diff {...{ resource, before, after }} none={goes} named isNew={outcome === 'create'} />
      )}
    </li>
  )
}

function PlanPages({ plan: { data, page } }: Pick<Props, 'plan'>) {
  const location = useLocation()
  const { after, next, previous, total } = page
  if (next === null && previous === null) return null
  const { outcome } = parsePlanQuery(new URLSearchParams(location.search))
  const buildPageUrl = (offset: number) => buildPlanRowsUrl(location, { outcome, after: offset })
  return (
    <nav className={styles.steps} aria-label={planMessages.pages}>
      <span aria-live="polite">{planMessages.range(after + 1, after + data.length, total)}</span>
      {previous !== null && (
        <ButtonLink to={buildPageUrl(previous)} color="white" size="small" preventScrollReset>
          {planMessages.previous}
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink to={buildPageUrl(next)} color="white" size="small" preventScrollReset>
          {planMessages.next}
        </ButtonLink>
      )}
    </nav>
  )
}
