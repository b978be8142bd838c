import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  pingWebhook,
  replayDelivery,
  replayFailedDeliveries,
  replayFields,
} from '#shared/areas/webhooks/webhookCalls.ts'
import { webhookDeliveries } from '#shared/areas/webhooks/webhookDeliveries.ts'
import { webhookEventLabels } from '#shared/areas/webhooks/webhookEvents.ts'
import type { WebhookEvent } from '#shared/areas/webhooks/webhookEvents.ts'
import { webhookSubscriptions } from '#shared/areas/webhooks/webhookSubscriptions.ts'
import { FormField, definePanels, loadPanelRecord } from '#client/frame/index.ts'
import type { IntentContext } from '#client/form/handleForm.ts'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { SmallForm, SubmitButton, getListFormProps } from '#client/form/SmallForm.tsx'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { CopyText } from '#client/ui/texts/CopyText.tsx'
import { createWebhookPanel, secretPanel } from './SecretPanel.tsx'
import { webhooksMessages } from './messages.ts'

/** Names the record of a form, and links to a page. */
const toFormLink = (form: FormData, to: string) => ({
  resource: webhookSubscriptions.name,
  id: parseRecordVersion(form).id,
  name: String(form.get('called') ?? ''),
  to,
})

/** Builds the URL of a webhook's deliveries. */
export const buildDeliveriesUrl = (id: number): string =>
  `${webhookDeliveries.path}&filter[subscriptionId][eq]=${id}`

const PingPanel = ({ loaded, ...props }: PanelProps<AnyRecord>) => (
  <SmallForm
    {...getListFormProps(props)}
    record={loaded}
    intent="ping"
    title={webhooksMessages.pingTitle}
    buttons={<SubmitButton>{webhooksMessages.ping}</SubmitButton>}
  >
    {() => <p>{webhooksMessages.pingExplain}</p>}
  </SmallForm>
)

const pingPanel: PanelDefinition<AnyRecord> = {
  Panel: PingPanel,
  intents: {
    async ping({ api, form, key }: IntentContext) {
      const { id } = parseRecordVersion(form)
      await pingWebhook(api, id, key)
      const to = buildDeliveriesUrl(id)
      return { notice: 'pinged', of: toFormLink(form, to), to }
    },
  },
  load: loadPanelRecord,
}

const ReplayPanel = ({ loaded, ...props }: PanelProps<AnyRecord>) => (
  <SmallForm
    {...getListFormProps(props)}
    record={loaded}
    intent="replayFailed"
    title={webhooksMessages.replayTitle}
    buttons={<SubmitButton>{webhooksMessages.replay}</SubmitButton>}
  >
    {(answer) => (
      <>
        <p>{webhooksMessages.replayExplain}</p>
        <FormField
          id="since"
          name="since"
          field={replayFields.since}
          answer={answer}
          initialValue={loaded['failingSince'] ?? loaded.createdAt}
        />
      </>
    )}
  </SmallForm>
)

const replayPanel: PanelDefinition<AnyRecord> = {
  Panel: ReplayPanel,
  intents: {
    async replayFailed({ api, form, key }: IntentContext) {
      const { id } = parseRecordVersion(form)
      const values = await parseValidForm(api, replayFields, form)
      await replayFailedDeliveries(api, id, values, key)
      const to = buildDeliveriesUrl(id)
      return { notice: 'replayed', of: toFormLink(form, to), to }
    },
  },
  load: loadPanelRecord,
}

export const webhookPanels = definePanels({
  create: createWebhookPanel,
  ping: pingPanel,
  secret: secretPanel,
  replay: replayPanel,
})

const deliveryFacts = [
  'event',
  'subscriptionId',
  'messageId',
  'happenedAt',
  'status',
  'attempts',
  'attemptedAt',
  'responseStatus',
  'durationMs',
  'nextTryAt',
  'problem',
]

/** Shows a delivery with its request, and offers to send it again. */
function DeliveryPanel({ loaded, ...props }: PanelProps<AnyRecord>) {
  const canReplay = useCan()(webhookSubscriptions, 'write') && loaded['status'] !== 'waiting'
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={loaded}
      intent="replay"
      title={() => webhookEventLabels[loaded['event'] as WebhookEvent]}
      size="medium"
      cancelLabel={webhooksMessages.close}
      buttons={canReplay && <SubmitButton>{webhooksMessages.replayOne}</SubmitButton>}
    >
      {() => (
        <>
          <RecordFacts resource={webhookDeliveries} record={loaded} names={deliveryFacts} />
          <CopyText
            text={JSON.stringify(JSON.parse(String(loaded['body'])), null, 2)}
            what={webhooksMessages.request}
          />
        </>
      )}
    </SmallForm>
  )
}

export const deliveryPanels = definePanels({
  delivery: {
    reads: true,
    Panel: DeliveryPanel,
    intents: {
      async replay({ api, form, key, url }: IntentContext) {
        const { id } = parseRecordVersion(form)
        await replayDelivery(api, id, key)
        const to = new URL(url)
        const name = String(form.get('called') ?? '')
        return {
          notice: 'posted',
          of: { resource: webhookDeliveries.name, id, name, to: to.pathname + to.search },
        }
      },
    },
    load: loadPanelRecord,
  },
})
