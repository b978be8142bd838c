import { historyAddress } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { RoutePath } from '#shared/navigation/routes.ts'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { Link } from '#client/ui/Link.tsx'
import type { Told } from './look.tsx'
import { paymentWords as say } from './words.ts'

type Props = SetupProps<Told> & { record: AnyRecord }

/** How it fares with the payments of its stores. */
export function Health({ record }: Props) {
  const { success, problem, provider, state } = record
  const failedAt = `${'/paymentAttempt' satisfies RoutePath}?filter[gateway][eq]=${String(provider)}`
  return (
    <section className={setup.card} aria-labelledby="health-title">
      <div className={setup.head}>
        <h2 id="health-title" className={setup.heading}>
          {say.successTitle}
        </h2>
        <Link to={failedAt}>{say.failed}</Link>
      </div>
      <div className={setup.inset}>
        <p>{typeof success === 'number' ? say.successOf(success) : say.noPayments}</p>
        {typeof problem === 'string' && state !== 'degraded' && (
          <p className={setup.warning}>
            {say.problem}: {problem}
          </p>
        )}
      </div>
    </section>
  )
}

/** Its changes stand in the panel of the list, as those of every record. */
export function Audit({ record, resource }: Props) {
  const changes = historyAddress(resource, record.id)
  return (
    <section className={setup.card} aria-labelledby="audit-title">
      <div className={setup.head}>
        <h2 id="audit-title" className={setup.heading}>
          {say.tabs.audit}
        </h2>
      </div>
      <div className={setup.inset}>
        <p>{changes ? say.auditExplain : say.auditRight}</p>
        {changes && (
          <p>
            <Link to={changes}>{say.auditLink}</Link>
          </p>
        )}
      </div>
    </section>
  )
}
