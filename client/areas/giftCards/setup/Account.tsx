import { Form, useLocation, useNavigation } from 'react-router'
import { longText } from '#shared/engine/fields/fields.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatMinor, formatMoney } from '#shared/format/money.ts'
import {
  Button,
  CopyText,
  FormField,
  Section,
  SectionForm,
  Status,
  Table,
} from '#client/frame/index.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { Instant } from '#client/ui/Instant.tsx'
import type { GiftCardSetupData } from './setupData.ts'
import { giftCardSetupMessages } from './setupMessages.ts'

type AccountProps = SetupProps<GiftCardSetupData> & { record: AnyRecord }

/** Shows the account's balances and webhook, and the switch that freezes all its gift cards. */
export const GiftCardAccount = (props: AccountProps) => (
  <>
    <BalancesSection {...props} />
    <WebhookSection {...props} />
    {props.resource.api.writes.includes('change') && <FreezeSection {...props} />}
  </>
)

function BalancesSection(props: AccountProps) {
  const { balances } = props.more
  return (
    <Section
      id="balances"
      title={giftCardSetupMessages.balances}
      aside={props.resource.api.writes.includes('change') && <RefreshButton {...props} />}
    >
      <div className={setup.inset}>
        <p className={setup.soft}>
          {balances?.at ? (
            <>
              {giftCardSetupMessages.readAt} <Instant at={balances.at} />.
            </>
          ) : (
            giftCardSetupMessages.notRead
          )}{' '}
          {giftCardSetupMessages.balancesExplain}
        </p>
        {(balances?.shortages ?? []).map(({ currency, failed, needed }) => (
          <p key={currency}>
            <Status tone="bad">
              {giftCardSetupMessages.short(failed, currency, formatMoney(needed, currency))}
            </Status>
          </p>
        ))}
        {balances?.at && (
          <Table
            caption={giftCardSetupMessages.byCurrency}
            rows={balances.balances}
            keyOf={({ currency }) => currency}
            empty={<p>{giftCardSetupMessages.none}</p>}
            columns={[
              { label: giftCardSetupMessages.currency, render: ({ currency }) => currency },
              {
                label: giftCardSetupMessages.amount,
                align: 'end',
                render: ({ amount, currency }) => formatMinor(amount, currency),
              },
              {
                label: giftCardSetupMessages.low,
                render: ({ low }) => (
                  <Status tone={low ? 'bad' : 'good'}>
                    {low ? giftCardSetupMessages.low : giftCardSetupMessages.enough}
                  </Status>
                ),
              },
            ]}
          />
        )}
      </div>
    </Section>
  )
}

/** Shows the URL that receives Runa's events, and the last event. The sandbox sends none. */
function WebhookSection({ more: { balances } }: AccountProps) {
  if (!balances?.webhook) return null
  const { address, heardAt } = balances.webhook
  return (
    <Section id="webhook" title={giftCardSetupMessages.webhook}>
      <div className={setup.inset}>
        {address === null ? (
          <p className={setup.warning}>{giftCardSetupMessages.noAddress}</p>
        ) : (
          <>
            <p className={setup.soft}>{giftCardSetupMessages.webhookExplain}</p>
            <CopyText text={address} what={giftCardSetupMessages.webhookAddress} />
          </>
        )}
        <p className={setup.soft}>
          {heardAt === null ? (
            giftCardSetupMessages.notHeard
          ) : (
            <>
              {giftCardSetupMessages.heard} <Instant at={heardAt} />.
            </>
          )}
        </p>
      </div>
    </Section>
  )
}

function FreezeSection({ record, refused, writeKey }: AccountProps) {
  const isFrozen = record['frozen'] === true
  const form = { record, writeKey, canSubmit: true }
  const { impact } = refused ?? {}
  // Other changes of a setup affect stores; this one affects templates.
  const rejected =
    refused && impact
      ? { ...refused, impact: { ...impact, nouns: giftCardSetupMessages.live } }
      : refused
  return (
    <Section
      id="freeze"
      title={giftCardSetupMessages.freezeTitle}
      aside={isFrozen && <Status tone="bad">{giftCardSetupMessages.frozen}</Status>}
    >
      {isFrozen ? (
        <SectionForm
          {...form}
          refused={refused}
          intent="unfreeze"
          color="primary"
          button={giftCardSetupMessages.unfreeze}
        >
          {() => <p>{giftCardSetupMessages.isFrozen(String(record['frozenReason'] ?? ''))}</p>}
        </SectionForm>
      ) : (
        <SectionForm
          {...form}
          refused={rejected}
          intent="freeze"
          color="error"
          button={giftCardSetupMessages.freeze}
          impactMessages={giftCardSetupMessages.stops}
        >
          {(answer) => (
            <>
              <p className={setup.soft}>{giftCardSetupMessages.freezeExplain}</p>
              <FormField
                id="freeze-reason"
                name="reason"
                field={longText(giftCardSetupMessages.reason, { max: 300 })}
                answer={answer}
              />
            </>
          )}
        </SectionForm>
      )}
    </Section>
  )
}

/** Refreshes the balances, and shows why that failed. */
function RefreshButton({ record, refused, writeKey }: AccountProps) {
  const { pathname, search } = useLocation()
  const sending = useNavigation().formData?.get('intent') === 'refresh'
  const failure = refused?.intent === 'refresh' ? refused.failure : undefined
  return (
    <Form method="post" action={pathname + search} preventScrollReset noValidate>
      <input type="hidden" name="intent" value="refresh" />
      <input type="hidden" name="id" value={record.id} />
      <input type="hidden" name="writeKey" value={`${writeKey}-refresh`} />
      {failure && <FailureText failure={failure} />}
      <Button type="submit" color="white" loading={sending}>
        {giftCardSetupMessages.refresh}
      </Button>
    </Form>
  )
}
