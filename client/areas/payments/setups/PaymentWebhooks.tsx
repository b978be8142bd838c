import { Form, useLocation } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { PaymentEvent } from '#shared/areas/payments/setupCalls.ts'
import { Button, Table } from '#client/frame/index.ts'
import { WebhookEventResult } from '#client/integrations/index.ts'
import { isPageFailure } from '#client/runtime/failures.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { Instant } from '#client/ui/Instant.tsx'
import type { Column } from '#client/ui/Table.tsx'
import type { PaymentSetupData } from './setupCells.tsx'
import { paymentSetupsMessages } from './messages.ts'

type Props = SetupProps<PaymentSetupData> & { record: AnyRecord }

/** Shows the URL that receives the provider's events, the events, and their results. */
export function PaymentWebhooks(props: Props) {
  const { more, record, refused } = props
  const webhook = more?.webhook
  const failure = refused?.intent === 'replay' ? refused.failure : undefined
  return (
    <section className={setup.card} aria-labelledby="webhooks-title">
      <div className={setup.head}>
        <h2 id="webhooks-title" className={setup.heading}>
          {paymentSetupsMessages.events}
        </h2>
      </div>
      {isPageFailure(webhook) && <FailureText failure={webhook} />}
      {webhook && !isPageFailure(webhook) && (
        <>
          <div className={setup.inset}>
            {failure && <FailureText failure={failure} />}
            {record['provider'] === 'manual' ? (
              <p>{paymentSetupsMessages.noWebhooks}</p>
            ) : webhook.address === null ? (
              <p className={setup.warning}>{paymentSetupsMessages.noAddress}</p>
            ) : (
              <p>
                {paymentSetupsMessages.webhookAt}:{' '}
                <code className={setup.wrappingText}>{webhook.address}</code>
              </p>
            )}
          </div>
          <Table
            caption={paymentSetupsMessages.events}
            columns={getEventColumns(props)}
            rows={webhook.data}
            keyOf={({ id }) => id}
            empty={
              <div className={setup.inset}>
                <p className={setup.soft}>{paymentSetupsMessages.noEvents}</p>
              </div>
            }
          />
        </>
      )}
    </section>
  )
}

const getEventColumns = (props: Props): Column<PaymentEvent>[] => [
  { label: paymentSetupsMessages.event, render: ({ kind }) => kind },
  {
    label: paymentSetupsMessages.received,
    render: ({ receivedAt }) => <Instant at={receivedAt} />,
  },
  {
    label: paymentSetupsMessages.outcome,
    render: ({ outcome, sentence, replayedAt }) => (
      <WebhookEventResult
        outcome={outcome}
        sentence={replayedAt ? paymentSetupsMessages.replayed(sentence) : sentence}
      />
    ),
  },
  {
    label: paymentSetupsMessages.replay,
    render: (event) =>
      props.resource.api.writes.includes('change') && <ReplayButton {...props} event={event} />,
  },
]

function ReplayButton({ record, writeKey, event }: Props & { event: PaymentEvent }) {
  const { pathname, search } = useLocation()
  const hidden = {
    intent: 'replay',
    id: record.id,
    event: event.id,
    writeKey: `${writeKey}-${event.id}`,
  }
  return (
    <Form method="post" action={pathname + search} preventScrollReset>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        type="submit"
        size="small"
        color="white"
        aria-label={paymentSetupsMessages.replayOf(event.eventId)}
      >
        {paymentSetupsMessages.replay}
      </Button>
    </Form>
  )
}
