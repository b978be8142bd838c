import type { ReactNode } from 'react'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { PrintfulAccount, PrintfulEvent } from '#shared/areas/printful/printfulCalls.ts'
import { findMissingScopes } from '#shared/areas/printful/scopes.ts'
import { printfulEvents } from '#shared/areas/printful/messages.ts'
import { Section, SectionForm, Status, Table, getPanelHeading } from '#client/frame/index.ts'
import { WebhookEventResult } from '#client/integrations/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { Panel } from '#client/form/Panel.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { Instant } from '#client/ui/Instant.tsx'
import type { Column } from '#client/ui/Table.tsx'
import * as panel from '#client/form/Panel.css.ts'
import { createStoreMapFields } from './printfulIntents.ts'
import { printfulMessages } from './messages.ts'

export type AccountPanelData = { record: AnyRecord; account: PrintfulAccount }

/**
 * Shows what Printful returned for an account: the token's scopes, the mapping of its stores to
 * ours, webhooks, and events.
 */
export function PrintfulAccountPanel({
  resource,
  view,
  data,
  refused,
  loaded,
  bar,
}: PanelProps<AccountPanelData> & { bar: ReactNode }) {
  const { record, account } = loaded
  const { address, scopes, storesAt, stores, events } = account
  const form = { record, refused, writeKey: data.writeKey, canSubmit: useCan()(resource, 'write') }
  return (
    <Panel
      {...getPanelHeading({ resource, view }, record, printfulMessages.accountTitle)}
      size="large"
    >
      <div className={panel.body}>
        {bar}
        <Section id="token" title={printfulMessages.token}>
          <SectionForm {...form} intent="fetch" button={printfulMessages.fetch}>
            {() => <TokenScopes scopes={scopes} />}
          </SectionForm>
        </Section>
        <Section id="stores" title={printfulMessages.stores}>
          {stores.length > 0 ? (
            <SectionForm {...form} intent="map" button={printfulMessages.save} color="primary">
              {(answer) => <StoreMapFields account={account} answer={answer} />}
            </SectionForm>
          ) : (
            <p className={`${setup.inset} ${setup.soft}`}>
              {storesAt ? printfulMessages.noStores : printfulMessages.notRead}
            </p>
          )}
        </Section>
        <Section id="webhooks" title={printfulMessages.webhooks}>
          <SectionForm
            {...form}
            intent="repair"
            button={printfulMessages.repair}
            impactMessages={printfulMessages.replace}
          >
            {() => (
              <>
                {address === null ? (
                  <p className={setup.warning}>{printfulMessages.noAddress}</p>
                ) : (
                  <p>
                    {printfulMessages.address} <code className={setup.wrappingText}>{address}</code>
                  </p>
                )}
                <p className={setup.soft}>
                  {printfulMessages.wanted(Object.values(printfulEvents).join(', '))}
                </p>
              </>
            )}
          </SectionForm>
        </Section>
        <Section id="events" title={printfulMessages.events}>
          <Table
            caption={printfulMessages.newestFirst}
            columns={getEventColumns(stores)}
            rows={events}
            keyOf={({ id }) => id}
            empty={<p className={`${setup.inset} ${setup.soft}`}>{printfulMessages.noEvents}</p>}
          />
        </Section>
      </div>
    </Panel>
  )
}

function TokenScopes({ scopes }: Pick<PrintfulAccount, 'scopes'>) {
  if (!scopes) return <p className={setup.soft}>{printfulMessages.notRead}</p>
  const missing = findMissingScopes(scopes.found)
  return (
    <>
      <p className={setup.soft}>
        {printfulMessages.scopesAt} <Instant at={scopes.at} />.
      </p>
      <p>
        {printfulMessages.found}: {scopes.found.join(', ') || printfulMessages.none}
      </p>
      <p>
        <Status tone={missing.length > 0 ? 'bad' : 'good'}>
          {missing.length > 0
            ? printfulMessages.missing(missing.join(', '))
            : printfulMessages.enough}
        </Status>
      </p>
      {missing.length > 0 && <p className={setup.warning}>{printfulMessages.newToken}</p>}
    </>
  )
}

type StoreMapProps = { account: PrintfulAccount; answer: RejectedForm | undefined }

function StoreMapFields({ account: { address, stores, storesAt }, answer }: StoreMapProps) {
  return (
    <>
      <p className={setup.soft}>
        {printfulMessages.storesExplain}{' '}
        {storesAt && (
          <>
            {printfulMessages.storesAt} <Instant at={storesAt} />.
          </>
        )}
      </p>
      {answer?.errors['storeMap'] && (
        <p className={setup.bad} role="alert">
          {answer.errors['storeMap']}
        </p>
      )}
      {stores.map(({ theirs, name, ours, fault }) => {
        const fields = createStoreMapFields([{ theirs, name }])
        const webhookNote =
          address === null ? printfulMessages.webhookNotChecked : printfulMessages.webhook(fault)
        const known = ours ? webhookNote : printfulMessages.notOurs
        return Object.entries(fields).map(([input, field]) => (
          <FieldInput
            key={input}
            id={`map-${input}`}
            name={input}
            field={field}
            hint={name === null ? printfulMessages.gone : known}
            value={answer ? answer.values[input] : ours && { id: ours.id, label: ours.name }}
            error={answer?.errors[input]}
            choices={answer?.choices?.[input]}
          />
        ))
      })}
    </>
  )
}

const eventLabels: Readonly<Record<string, string>> = printfulEvents

const getEventColumns = (stores: PrintfulAccount['stores']): Column<PrintfulEvent>[] => [
  { label: printfulMessages.event, render: ({ kind }) => eventLabels[kind] ?? kind },
  {
    label: printfulMessages.store,
    render: ({ theirs: id }) =>
      printfulMessages.theirs(stores.find(({ theirs }) => theirs === id)?.name ?? null, id),
  },
  { label: printfulMessages.received, render: ({ receivedAt }) => <Instant at={receivedAt} /> },
  { label: printfulMessages.outcome, render: (event) => <WebhookEventResult {...event} /> },
]
