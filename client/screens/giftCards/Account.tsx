import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { longText } from '#shared/engine/fields.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatMinor } from '#shared/money.ts'
import { FieldInput } from '#client/form/FieldInput.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { CopyText } from '#client/stores/CopyText.tsx'
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
    <section className={setup.card} aria-labelledby="balances-title" id="balances">
      <div className={setup.head}>
        <h2 id="balances-title" className={setup.heading}>
          {say.balances}
        </h2>
        {props.resource.writes.includes('change') && (
          <Asking {...props} intent="refresh" color="white" words={say.refresh} />
        )}
      </div>
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
    </section>
  )
}

/** Where Runa tells what happened, and when it last did; the sandbox tells nothing. */
function Webhook({ more: { balances } }: Props) {
  if (!balances?.webhook) return null
  const { address, heardAt } = balances.webhook
  return (
    <section className={setup.card} aria-labelledby="webhook-title">
      <div className={setup.head}>
        <h2 id="webhook-title" className={setup.heading}>
          {say.webhook}
        </h2>
      </div>
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
    </section>
  )
}

function Freeze(props: Props) {
  const { record, refused } = props
  const isFrozen = record['frozen'] === true
  const answer = refused?.intent === 'freeze' ? refused : undefined
  return (
    <section className={setup.card} aria-labelledby="freeze-title" id="freeze">
      <div className={setup.head}>
        <h2 id="freeze-title" className={setup.heading}>
          {say.freezeTitle}
        </h2>
        {isFrozen && <Status tone="bad">{say.frozen}</Status>}
      </div>
      <div className={setup.inset}>
        {isFrozen ? (
          <>
            <p>{say.isFrozen(String(record['frozenReason'] ?? ''))}</p>
            <Asking {...props} intent="unfreeze" color="primary" words={say.unfreeze} />
          </>
        ) : (
          <>
            <p className={setup.soft}>{say.freezeExplain}</p>
            <Asking {...props} intent="freeze" color="error" words={say.freeze}>
              <FieldInput
                id="freeze-reason"
                name="reason"
                field={longText(say.reason, { max: 300 })}
                value={answer?.values['reason']}
                error={answer?.errors['reason']}
              />
            </Asking>
          </>
        )}
      </div>
    </section>
  )
}

type AskingProps = Props & {
  intent: 'refresh' | 'freeze' | 'unfreeze'
  color: 'white' | 'primary' | 'error'
  words: string
  children?: ReactNode
}

/** One button with what it asks for, and why it was refused. */
function Asking({ record, refused, writeKey, intent, color, words, children }: AskingProps) {
  const { pathname, search } = useLocation()
  const sending = useNavigation().formData?.get('intent') === intent
  const failure = refused?.intent === intent ? refused.failure : undefined
  return (
    <Form method="post" action={pathname + search} preventScrollReset noValidate>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={record.id} />
      <input type="hidden" name="version" value={record.version} />
      <input type="hidden" name="writeKey" value={`${writeKey}-${intent}`} />
      {failure && <FailureText failure={failure} />}
      {children}
      <Button type="submit" color={color} loading={sending}>
        {words}
      </Button>
    </Form>
  )
}
