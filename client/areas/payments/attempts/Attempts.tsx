import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  attemptStates,
  formatCard,
  isUnresolved,
  failureReasons,
} from '#shared/areas/payments/attempts.ts'
import type { AttemptState, FailureReason } from '#shared/areas/payments/attempts.ts'
import { disputes, disputeStates } from '#shared/areas/payments/disputes.ts'
import { incidents, incidentStates } from '#shared/areas/payments/incidents.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import { refundStates } from '#shared/areas/payments/refunds.ts'
import {
  RowMenu,
  Status,
  createListScreen,
  createStateCell,
  switchScreens,
} from '#client/frame/index.ts'
import { createListLoader } from '#client/list/listLoader.ts'
import { getAttemptActions } from './attemptActions.ts'
import { attemptsPanels } from './attemptsPanels.ts'
import { paymentAttemptsMessages } from './messages.ts'
import { createOrdersLoader, getOrderTabs } from './orderTabs.ts'
import * as styles from './Attempts.css.ts'

const renderAttemptStatus = createStateCell('status', attemptStates, {
  open: 'bad',
  scheduled: 'warn',
  waiting: 'warn',
  processing: 'warn',
  recovered: 'good',
  abandoned: 'off',
  dismissed: 'off',
})
const renderIncidentStatus = createStateCell('status', incidentStates, {
  open: 'bad',
  resolved: 'good',
})

const renderDisputeStatus = createStateCell('status', disputeStates, {
  open: 'bad',
  review: 'warn',
  won: 'good',
  lost: 'off',
})

const renderRefundState = createStateCell('state', refundStates, {
  requested: 'warn',
  waiting: 'warn',
  processing: 'warn',
  unknown: 'bad',
  succeeded: 'good',
  failed: 'bad',
  rejected: 'off',
  withdrawn: 'off',
})

const renderAttemptActions = (attempt: AnyRecord, view: ListView) => (
  <RowMenu
    label={paymentAttemptsMessages.more(getLabel(paymentAttempts, attempt))}
    entries={[
      [
        paymentAttemptsMessages.timeline,
        createPanelUrls(paymentAttempts, view)('timeline', attempt.id),
      ],
      ...getAttemptActions(attempt, view).map(
        ([words, to]) => [words, to, paymentAttempts, 'write'] as const,
      ),
    ]}
  />
)

const attemptsScreen = createListScreen(
  paymentAttempts,
  {
    cells: {
      status: (attempt) =>
        attempt['unclear'] === true && attempt['status'] !== 'processing' ? (
          <Status tone="bad">{paymentAttemptsMessages.unclear}</Status>
        ) : (
          renderAttemptStatus(attempt)
        ),
      reason: ({ reason, actor, status }) => (
        <>
          {failureReasons[reason as FailureReason] ?? String(reason)}
          {isUnresolved(status as AttemptState) && (
            <span className={styles.actor}>{paymentAttemptsMessages.acts[String(actor)]}</span>
          )}
        </>
      ),
      cardBrand: ({ cardBrand, cardLast4 }) => formatCard(cardBrand, cardLast4),
    },
    widths: { orderNumber: 100, storeId: 230 },
    rowActions: renderAttemptActions,
  },
  attemptsPanels,
)

/**
 * Failed payments (screens.md): the generic list with actions for each payment, and tabs for
 * incidents, disputes, all stores' orders, and refunds.
 */
export const { loader, action, Component, panels } = switchScreens(attemptsScreen, {
  incidents: createListScreen(
    incidents,
    // Amounts of many payments fit.
    {
      cells: { status: renderIncidentStatus },
      widths: { stake: 124 },
      rowActions: () => <span />,
    },
    attemptsPanels,
  ),
  disputes: createListScreen(
    disputes,
    { cells: { status: renderDisputeStatus }, rowActions: () => <span /> },
    attemptsPanels,
  ),
  orders: createListScreen(
    orders,
    { widths: { number: 110 }, rowActions: () => <span />, tabs: getOrderTabs },
    attemptsPanels,
    createOrdersLoader(createListLoader(orders, attemptsPanels)),
  ),
  refunds: createListScreen(
    paymentRefunds,
    { cells: { state: renderRefundState }, widths: { orderId: 110 }, rowActions: () => <span /> },
    attemptsPanels,
  ),
})
