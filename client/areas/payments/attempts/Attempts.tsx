import '#client/frame/signedIn.ts'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { attemptStates, cardNamed, isUnsettled, reasons } from '#shared/areas/payments/attempts.ts'
import type { AttemptState, Reason } from '#shared/areas/payments/attempts.ts'
import { incidents, incidentStates } from '#shared/areas/payments/incidents.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { plainScreen, withScreens } from '#client/list/plainScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { stateCell } from '#client/list/table/stateCell.tsx'
import { Status } from '#client/ui/Status.tsx'
import { attemptActions } from './attemptActions.ts'
import { attemptsPanels } from './attemptsPanels.ts'
import { attemptsWords as say } from './words.ts'
import * as styles from './Attempts.css.ts'

const statusCell = stateCell('status', attemptStates, {
  open: 'bad',
  scheduled: 'warn',
  waiting: 'warn',
  processing: 'warn',
  recovered: 'good',
  abandoned: 'off',
  dismissed: 'off',
})
const incidentCell = stateCell('status', incidentStates, { open: 'bad', resolved: 'good' })

const rowActions = (attempt: AnyRecord, view: ListView) => (
  <RowMenu
    label={say.more(labelOf(paymentAttempts, attempt))}
    entries={[
      [say.timeline, panelAddresses(paymentAttempts, view)('timeline', attempt.id)],
      ...attemptActions(attempt, view).map(
        ([words, to]) => [words, to, paymentAttempts, 'write'] as const,
      ),
    ]}
  />
)

const attempts = plainScreen(
  paymentAttempts,
  {
    cells: {
      status: (attempt) =>
        attempt['unclear'] === true && attempt['status'] !== 'processing' ? (
          <Status tone="bad">{say.unclear}</Status>
        ) : (
          statusCell(attempt)
        ),
      reason: ({ reason, actor, status }) => (
        <>
          {reasons[reason as Reason] ?? String(reason)}
          {isUnsettled(status as AttemptState) && (
            <span className={styles.actor}>{say.acts[String(actor)]}</span>
          )}
        </>
      ),
      cardBrand: ({ cardBrand, cardLast4 }) => cardNamed(cardBrand, cardLast4),
    },
    widths: { orderNumber: 100, storeId: 230 },
    rowActions,
  },
  attemptsPanels,
)

/** Failed payments (screens.md): the generic list with what is done about each, and the orders of all stores beside it. */
export const { loader, action, Component, panels } = withScreens(attempts, {
  incidents: plainScreen(
    incidents,
    { cells: { status: incidentCell }, rowActions: () => <span /> },
    attemptsPanels,
  ),
  orders: plainScreen(
    orders,
    { widths: { number: 110 }, rowActions: () => <span /> },
    attemptsPanels,
  ),
})
