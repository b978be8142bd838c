import type { AnyRecord } from '#shared/engine/resource.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { paymentAttemptsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'

export const isAttemptProcessing = ({ status }: AnyRecord): boolean => status === 'processing'

/** Says since when the provider has been processing a payment, and why nothing can be done about it. */
export function ProcessingNote({ attempt: { gateway, processingSince } }: { attempt: AnyRecord }) {
  // A newer platform may have more gateways.
  const name = gateways[gateway as Gateway] ?? String(gateway)
  return (
    <p className={panel.warning}>
      {typeof processingSince === 'string' && (
        <>
          <Instant at={processingSince} format={paymentAttemptsMessages.processing(name)} />{' '}
        </>
      )}
      {paymentAttemptsMessages.processingExplain(name)}
    </p>
  )
}
