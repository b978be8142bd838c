import { disputes } from '#shared/areas/payments/disputes.ts'
import type { DisputeState } from '#shared/areas/payments/disputes.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { definePanels, getPanelHeading, loadPanelRecord } from '#client/frame/index.ts'
import { Panel } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { NeighborLinks } from '#client/list/panels/RecordPanel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { paymentAttemptsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'

const disputeFacts = [
  'status',
  'dueAt',
  'amount',
  'reason',
  'storeId',
  'memberId',
  'gateway',
  'reference',
  'openedAt',
  'closedAt',
]

const openDispute: DisputeState = 'open'

const getProviderName = ({ gateway }: AnyRecord) =>
  Object.entries(gateways).find(([name]) => name === gateway)?.[1] ?? String(gateway)

/** Shows a dispute. Operators respond to it at the provider. */
const DisputePanel = ({ loaded: dispute, ...props }: PanelProps<AnyRecord>) => (
  <Panel
    {...getPanelHeading(props, dispute)}
    size="medium"
    tools={<NeighborLinks {...props} record={dispute} />}
  >
    <div className={panel.body}>
      <RecordFacts resource={disputes} record={dispute} names={disputeFacts} />
      {dispute['status'] === openDispute && (
        <p>{paymentAttemptsMessages.respond(getProviderName(dispute))}</p>
      )}
      <nav className={panel.inline} aria-label={paymentAttemptsMessages.actions}>
        <ButtonLink
          to={`/paymentAttempt?orders&order=${String(dispute['orderId'])}`}
          size="small"
          color="white"
        >
          {paymentAttemptsMessages.openOrder(String(dispute['orderNumber']))}
        </ButtonLink>
      </nav>
    </div>
  </Panel>
)

/** The panel beside the list of disputes. */
export const disputePanels = definePanels({
  dispute: {
    of: disputes,
    reads: true,
    Panel: DisputePanel,
    intents: {},
    load: loadPanelRecord,
  } satisfies PanelDefinition<AnyRecord>,
})
