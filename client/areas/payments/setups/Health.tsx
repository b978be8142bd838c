import { buildHistoryUrl } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { RoutePath } from '#shared/navigation/routes.ts'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { Link } from '#client/ui/Link.tsx'
import type { PaymentSetupData } from './setupCells.tsx'
import { paymentSetupsMessages } from './messages.ts'

type PaymentHealthProps = SetupProps<PaymentSetupData> & { record: AnyRecord }

/** Shows the setup's success rate with its stores' payments. */
export function PaymentHealth({ record }: PaymentHealthProps) {
  const { success, problem, provider, state } = record
  const failedPaymentsUrl = `${'/paymentAttempt' satisfies RoutePath}?filter[gateway][eq]=${String(provider)}`
  return (
    <section className={setup.card} aria-labelledby="health-title">
      <div className={setup.head}>
        <h2 id="health-title" className={setup.heading}>
          {paymentSetupsMessages.successTitle}
        </h2>
        <Link to={failedPaymentsUrl}>{paymentSetupsMessages.failed}</Link>
      </div>
      <div className={setup.inset}>
        <p>
          {typeof success === 'number'
            ? paymentSetupsMessages.successOf(success)
            : paymentSetupsMessages.noPayments}
        </p>
        {typeof problem === 'string' && state !== 'degraded' && (
          <p className={setup.warning}>
            {paymentSetupsMessages.problem}: {problem}
          </p>
        )}
      </div>
    </section>
  )
}

/** Links to the changes, which the list's panel shows, as for every record. */
export function ChangeHistoryLink({ record, resource }: PaymentHealthProps) {
  const changes = buildHistoryUrl(resource, record.id)
  return (
    <section className={setup.card} aria-labelledby="audit-title">
      <div className={setup.head}>
        <h2 id="audit-title" className={setup.heading}>
          {paymentSetupsMessages.tabs.audit}
        </h2>
      </div>
      <div className={setup.inset}>
        <p>{changes ? paymentSetupsMessages.auditExplain : paymentSetupsMessages.auditRight}</p>
        {changes && (
          <p>
            <Link to={changes}>{paymentSetupsMessages.auditLink}</Link>
          </p>
        )}
      </div>
    </section>
  )
}
