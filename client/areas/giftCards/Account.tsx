import { Form, useLocation, useNavigation } from 'react-router'
import { longText } from '#shared/engine/fields/fields.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatMinor, formatMoney } from '#shared/format/money.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { SectionForm } from '#client/integrations/SectionForm.tsx'
import { Section } from '#client/ui/Section.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { CopyText } from '#client/ui/texts/CopyText.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Status } from '#client/ui/Status.tsx'
import { Table } from '#client/ui/Table.tsx'
import type { More } from './more.ts'
import { giftCardWords as say } from './words.ts'

type Props = SetupProps<More> & { record: AnyRecord }

/** What the account holds, and the switch that stops all of its gift cards. */
export const Account = (props: Props) => (
  <>
    <Balances {...props} />
    <Webhook {...props} />
    {props.resource.writes.includes('change') && <Freeze {...props} />}
  </>
)

function Balances(props: Props) {
  const { balances } = props.more
  return (
    <Section
      id="balances"
      title={say.balances}
      aside={props.resource.writes.includes('change') && <Refresh {...props} />}
    >
      <div className={setup.inset}>
        <p className={setup.soft}>
          {balances?.at ? (
            <>
              {say.readAt} <Instant at={balances.at} />.
            </>
          ) : (
            say.notRead
          )}{' '}
          {say.balancesExplain}
        </p>
        {(balances?.shortages ?? []).map(({ currency, failed, needed }) => (
          <p key={currency}>
            <Status tone="bad">{say.short(failed, currency, formatMoney(needed, currency))}</Status>
          </p>
        ))}
        {balances?.at && (
          <Table
            caption={say.byCurrency}
            rows={balances.balances}
            keyOf={({ currency }) => currency}
            empty={<p>{say.none}</p>}
            columns={[
              { label: say.currency, render: ({ currency }) => currency },
              {
                label: say.amount,
                align: 'end',
                render: ({ amount, currency }) => formatMinor(amount, currency),
              },
              {
                label: say.low,
                render: ({ low }) => (
                  <Status tone={low ? 'bad' : 'good'}>{low ? say.low : say.enough}</Status>
                ),
              },
            ]}
          />
        )}
      </div>
    </Section>
  )
}

/** Where Runa tells what happened, and when it last did; the sandbox tells nothing. */
function Webhook({ more: { balances } }: Props) {
  if (!balances?.webhook) return null
  const { address, heardAt } = balances.webhook
  return (
    <Section id="webhook" title={say.webhook}>
      <div className={setup.inset}>
        {address === null ? (
          <p className={setup.warning}>{say.noAddress}</p>
        ) : (
          <>
            <p className={setup.soft}>{say.webhookExplain}</p>
            <CopyText text={address} what={say.webhookAddress} />
          </>
        )}
        <p className={setup.soft}>
          {heardAt === null ? (
            say.notHeard
          ) : (
            <>
              {say.heard} <Instant at={heardAt} />.
            </>
          )}
        </p>
      </div>
    </Section>
  )
}

function Freeze({ record, refused, writeKey }: Props) {
  const isFrozen = record['frozen'] === true
  const form = { record, writeKey, may: true }
  const { reach } = refused ?? {}
  // Of a setup other changes reach stores; this one stops templates.
  const asked = refused && reach ? { ...refused, reach: { ...reach, impact: say.live } } : refused
  return (
    <Section
      id="freeze"
      title={say.freezeTitle}
      aside={isFrozen && <Status tone="bad">{say.frozen}</Status>}
    >
      {isFrozen ? (
        <SectionForm
          {...form}
          refused={refused}
          intent="unfreeze"
          color="primary"
          button={say.unfreeze}
        >
          {() => <p>{say.isFrozen(String(record['frozenReason'] ?? ''))}</p>}
        </SectionForm>
      ) : (
        <SectionForm
          {...form}
          refused={asked}
          intent="freeze"
          color="error"
          button={say.freeze}
          reachWords={say.stops}
        >
          {(answer) => (
            <>
              <p className={setup.soft}>{say.freezeExplain}</p>
              <AskedInput
                id="freeze-reason"
                name="reason"
                field={longText(say.reason, { max: 300 })}
                answer={answer}
              />
            </>
          )}
        </SectionForm>
      )}
    </Section>
  )
}

/** The button beside the heading, and why the balances were not read. */
function Refresh({ record, refused, writeKey }: Props) {
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
        {say.refresh}
      </Button>
    </Form>
  )
}
