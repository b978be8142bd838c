import { Form, useLocation, useNavigation } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { alertDeliveries } from '#shared/areas/alertChannels/alertDeliveries.ts'
import { resendDelivery } from '#shared/areas/alertChannels/deliveryCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Button, definePanels, getPanelHeading, loadPanelRecord } from '#client/frame/index.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import type { Intents } from '#client/form/handleForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import * as styles from '#client/form/Panel.css.ts'
import { alertChannelMessages } from './messages.ts'

const deliveryFacts = [
  ...Object.keys(alertDeliveries.fields),
  ...Object.keys(alertDeliveries.derived ?? {}),
]

const deliveryIntents = {
  async resend({ api, form, key }) {
    await resendDelivery(api, parseRecordVersion(form).id, key)
    const name = String(form.get('called') ?? '')
    return { notice: 'posted', of: { resource: alertDeliveries.name, id: 0, name, to: '' } }
  },
} satisfies Intents

/** Shows a sent alert, and offers to send it again if it failed. */
function DeliveryPanel({ resource, view, data, refused, loaded: delivery }: PanelProps<AnyRecord>) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const isFailed = delivery['status'] === 'failed' && delivery['endedAt'] === null
  const canResend = useCan()(alertDeliveries, 'write') && isFailed
  return (
    <Panel
      {...getPanelHeading(
        { resource, view },
        delivery,
        canResend ? alertChannelMessages.resendTitle : undefined,
      )}
    >
      <Form method="post" action={pathname + search} className={styles.form} preventScrollReset>
        <div className={styles.body}>
          {refused?.failure && <FailureText failure={refused.failure} />}
          <RecordFacts resource={alertDeliveries} record={delivery} names={deliveryFacts} />
          {canResend && <p>{alertChannelMessages.resendExplain}</p>}
          <input type="hidden" name="intent" value="resend" />
          <input type="hidden" name="writeKey" value={data.writeKey} />
          <input type="hidden" name="id" value={delivery.id} />
          <input type="hidden" name="called" value={getLabel(alertDeliveries, delivery)} />
        </div>
        <FormFooter cancelUrl={buildListUrl(resource, withPanel(view, null))}>
          {canResend && (
            <Button type="submit" loading={busy}>
              {alertChannelMessages.resend}
            </Button>
          )}
        </FormFooter>
      </Form>
    </Panel>
  )
}

export const deliveryPanels = definePanels({
  delivery: {
    reads: true,
    Panel: DeliveryPanel,
    intents: deliveryIntents,
    load: loadPanelRecord,
  },
})
