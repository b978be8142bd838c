import { Link, useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ApiFailure } from '#shared/api.ts'
import type { Api } from '#shared/api.ts'
import { recentChanges } from '#shared/auditCalls.ts'
import type { Change } from '#shared/auditCalls.ts'
import { formatInstant } from '#shared/dates.ts'
import { eventWords } from '#shared/eventWords.ts'
import { messages } from '#shared/messages.ts'
import { clientLists, countOf } from '#shared/platformCalls.ts'
import type { ClientList } from '#shared/platformCalls.ts'
import { resourceNamed } from '#shared/resources/index.ts'
import { apiContext } from '../contexts.ts'
import { pageFailure } from '../failures.ts'
import type { PageFailure } from '../failures.ts'
import { failureSentence } from '../failureSentence.ts'
import { StateMessage } from '../ui/StateMessage.tsx'
import * as styles from './Dashboard.css.ts'

type Figure = { list: ClientList; count: number | null; capped: boolean }
type DashboardData = { figures: Figure[]; changes: Change[] | PageFailure }

/** A failed call as null: failures of the four lists are silently ignored (spec.md section 7), their figure stays open. */
const orNull = <T,>(promise: Promise<T>): Promise<T | null> =>
  promise.catch((error: unknown) => {
    if (error instanceof ApiFailure) return null
    throw error
  })

async function changesOrFailure(api: Api, signal: AbortSignal): Promise<Change[] | PageFailure> {
  try {
    return await recentChanges(api, 10, signal)
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const failure = pageFailure(error, messages.dashboard.recentWhat)
    return error.status === 404 ? { ...failure, code: 'not_offered' } : failure
  }
}

/** The four client lists of spec.md section 3 as figures, and what changed last. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<DashboardData> {
  const api = context.get(apiContext)
  const [changes, ...counts] = await Promise.all([
    changesOrFailure(api, request.signal),
    ...clientLists.map((list) => orNull(countOf(api, list, request.signal))),
  ])
  const figures = clientLists.map((list, at) => ({
    list,
    count: counts[at]?.count ?? null,
    capped: counts[at]?.capped ?? false,
  }))
  return { figures, changes }
}

export function Component() {
  const { figures, changes } = useLoaderData<DashboardData>()
  return (
    <div className={styles.page}>
      <dl className={styles.figures}>
        {figures.map((figure) => (
          <FigureCard key={figure.list} {...figure} />
        ))}
      </dl>
      <section aria-labelledby="recent" className={styles.section}>
        <h2 id="recent" className={styles.heading}>
          {messages.dashboard.recent}
        </h2>
        {'code' in changes ? (
          <p className={styles.soft}>{failureSentence(changes)}</p>
        ) : (
          <Changes changes={changes} />
        )}
      </section>
    </div>
  )
}

function FigureCard({ list, count, capped }: Figure) {
  const resource = resourceNamed(list)
  const shown = count === null ? messages.dashboard.unknown : messages.list.total(count, capped)
  return (
    <div className={styles.figure}>
      <dt className={styles.soft}>{messages.dashboard.lists[list]}</dt>
      <dd className={styles.count}>{resource ? <Link to={resource.path}>{shown}</Link> : shown}</dd>
    </div>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <StateMessage title={messages.dashboard.noChanges} />
  return (
    <ol className={styles.changes}>
      {changes.map((change) => (
        <li key={change.id} className={styles.change}>
          <time dateTime={change.time} className={styles.soft}>
            {formatInstant(change.time)}
          </time>
          <span className={styles.event}>{eventWords(change.event)}</span>
          <span className={styles.target}>{change.label ?? ''}</span>
          <span className={styles.soft}>{change.actor}</span>
        </li>
      ))}
    </ol>
  )
}
